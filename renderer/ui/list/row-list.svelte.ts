import { tick } from 'svelte'
import type { VirtualizerHandle } from 'virtua/svelte'
import { whenIdle } from '../after-frame.ts'
import { focusOnceDrawn, keepFocus } from '../focus-once-drawn.ts'
import type { ListScroll } from './list-scroll.ts'

/** CSS pixels: no list of a screen is lower than this. */
const leastHeight = 150
/** CSS pixels that are drawn beyond the view. */
const beyond = 200

/** Shorter lists are drawn whole. */
export const virtualFrom = 50

const visible = { style: { visibility: 'inherit' } }

/**
 * `itemProps` of a virtual list whose rows have about the height that it was told: a row is seen where it is expected. One
 * that is hidden until it was measured costs another calculation of its style.
 */
export const asExpected = (): typeof visible => visible

/** The current rows of a list, and what brings more of them. */
export interface RowListParts {
  readonly items: readonly { readonly key: string }[]
  readonly scroll: ListScroll
  /** Whether there are more rows than these. */
  readonly hasMore: boolean
  /** The reader is at a row: more are requested near the end. */
  readonly reach: (index: number) => unknown
  /** How often rows that were older than what the engine has were replaced by its rows, as after a rest of the list. */
  readonly renewals?: number
}

/**
 * A list of rows as it is drawn, whole or virtual: it goes back to where it was left, requests more rows near its end, and
 * gives single rows the focus. A row has `data-row` with its index, and in it an element with `data-action`.
 */
export class RowList {
  /** The height of the view of the list that was shown last. */
  static #usualView: number | undefined
  scroller = $state<HTMLElement | null>()
  /** Missing while the list is drawn whole, and null once it is removed. */
  list = $state<VirtualizerHandle | null>()
  readonly #parts: () => RowListParts
  /** Whether the rows in view were shown: those beyond it are drawn from then on. */
  #isShown = $state.raw(false)
  /** The renewals when the list took the focus by itself; null once the user has pressed something. */
  #renewalsWhenFocused: number | null = null

  constructor(parts: () => RowListParts) {
    this.#parts = parts
  }

  /** `bufferSize` of the virtual list: the frame that shows it does not wait for rows that nobody sees. */
  get buffer(): number {
    return this.#isShown ? beyond : 0
  }

  /**
   * `keepMounted` of the virtual list: a row that stays drawn, or -1, and the first rows until the list is shown. It learns
   * the height of its view in the frame that is to show them, which would be too late.
   * @param rowHeight what rows are expected to have, in CSS pixels
   */
  mounted(rowHeight: number, kept = -1): readonly number[] {
    const always = kept < 0 ? [] : [kept]
    if (this.#isShown || this.#parts().scroll.wanted !== null) return always
    const inView = Math.ceil((RowList.#usualView ?? innerHeight) / rowHeight)
    return [...Array.from({ length: inView }, (_, index) => index), ...always]
  }

  /** The body of an effect: notes when a virtual list is shown. */
  show(): void {
    const { list } = this
    this.#isShown = false
    if (list == null) return
    whenIdle(() => {
      if (this.list !== list) return
      RowList.#usualView = list.getViewportSize() || RowList.#usualView
      this.#isShown = true
    })
  }

  /**
   * The body of an effect: a virtual list goes back to where it was left; the rows up to there may have to come first. A
   * list that is drawn whole does so when it is attached (`ListScroll`).
   */
  goBack(): void {
    const { items, scroll, hasMore, reach } = this.#parts()
    const { wanted } = scroll
    const { list } = this
    if (wanted === null || list == null || items.length === 0) return
    const index = items.findIndex(({ key }) => key === wanted.row)
    if (index < 0 && items.length <= wanted.index && hasMore) {
      void reach(items.length - 1)
      return
    }
    scroll.done()
    // The list observes its scroller from the next turn on.
    void tick().then(() => {
      list.scrollToIndex(index < 0 ? Math.min(wanted.index, items.length - 1) : index, { offset: -wanted.offset })
    })
  }

  /** The list was scrolled: more rows are requested near its end. */
  scrolled(): void {
    const { list, scroller } = this
    if (scroller == null) return
    const { items, reach } = this.#parts()
    void reach(list?.findItemIndex(scroller.scrollTop + scroller.clientHeight) ?? items.length - 1)
  }

  /** Whether the list is in the page: it may have gone before what was wanted in a later frame. */
  get isAttached(): boolean {
    return this.scroller != null
  }

  /**
   * The body of an effect before the page changes: the list takes the focus when it is opened, and when the focused row
   * goes. A list that has rested shows older rows first: once they are replaced, the focus goes to the first row again,
   * unless the user has pressed something meanwhile.
   * @param focus focuses a row
   */
  takeFocus(focus: (index: number) => void): void {
    const { items, scroll, renewals = 0 } = this.#parts()
    if (items.length === 0 || (items.length >= virtualFrom && scroll.wanted !== null)) return
    const { scroller } = this
    const focused = document.activeElement
    const row = scroller?.contains(focused) === true ? focused?.closest('[data-row]') : null
    const isOpened = scroller == null && focused === document.body
    if (row == null && !isOpened) return
    if (isOpened && scroll.wanted === null) this.#followRenewals(renewals)
    if (this.#renewalsWhenFocused !== null && this.#renewalsWhenFocused < renewals) {
      this.#renewalsWhenFocused = renewals
      void tick().then(() => focus(0))
      return
    }
    const index = Math.min(Number(row?.getAttribute('data-row') ?? 0), items.length - 1)
    void tick().then(() => keepFocus(() => focus(index)))
  }

  #followRenewals(renewals: number): void {
    this.#renewalsWhenFocused = renewals
    const pressed = new AbortController()
    const onpress = (): void => {
      this.#renewalsWhenFocused = null
      pressed.abort()
    }
    for (const type of ['keydown', 'pointerdown', 'wheel'] as const) {
      document.addEventListener(type, onpress, { capture: true, passive: true, signal: pressed.signal })
    }
  }

  /** Focuses an element of a row, once the row is drawn. */
  async focusRow(index: number, action = 'open'): Promise<void> {
    if (!this.isAttached || this.#parts().items[index] === undefined) return
    if (!this.#isSeenFirst(index)) this.list?.scrollToIndex(index, { align: 'nearest' })
    await tick()
    focusOnceDrawn(() => this.scroller?.querySelector<HTMLElement>(`[data-row="${index}"] [data-action="${action}"]`))
  }

  /** Whether a list that has not been drawn yet begins with this row: scrolling to it would cost a layout of its own. */
  #isSeenFirst(index: number): boolean {
    const { list } = this
    return list?.getViewportSize() === 0 && list.getItemOffset(index) < leastHeight
  }
}
