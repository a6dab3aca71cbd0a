import { flushSync } from 'svelte'
import { whenIdle } from '#renderer/ui/after-frame.ts'
import {
  drawnAround,
  drawnFor,
  RowHeights,
  withTrueSpaceAbove,
  withRows,
  type DrawnRows,
  type Keyed,
  KeptHeights,
} from './drawn-rows.ts'
import { isCutOff, scrollMetricsOf, remainingBelow, type ScrollMetrics } from './scroll-metrics.ts'
import { movedBy, scrolledBy, textTop, readingAnchors, type ReadingAnchors } from './reading-anchors.ts'

/** The margin of drawn rows above and below the view, in CSS pixels. */
const ready = 400
/** The limit of rounds. Each draws the rows that the previous one lacked; a few rows need two or three rounds. */
const mostRounds = 20
const unscrolled: ScrollMetrics = { top: 0, content: 0, view: 0 }

/** The alignment of a row: its start at the upper edge, its middle in the middle, or its end at the lower edge. */
export interface RowPosition {
  readonly index: number
  readonly align: 'start' | 'center' | 'end'
  /** The distance between the edge and the row, in CSS pixels. */
  readonly offset?: number
  /** Whether the row's text is aligned and not its headings. */
  readonly isText?: boolean
}

/**
 * A virtual list with a stable reading position: only the reader moves it. All drawn rows are in normal flow at their
 * true heights. After any change of heights, the row being read is moved back before the frame is painted.
 */
