import { tick } from 'svelte'
import type { VirtualizerHandle } from 'virtua/svelte'
import { whenIdle } from '../after-frame.ts'
import { focusOnceDrawn, keepFocus } from '../focus.ts'
import type { ListScroll } from './list-scroll.ts'

/** The least height of a screen's list, in CSS pixels. */
const leastHeight = 150
/** The distance beyond the view in which rows are drawn, in CSS pixels. */
const beyond = 200

/** The number of rows from which a list is virtual; shorter lists are drawn whole. */
export const virtualFrom = 50

/** The properties of a virtual list whose rows have an expected height. */
interface VirtualProps {
  readonly itemSize?: number
  readonly itemProps?: typeof visibleItemProps
  readonly bufferSize?: number
  readonly keepMounted?: readonly number[]
}

const visible = { style: { visibility: 'inherit' } }

/**
 * Returns the `itemProps` of a virtual list whose rows have about the expected height. Its rows are visible before they
 * are measured; a row that is hidden until then costs another calculation of its style.
 */
export const visibleItemProps = (): typeof visible => visible

/** The current state of a list, and the request for more rows. */
export interface RowListParts<T extends { readonly key: string }> {
  readonly items: readonly T[]
  readonly scroll: ListScroll
  /** Whether there are more rows than these. */
  readonly hasMore: boolean
  /** Called with the index of a visible row: more rows are requested near the end. */
  readonly reach: (index: number) => unknown
  /** The number of times that the engine replaced outdated rows, as after the list was not shown for a time. */
  readonly renewals?: number
  /** The index of a row that stays drawn wherever the list is scrolled to; -1 for none. */
  readonly kept?: number
}

/** The properties of a list that never change. They are apart from its state, so that no row depends on that state. */
export interface RowListOptions<T> {
  /** The number of rows from which the list is virtual; `virtualFrom` by default. */
  readonly virtualFrom?: number
  /**
   * The expected height of a row, in CSS pixels, so that only visible rows are drawn at first. Without it, the virtual
   * list measures its rows before it draws more.
   */
  readonly usualHeight?: number
  /** The expected height of the lowest rows, if some are lower, as headings are. */
  readonly leastRowHeight?: number
  /** Whether an item takes the focus, unlike a heading; all do by default. */
  readonly isFocusable?: (item: T) => boolean
  /** Whether the row at the earlier position takes the focus on a return; otherwise, the first one does. */
  readonly focusesKept?: boolean
  /** Whether the first enabled button of a row takes the focus if the row lacks the wanted action. */
  readonly focusesAnyButton?: boolean
}

/**
 * A list of rows, drawn whole or virtual. It returns to its earlier position, requests more rows near its end, and
 * focuses single rows. A row has `data-row` with its index, and in it an element with `data-action`.
 */
export class RowList<T extends { readonly key: string } = { readonly key: string }> {
  /** The height of the view in the list that was shown last. */
  static #usualView: number | undefined
  scroller = $state<HTMLElement | null>()
  /** The virtual list; undefined while the list is drawn whole, and null once it is removed. */
  list = $state<VirtualizerHandle | null>()
  readonly #parts: () => RowListParts<T>
  readonly #options: RowListOptions<T>
  /** Whether the rows in view were shown; rows beyond the view are drawn from then on. */
  #isShown = $state.raw(false)
  /** The number of renewals when the list took the focus by itself; null after a key or a click of the user. */
  #renewalsWhenFocused: number | null = null
  /** The row that takes the focus once the list has scrolled to its earlier position; null for none. */
  #awaited: number | null = null

  constructor(parts: () => RowListParts<T>, options: RowListOptions<T> = {}) {
    this.#parts = parts
    this.#options = options
  }

  get items(): readonly T[] {
    return this.#parts().items
  }

  get scroll(): ListScroll {
    return this.#parts().scroll
  }

  get isVirtual(): boolean {
    return this.items.length >= (this.#options.virtualFrom ?? virtualFrom)
  }

  /** Whether an item takes the focus, unlike a heading. */
  isFocusable(item: T): boolean {
    return this.#options.isFocusable?.(item) ?? true
  }

  /** The properties of the virtual list that depend on the expected height of its rows. */
  get virtual(): VirtualProps {
    const { usualHeight, leastRowHeight = usualHeight } = this.#options
    if (usualHeight === undefined || leastRowHeight === undefined) return {}
    return {
      itemSize: usualHeight,
      itemProps: visibleItemProps,
      bufferSize: this.buffer,
      keepMounted: this.mounted(leastRowHeight, this.#parts().kept),
    }
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
      const found = index < 0 ? Math.min(wanted.index, items.length - 1) : index
      this.#awaited = this.#options.focusesKept === true ? firstWhole(found, wanted.offset) : null
      list.scrollToIndex(found, { offset: -wanted.offset })
    })
  }

