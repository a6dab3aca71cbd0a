import type { Bridge } from '../../preload/contract/bridge.ts'
import type { Failure } from '../../preload/contract/values.ts'
import type { ConversationEntry, ConversationsMeta } from '../../preload/contract/views/inbox.ts'
import type { RecentFilters } from '../../preload/contract/views/recent.ts'
import type { Place } from '../app/places.ts'
import type { LiveView, ViewClient } from '../bridge/view-client.svelte.ts'
import type { ScreenPorts, ScreenState, ScreenVisit } from '../places/screen-state.ts'
import type { KeptPosition } from '../ui/kept-position.ts'
import { ListScroll } from '../ui/list-scroll.ts'
import { MoreRows } from '../ui/more-rows.ts'
import { OnScreenReport, type OnScreen } from '../ui/on-screen.ts'
import { noFilters, readFilters, textOf, toggled, type Toggle } from './kept-filters.ts'

/** The recent conversations of an account that pass the filters. The engine filters, so that none is missed. */
export class RecentScreen implements ScreenState {
  readonly place: Place = { kind: 'recent' }
  readonly scroll: ListScroll
  readonly #bridge: Bridge
  readonly #views: ViewClient
  readonly #accountId: string
  #filters = $state.raw<RecentFilters>(noFilters)
  /** The list for the filters, or for the previous ones until it is here. */
  #shown: LiveView<'recent'>
  /** The list for the latest filters, while the previous one is still shown. */
  #next: LiveView<'recent'> | null = null
  readonly #more: MoreRows
  readonly #onScreen = new OnScreenReport(
    () => this.#shown.viewId,
    (shown) => void this.#tellOnScreen(shown),
  )

  constructor(
    { accountId, position, text }: Pick<ScreenVisit, 'accountId' | 'position' | 'text'>,
    { bridge, views }: Pick<ScreenPorts, 'bridge' | 'views'>,
  ) {
    this.scroll = new ListScroll(position)
    this.#bridge = bridge
    this.#more = new MoreRows(bridge)
    this.#views = views
    this.#accountId = accountId
    this.#filters = readFilters(text)
    this.#shown = $state.raw(this.#open())
  }

  get items(): readonly ConversationEntry[] {
    return this.#shown.items
  }

  get meta(): ConversationsMeta | null {
    return this.#shown.meta
  }

  get failure(): Failure | null {
    return this.#shown.failure
  }

  get filters(): RecentFilters {
    return this.#filters
  }

  /** Whether the list holds all but muted conversations. */
  get isWhole(): boolean {
    return this.text === textOf(noFilters)
  }

  /** The filters, for a return to this visit. */
  get text(): string {
    return textOf(this.#filters)
  }

  /** Reopens the list after a failure. */
  retry(): void {
    this.#shown.retry()
  }

  toggle(toggle: Toggle): void {
    this.#change(toggled(this.#filters, toggle))
  }

  search(text: string): void {
    if (text !== this.#filters.text) this.#change({ ...this.#filters, text })
  }

  /** The previous list stays until the next one is here. */
  #change(filters: RecentFilters): void {
    this.#filters = filters
    if (this.#next !== null) this.#views.close(this.#next)
    const next = this.#open()
    this.#next = next
    next.onChange = () => {
      if (this.#next !== next) return
      this.#next = null
      this.#views.close(this.#shown)
      this.#shown = next
    }
  }

  #open(): LiveView<'recent'> {
    return this.#views.open<'recent'>(this.#accountId, { type: 'recent', filters: this.#filters })
  }

  /** Requests more rows near the end of the list, once for each length of the list. */
  reach(index: number): Promise<void> {
    return this.#more.reach(this.#shown, index)
  }

  /** Reports which conversations are on screen: those in doubt are verified first (M8). */
  onScreenChanged(measure: () => OnScreen): void {
    this.#onScreen.changed(measure)
  }

  async #tellOnScreen(shown: OnScreen): Promise<void> {
    const { viewId } = this.#shown
    const { first, last } = shown ?? { first: null, last: null }
    const result = await this.#bridge.call('views.look', { accountId: this.#accountId, viewId, first, last })
    if (!result.ok) this.#onScreen.forget()
  }

  get isDrawable(): boolean {
    return this.#shown.isDrawable
  }

  position(): KeptPosition | null {
    return this.scroll.position()
  }

  close(): void {
    this.#onScreen.close()
    if (this.#next !== null) this.#views.close(this.#next)
    this.#views.close(this.#shown)
  }
}