export class SteadyList<R extends Keyed> {
  /**
   * The mean height of a row in the list that was left last, and the height of the view in the list that was placed
   * last. With them and the heights of an earlier visit, the first rows fill the view in one layout.
   */
  static readonly #usual: { row: number | undefined; view: number | undefined } = { row: undefined, view: undefined }
  static readonly #kept = new KeptHeights()
  drawn = $state.raw<DrawnRows<R>>({ rows: [], from: 0, to: 0, above: 0, below: 0 })
  readonly #name: string
  readonly #onResize: () => void
  readonly #heights: RowHeights
  #scroller: HTMLElement | null = null
  #container: HTMLElement | null = null
  #eye: ReadingAnchors = []
  /** The position at the last check. */
  #last: ScrollMetrics = unscrolled
  readonly #observer = new ResizeObserver((entries) => {
    this.#resized(entries)
  })
  #isObserving = false
  readonly #keys = new WeakMap<Element, string>()
  /** The size of the view that the observer reported last; null while its next report is awaited. */
  #view: { readonly width: number; readonly height: number } | null = null
  /** The current margin; 0 until the rows of a new position are painted. */
  #ready = ready
  /** Whether the list was positioned and not scrolled since, while rows of the margin are not drawn yet. */
  #isPlacing = false

  /**
   * @param name the list and its account: lists of the same name share their heights
   * @param onResize called before painting, after the view or rows were resized; it calls `restoreScroll`
   */
  constructor(name: string, onResize: () => void) {
    this.#name = name
    this.#onResize = onResize
    this.#heights = new RowHeights(SteadyList.#usual.row, SteadyList.#kept.of(name))
  }

  /** The attachment of the scrolling element. */
  readonly scroller = (element: HTMLElement): (() => void) => {
    this.#scroller = element
    this.#last = unscrolled
    this.#observer.observe(element)
    return () => {
      this.#observer.unobserve(element)
      this.#scroller = null
      this.#keepHeights()
      SteadyList.#usual.row = this.#heights.mean ?? SteadyList.#usual.row
    }
  }

  /** The attachment of the element that contains the space above, the drawn rows and the space below. */
  readonly container = (element: HTMLElement): (() => void) => {
    this.#container = element
    return () => {
      this.#container = null
    }
  }

  /** Returns the attachment of a drawn row. */
  row(key: string): (element: HTMLElement) => () => void {
    return (element) => {
      this.#keys.set(element, key)
      // The observer would report an element that is observed inside its callback too late, and as an error.
      if (this.#isObserving) requestAnimationFrame(() => element.isConnected && this.#observer.observe(element))
      else this.#observer.observe(element)
      return () => this.#observer.unobserve(element)
    }
  }

  /** The height of the list above the view in CSS pixels, as far as it is known. */
  get remainingAbove(): number {
    const { rows, from } = this.drawn
    return this.#viewed().top - this.drawn.above + this.#heights.sum(rows.slice(0, from))
  }

  /** Replaces the rows; call before they are drawn and after `noteScrolling`. */
  change(rows: readonly R[]): void {
    this.drawn = withRows(this.drawn, rows, this.#heights)
  }

  /**
   * Records scrolling that the list did not cause itself.
   * @returns the distance in pixels, downwards
   */
  noteScrolling(): number {
    const scroller = this.#scroller
    if (scroller === null) return 0
    this.#observeView(scroller)
    const last = this.#last
    const offset = scrollMetricsOf(scroller)
    this.#last = offset
    const by = offset.top - last.top
    if (by === 0 || isCutOff(last, offset)) return 0
    this.#ready = ready
    this.#isPlacing = false
    this.#eye = scrolledBy(scroller, this.#eye, by)
    return by
  }

  /**
   * Restores the reading position after a change of layout, and draws missing rows.
   * @param keepsEnd whether to keep the end of the list instead
   */
  restoreScroll(keepsEnd: boolean): void {
    const scroller = this.#scroller
    if (scroller === null || this.#container === null) return
    for (let round = 0; round < mostRounds; round += 1) {
      this.#measure()
      if (keepsEnd) scroller.scrollTop = scroller.scrollHeight
      else this.#putBack(scroller)
      const next = drawnFor(this.drawn, this.#viewed(), this.#heights, this.#ready, 2 * ready)
      if (next === this.drawn) break
      this.#draw(next)
    }
    this.#takeDown(scroller)
  }

  /** Gives the space above the true height of its rows after scrolling, so that the scroll bar is correct. */
  correctSpaceAbove(): void {
    const scroller = this.#scroller
    const next = withTrueSpaceAbove(this.drawn, this.#heights)
    if (scroller === null || next === this.drawn) return
    this.#draw(next)
    scroller.scrollTop += movedBy(scroller, this.#eye)
    this.#takeDown(scroller)
  }

  /**
   * Scrolls to a row and drops the previous reading position. The rows in view are drawn before the next frame, those
   * of the margin after it.
   */
  positionAt({ index, align, offset = 0, isText = false }: RowPosition): void {
    const scroller = this.#scroller
    if (scroller === null || index < 0 || index >= this.drawn.rows.length) return
    this.#ready = 0
    const height = SteadyList.#usual.view ?? scroller.clientHeight
    const view = {
      start: [offset, height - offset],
      center: [height / 2, height / 2],
      end: [height - offset, offset],
    } as const
    const [above, below] = view[align]
    this.#draw(drawnAround(this.drawn.rows, index, this.#heights, { above, below }))
    const row = this.#rowElements()[index - this.drawn.from]
    if (row === undefined) return
    this.#measure()
    const box = row.getBoundingClientRect()
    const room = scroller.clientHeight - box.height
    const wanted = align === 'start' ? offset : align === 'end' ? room - offset : room / 2
    const top = isText ? textTop(row) : box.top
    scroller.scrollTop += top - scroller.getBoundingClientRect().top - wanted
    this.#takeDown(scroller)
    this.#isPlacing = true
    this.restoreScroll(false)
    SteadyList.#usual.view = scroller.clientHeight
    this.#keepHeights()
    whenIdle(() => {
      if (this.#scroller !== scroller) return
      this.#ready = ready
      this.#onResize()
      this.#isPlacing = false
    })
  }

  #keepHeights(): void {
    const { rows, from, to } = this.drawn
    const heights = rows.slice(from, to).map(({ key }) => [key, this.#heights.of(key)] as const)
    SteadyList.#kept.keep(this.#name, heights)
  }

  #putBack(scroller: HTMLElement): void {
    // A row that moved down is moved up only as far as the list continues below the view.
    const by = Math.min(movedBy(scroller, this.#eye), Math.max(0, remainingBelow(scrollMetricsOf(scroller))))
    if (Math.abs(by) < 0.02) return
    const above = this.drawn.above - by
    // The space above absorbs the change if possible, since setting the position interrupts a scroll gesture. A list
    // that was just positioned has no gesture, and its position costs no layout.
    if (!this.#isPlacing && this.drawn.from > 0 && above > 0) this.#draw({ ...this.drawn, above })
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
    this.#eye = readingAnchors(scroller, this.#rowElements(), Math.abs(residue) < 1 ? residue : 0)
    this.#last = scrollMetricsOf(scroller)
    // The size is read here and not at the attachment, where reading it would lay out a list without rows.
    this.#view = { width: scroller.clientWidth, height: scroller.clientHeight }
  }

  #rowElements(): Element[] {
    return [...(this.#container?.children ?? [])].slice(1, -1)
  }

  /** Returns the visible range, from the start of the space above. */
  #viewed(): { top: number; bottom: number } {
    const scroller = this.#scroller
    if (scroller === null || this.#container === null) return { top: 0, bottom: 0 }
    const top = scroller.getBoundingClientRect().top - this.#container.getBoundingClientRect().top
    return { top, bottom: top + scroller.clientHeight }
  }

  /**
   * Makes the observer report a view that grew and shrank back between two frames: the browser has clamped the position
   * meanwhile, but the observer compares frames only. It reports any newly observed element.
   */
  #observeView(scroller: HTMLElement): void {
    const view = this.#view
    if (view === null || (view.width === scroller.clientWidth && view.height === scroller.clientHeight)) return
    this.#view = null
    this.#observer.unobserve(scroller)
    this.#observer.observe(scroller)
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
      return before?.width !== this.#view.width || before.height !== this.#view.height
    })
    if (!isOther) return
    this.#isObserving = true
    this.#onResize()
    this.#isObserving = false
  }
}
