import type { Bridge } from '#contract/bridge.ts'
import type { RecentFilters } from '#contract/navigation.ts'
import type { Route } from '../../state/routes/routes.ts'
import type { KeptViews } from '../../bridge/kept-views.ts'
import { ReplacedView } from '../../bridge/replaced-view.svelte.ts'
import type { ScreenPorts, ScreenVisit } from '../../state/routes/screen-state.ts'
import type { LiveView } from '../../bridge/view-client.svelte.ts'
import { ListScreenState } from '../../state/routes/list-screen-state.ts'
import { MoreRows } from '../../bridge/more-rows.ts'
import { OnScreenReport, type OnScreen } from '../../ui/on-screen.ts'
import { noFilters, readFilters, textOf, toggled, type Toggle } from './kept-filters.ts'

/** The recent conversations of an account, filtered by the engine, so that the list is complete. */
export class RecentScreen extends ListScreenState<'recent'> {
  readonly route: Route = { kind: 'recent' }
  readonly #bridge: Bridge
  readonly #lists: KeptViews
  readonly #accountId: string
  #filters = $state.raw<RecentFilters>(noFilters)
  readonly #view: ReplacedView<'recent'>
  readonly #more: MoreRows
  readonly #onScreen = new OnScreenReport(
    () => this.#view.shown?.viewId ?? '',
    (shown) => void this.#reportOnScreen(shown),
  )

  constructor(
    { accountId, position, text }: Pick<ScreenVisit, 'accountId' | 'position' | 'text'>,
    { bridge, lists }: Pick<ScreenPorts, 'bridge' | 'lists'>,
  ) {
    super(position)
    this.#bridge = bridge
    this.#lists = lists
    this.#more = new MoreRows(bridge)
    this.#accountId = accountId
    this.#view = new ReplacedView(lists, accountId)
    this.#change(readFilters(text))
  }

  protected get shown(): LiveView<'recent'> | null {
    return this.#view.shown
  }

  get renewals(): number {
    return this.#view.shown?.renewals ?? 0
  }

  get filters(): RecentFilters {
    return this.#filters
  }

  /** Whether the list has all but muted conversations. */
  get isWhole(): boolean {
    return this.text === textOf(noFilters)
  }

  /** The serialized filters, which a return to this visit restores. */
  get text(): string {
    return textOf(this.#filters)
  }

  toggle(toggle: Toggle): void {
    this.#change(toggled(this.#filters, toggle))
  }

  search(text: string): void {
    if (text !== this.#filters.text) this.#change({ ...this.#filters, text })
  }

  #change(filters: RecentFilters): void {
    this.#filters = filters
    this.#view.ask({ type: 'recent', filters })
  }

  /** Requests more rows near the end of the list, once for each length of the list. */
  async reach(index: number): Promise<void> {
    const { shown } = this.#view
    if (shown !== null) await this.#more.reach(shown, index)
  }

  /** Reports which conversations are on screen: the engine verifies stale ones first (M9). */
  onScreenChanged(measure: () => OnScreen): void {
    this.#onScreen.changed(measure)
  }

  async #reportOnScreen(shown: OnScreen): Promise<void> {
    const viewId = this.#view.shown?.viewId
    if (viewId === undefined) return
    const { first, last } = shown ?? { first: null, last: null }
    const result = await this.#bridge.call('views.look', { accountId: this.#accountId, viewId, first, last })
    if (!result.ok) this.#onScreen.forget()
  }

  close(): void {
    this.#onScreen.close()
    void this.#reportOnScreen(null)
    const view = this.#view.release()
    if (view !== null) this.#lists.leave(view)
  }
}
