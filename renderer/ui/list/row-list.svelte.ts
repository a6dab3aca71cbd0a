import { tick } from 'svelte'
import type { VirtualizerHandle } from 'virtua/svelte'
import { whenIdle } from '../after-frame.ts'
import { focusOnceDrawn, keepFocus } from '../focus-once-drawn.ts'
import type { ListScroll } from './list-scroll.ts'

/** The least height of a screen's list, in CSS pixels. */
const leastHeight = 150
/** The distance beyond the view in which rows are drawn, in CSS pixels. */
const beyond = 200

/** The number of rows from which a list is virtual; shorter lists are drawn whole. */
export const virtualFrom = 50

const visible = { style: { visibility: 'inherit' } }

/**
 * Returns the `itemProps` of a virtual list whose rows have about the expected height. Its rows are visible before they
 * are measured; a row that is hidden until then costs another calculation of its style.
 */
export const visibleItemProps = (): typeof visible => visible

/** The current state of a list, and the request for more rows. */
export interface RowListParts {
  readonly items: readonly { readonly key: string }[]
  readonly scroll: ListScroll
  /** Whether there are more rows than these. */
  readonly hasMore: boolean
  /** Called with the index of a visible row: more rows are requested near the end. */
  readonly reach: (index: number) => unknown
  /** The number of times that the engine replaced outdated rows, as after the list was not shown for a time. */
  readonly renewals?: number
}

/**
 * A list of rows, drawn whole or virtual. It returns to its earlier position, requests more rows near its end, and
 * focuses single rows. A row has `data-row` with its index, and in it an element with `data-action`.
 */
export class RowList {
  /** The height of the view in the list that was shown last. */
  static #usualView: number | undefined
  scroller = $state<HTMLElement | null>()
  /** The virtual list; undefined while the list is drawn whole, and null once it is removed. */
  list = $state<VirtualizerHandle | null>()
  readonly #parts: () => RowListParts
  /** Whether the rows in view were shown; rows beyond the view are drawn from then on. */
  #isShown = $state.raw(false)
  /** The number of renewals when the list took the focus by itself; null after a key or a click of the user. */
  #renewalsWhenFocused: number | null = null

  constructor(parts: () => RowListParts) {
    this.#parts = parts
  }

  /** The `bufferSize` of the virtual list: the first frame does not wait for rows beyond the view. */
  get buffer(): number {
    return this.#isShown ? beyond : 0
  }

  /**
   * Returns the `keepMounted` of the virtual list: a row that stays drawn, or -1, and the first rows until the list is
   * shown. The list learns its height only in the frame that must already show them.
   * @param rowHeight the expected height of a row, in CSS pixels
   */
  mounted(rowHeight: number, kept = -1): readonly number[] {
    const always = kept < 0 ? [] : [kept]
    if (this.#isShown || this.#parts().scroll.wanted !== null) return always
    const inView = Math.ceil((RowList.#usualView ?? innerHeight) / rowHeight)
    return [...Array.from({ length: inView }, (_, index) => index), ...always]
  }

  /** Records when a virtual list is shown; the body of an effect. */
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
   * Returns a virtual list to its earlier position, whose rows may have to be loaded first; the body of an effect.
   * `ListScroll` does this for a list that is drawn whole.
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
    // The virtual list observes its scroller from the next turn on.
    void tick().then(() => {
      list.scrollToIndex(index < 0 ? Math.min(wanted.index, items.length - 1) : index, { offset: -wanted.offset })
    })
  }

  /** Requests more rows near the end, after the list was scrolled. */
  scrolled(): void {
    const { list, scroller } = this
    if (scroller == null) return
    const { items, reach } = this.#parts()
    void reach(list?.findItemIndex(scroller.scrollTop + scroller.clientHeight) ?? items.length - 1)
  }

  /** Whether the list is in the page; it may be removed before a later frame needs it. */
  get isAttached(): boolean {
    return this.scroller != null
  }

  /**
   * Takes the focus when the list is opened, and when the focused row is removed; the body of an effect before the page
   * changes. A list that returns shows outdated rows first: after their renewal, the first row takes the focus, unless
   * the user has pressed a key or a button.
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

  /** Whether a list that is not drawn yet begins with this row; scrolling to it would cost another layout. */
  #isSeenFirst(index: number): boolean {
    const { list } = this
    return list?.getViewportSize() === 0 && list.getItemOffset(index) < leastHeight
  }
}