  /** Requests more rows near the end, after the list was scrolled. */
  scrolled(): void {
    const { list, scroller } = this
    if (scroller == null) return
    const { items, reach } = this.#parts()
    void reach(list?.findItemIndex(scroller.scrollTop + scroller.clientHeight) ?? items.length - 1)
    const awaited = this.#awaited
    this.#awaited = null
    if (awaited !== null && document.activeElement === document.body) void this.#focusInView(awaited)
  }

  /** Focuses a row that is in view, without scrolling. */
  async #focusInView(index: number): Promise<void> {
    await tick()
    this.#buttonOf(index)?.focus({ preventScroll: true })
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
  takeFocus(focus = (index: number): unknown => this.#focusNear(index)): void {
    const { items, scroll, renewals = 0 } = this.#parts()
    if (items.length === 0 || (this.isVirtual && scroll.wanted !== null)) return
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
    const index = Math.min(Number(row?.getAttribute('data-row') ?? this.#firstFocused()), items.length - 1)
    void tick().then(() => keepFocus(() => focus(index)))
  }

  /** Returns the index of the row that takes the focus when the list is opened. */
  #firstFocused(): number {
    const { items, scroll } = this.#parts()
    const { wanted } = scroll
    if (this.#options.focusesKept !== true || wanted === null) return 0
    const index = items.findIndex(({ key }) => key === wanted.row)
    return firstWhole(Math.max(0, index), wanted.offset)
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

  /** Moves the focus from a row to the next one in a direction, to the same action; headings are passed over. */
  walk(from: number, step: 1 | -1, action?: string): void {
    void this.focusFrom(from + step, step, action)
  }

  /**
   * Focuses the row at an index or the next one in a direction. In a list with headings, the last row takes the focus
   * beyond the end.
   */
  async focusFrom(from: number, step: 1 | -1, action?: string): Promise<void> {
    if (!this.isAttached) return
    const { items } = this
    const { isFocusable, focusesAnyButton = false } = this.#options
    let index = from
    for (let item = items[index]; item !== undefined && !this.isFocusable(item); item = items[index]) index += step
    const isBeyond = items[index] === undefined && step === 1 && !focusesAnyButton
    if (isBeyond && isFocusable !== undefined) index = items.findLastIndex(isFocusable)
    await this.focusRow(index, action)
  }

  /** Focuses the row at an index: without headings that one, else the next one, or where none follows the one before. */
  #focusNear(index: number): void {
    if (!this.isAttached) return
    const isAbove =
      this.#options.focusesKept === true && this.items.slice(0, index + 1).some((item) => this.isFocusable(item))
    void this.focusFrom(index, isAbove ? -1 : 1)
  }

  /** Focuses an element of a row, once the row is drawn. */
  async focusRow(index: number, action?: string): Promise<void> {
    if (!this.isAttached || this.items[index] === undefined) return
    if (!this.#isSeenFirst(index)) this.list?.scrollToIndex(index, { align: 'nearest' })
    await tick()
    focusOnceDrawn(() => this.#buttonOf(index, action))
  }

  #buttonOf(index: number, action = 'open'): HTMLElement | null | undefined {
    const row = this.scroller?.querySelector(`[data-row="${index}"]`)
    // The list may be removed before a later frame looks for a row.
    if (row == null) return null
    const button = row.querySelector<HTMLElement>(`[data-action="${action}"]`)
    if (button !== null || this.#options.focusesAnyButton !== true) return button
    return row.querySelector<HTMLElement>('button:not(:disabled)')
  }

  /** Whether a list that is not drawn yet begins with this row; scrolling to it would cost another layout. */
  #isSeenFirst(index: number): boolean {
    const { list } = this
    return list?.getViewportSize() === 0 && list.getItemOffset(index) < leastHeight
  }
}

/** Returns the index of the first row that is wholly in view, if a row begins at an offset from the upper edge. */
function firstWhole(index: number, offset: number): number {
  return offset < 0 ? index + 1 : index
}
