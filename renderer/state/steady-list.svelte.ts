import { flushSync } from 'svelte'
import { drawnAround, drawnFor, RowHeights, settled, withRows, type DrawnRows, type Keyed } from './drawn-rows.ts'
import { isCutOff, placeOf, restBelow, type ScrollPlace } from './scroll-place.ts'
import { movedBy, scrolledBy, underTheEye, type UnderTheEye } from './under-the-eye.ts'

/** Rows are ready so far above and below the view, in CSS pixels. */
const ready = 400
/** Each round draws what the one before showed to be missing; the heights of a few rows settle in two or three. */
const mostRounds = 20
const unscrolled: ScrollPlace = { top: 0, content: 0, view: 0 }

/** Where a row is put: its beginning at the upper edge, its middle in the middle, or its end at the lower edge. */
export interface RowPlace {
  readonly index: number
  readonly align: 'start' | 'center' | 'end'
  /** Pixels between the edge and the row. */
  readonly offset?: number
}

/**
 * A scrolled list that draws what is in view and near it, and in which only the reader moves what is read. All rows that
 * are drawn lie in the flow of the page at their true heights. Whatever changes these – rows that come and go, pictures,
 * another width –, what is under the eye is put back in the same frame, before anybody sees it.
 */
export class SteadyList<R extends Keyed> {
  drawn = $state.raw<DrawnRows<R>>({ rows: [], from: 0, to: 0, above: 0, below: 0 })
  readonly #onResize: () => void
  readonly #heights = new RowHeights()
  #scroller: HTMLElement | null = null
  #container: HTMLElement | null = null
  #eye: UnderTheEye = []
  /** How the list stood when its scrolling was last taken account of. */
  #last: ScrollPlace = unscrolled
  readonly #observer = new ResizeObserver((entries) => {
    this.#resized(entries)
  })
  #isObserving = false
  readonly #keys = new WeakMap<Element, string>()
  #view = { width: 0, height: 0 }

  /** @param onResize the view or rows have got another size, and nothing of that is on screen yet: `settle` is due */
  constructor(onResize: () => void) {
    this.#onResize = onResize
  }

  /** Attachment of the element that scrolls. */
  readonly scroller = (element: HTMLElement): (() => void) => {
    this.#scroller = element
    this.#last = unscrolled
    this.#view = { width: element.clientWidth, height: element.clientHeight }
    this.#observer.observe(element)
    return () => {
      this.#observer.unobserve(element)
      this.#scroller = null
    }
  }

  /** Attachment of the element whose children are the room above, the drawn rows and the room below. */
  readonly container = (element: HTMLElement): (() => void) => {
    this.#container = element
    return () => {
      this.#container = null
    }
  }

  /** Attachment of a drawn row. */
  row(key: string): (element: HTMLElement) => () => void {
    return (element) => {
      this.#keys.set(element, key)
      // What is observed from within the observer's own call would be told too late, and as an error.
      if (this.#isObserving) requestAnimationFrame(() => element.isConnected && this.#observer.observe(element))
      else this.#observer.observe(element)
      return () => this.#observer.unobserve(element)
    }
  }

  /** Pixels of the list above the view, as far as heights are known. */
  get restAbove(): number {
    const { rows, from } = this.drawn
    return this.#viewed().top - this.drawn.above + this.#heights.sum(rows.slice(0, from))
  }

  /** There are other rows; called before they are drawn. `noteScrolling` goes before it. */
  change(rows: readonly R[]): void {
    this.drawn = withRows(this.drawn, rows, this.#heights)
  }

  /**
   * Takes account of what was scrolled meanwhile by anybody but the list itself.
   * @returns the pixels, downwards
   */
  noteScrolling(): number {
    const scroller = this.#scroller
    if (scroller === null) return 0
    const last = this.#last
    const place = placeOf(scroller)
    this.#last = place
    const by = place.top - last.top
    if (by === 0 || isCutOff(last, place)) return 0
    this.#eye = scrolledBy(scroller, this.#eye, by)
    return by
  }

  /**
   * Something has changed and is laid out: what is under the eye is put back, and what is missing is drawn.
   * @param keepsEnd the end of the list is what is kept in place
   */
  settle(keepsEnd: boolean): void {
    const scroller = this.#scroller
    if (scroller === null || this.#container === null) return
    for (let round = 0; round < mostRounds; round += 1) {
      this.#measure()
      if (keepsEnd) scroller.scrollTop = scroller.scrollHeight
      else this.#putBack(scroller)
      const next = drawnFor(this.drawn, this.#viewed(), this.#heights, ready)
      if (next === this.drawn) break
      this.#draw(next)
    }
    this.#takeDown(scroller)
  }

  /** Nobody scrolls: the room above becomes as high as the rows that it stands for, and the scroll bar tells the truth. */
  rest(): void {
    const scroller = this.#scroller
    const next = settled(this.drawn, this.#heights)
    if (scroller === null || next === this.drawn) return
    this.#draw(next)
    scroller.scrollTop += movedBy(scroller, this.#eye)
    this.#takeDown(scroller)
  }

  /** Puts a row where it is wanted; nothing that was read before is kept. */
  place({ index, align, offset = 0 }: RowPlace): void {
    const scroller = this.#scroller
    if (scroller === null || index < 0 || index >= this.drawn.rows.length) return
    this.#draw(drawnAround(this.drawn.rows, index, this.#heights, scroller.clientHeight + ready))
    const row = this.#rowElements()[index - this.drawn.from]
    if (row === undefined) return
    this.#measure()
    const view = scroller.getBoundingClientRect()
    const { top, height } = row.getBoundingClientRect()
    const room = scroller.clientHeight - height
    const wanted = align === 'start' ? offset : align === 'end' ? room - offset : room / 2
    scroller.scrollTop += top - view.top - wanted
    this.#takeDown(scroller)
    this.settle(false)
  }

  #putBack(scroller: HTMLElement): void {
    // What stands lower than it did goes up no further than the list goes on below the view.
    const by = Math.min(movedBy(scroller, this.#eye), Math.max(0, restBelow(placeOf(scroller))))
    if (Math.abs(by) < 0.02) return
    const above = this.drawn.above - by
    // Where there is room above, it gives way: nothing is scrolled, and no movement of the reader's is broken off.
    if (this.drawn.from > 0 && above > 0) this.#draw({ ...this.drawn, above })
    else scroller.scrollTop += by
  }

  #draw(drawn: DrawnRows<R>): void {
    this.drawn = drawn
    flushSync()
  }

  #measure(): void {
    for (const element of this.#rowElements()) {
      this.#heights.note(this.#keys.get(element) ?? '', element.getBoundingClientRect().height)
    }
  }

  #takeDown(scroller: HTMLElement): void {
    const residue = movedBy(scroller, this.#eye)
    this.#eye = underTheEye(scroller, this.#rowElements(), Math.abs(residue) < 1 ? residue : 0)
    this.#last = placeOf(scroller)
  }

  #rowElements(): Element[] {
    return [...(this.#container?.children ?? [])].slice(1, -1)
  }

  /** What is in view, from the beginning of the room above. */
  #viewed(): { top: number; bottom: number } {
    const scroller = this.#scroller
    if (scroller === null || this.#container === null) return { top: 0, bottom: 0 }
    const top = scroller.getBoundingClientRect().top - this.#container.getBoundingClientRect().top
    return { top, bottom: top + scroller.clientHeight }
  }

  #resized(entries: readonly ResizeObserverEntry[]): void {
    const scroller = this.#scroller
    if (scroller === null) return
    const isOther = entries.some(({ target }) => {
      if (target !== scroller) {
        return (
          target.isConnected &&
          Math.abs(this.#heights.of(this.#keys.get(target) ?? '') - target.getBoundingClientRect().height) >= 0.01
        )
      }
      const before = this.#view
      this.#view = { width: scroller.clientWidth, height: scroller.clientHeight }
      return before.width !== this.#view.width || before.height !== this.#view.height
    })
    if (!isOther) return
    this.#isObserving = true
    this.#onResize()
    this.#isObserving = false
  }
}
