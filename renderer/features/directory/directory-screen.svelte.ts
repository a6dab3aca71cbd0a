import type { DirectoryFilters, PersonItem } from '#contract/people.ts'
import { clientLimits } from '#shared/client-limits.ts'
import type { DirectorySort } from '#shared/directory-choices.ts'
import { MoreRows } from '../../bridge/more-rows.ts'
import { ReplacedView } from '../../bridge/replaced-view.svelte.ts'
import type { LiveView } from '../../bridge/view-client.svelte.ts'
import { ListScreenState } from '../../state/routes/list-screen-state.ts'
import type { Route } from '../../state/routes/routes.ts'
import type { ScreenPorts, ScreenVisit } from '../../state/routes/screen-state.ts'
import { hasFilters, noFilters, readChoices, textOf, type DirectoryChoices } from './kept-choices.ts'

const step = clientLimits.directoryRows.most

/** The people of the organization, searched, filtered and sorted by the engine. */
export class DirectoryScreen extends ListScreenState<'people'> {
  readonly route: Route = { kind: 'directory' }
  readonly accountId: string
  #choices = $state.raw<DirectoryChoices>(readChoices(''))
  readonly #view: ReplacedView<'people'>
  readonly #more: MoreRows

  constructor(
    { accountId, position, text }: Pick<ScreenVisit, 'accountId' | 'position' | 'text'>,
    { bridge, views }: Pick<ScreenPorts, 'bridge' | 'views'>,
  ) {
    super(position)
    this.accountId = accountId
    this.#more = new MoreRows(bridge)
    this.#view = new ReplacedView(views, accountId)
    // The first state reaches down to the row to which the list returns.
    this.#change(readChoices(text), Math.min((position?.index ?? 0) + step, clientLimits.directoryListed.most))
  }

  protected get shown(): LiveView<'people'> | null {
    return this.#view.shown
  }

  /** The text of the search. */
  get query(): string {
    return this.#choices.text
  }

  get filters(): DirectoryFilters {
    return this.#choices.filters
  }

  get sort(): DirectorySort {
    return this.#choices.sort
  }

  /** Whether the list has only some people. */
  get isFiltered(): boolean {
    return this.query.trim() !== '' || hasFilters(this.filters)
  }

  /** Whether nobody is listed only because nobody is online. */
  get isNobodyOnline(): boolean {
    return this.filters.isOnline && this.query.trim() === '' && !hasFilters({ ...this.filters, isOnline: false })
  }

  /** The name of the chosen group; null without one, and until it is known. */
  get groupName(): string | null {
    const { groupId } = this.filters
    return this.meta?.groups.find((group) => group.groupId === groupId)?.name ?? null
  }

  /** The search, the filters and the order, which a return to this visit restores. */
  get text(): string {
    return textOf(this.#choices)
  }

  search(text: string): void {
    if (text !== this.query) this.#change({ ...this.#choices, text: text.slice(0, clientLimits.nameQuery.most) })
  }

  filter(change: Partial<DirectoryFilters>): void {
    this.#change({ ...this.#choices, filters: { ...this.filters, ...change } })
  }

  sortBy(sort: DirectorySort): void {
    if (sort !== this.sort) this.#change({ ...this.#choices, sort })
  }

  /** Lists all active people again. */
  clear(): void {
    this.#change({ ...this.#choices, text: '', filters: noFilters })
  }

  /** Returns the first match of the typed text, also if its answer is still on its way; null if there is none. */
  async firstMatch(): Promise<PersonItem | null> {
    return (await this.#view.latest())?.items[0] ?? null
  }

  /** Requests more rows near the end of the list, once for each length of the list. */
  async reach(index: number): Promise<void> {
    const { shown } = this.#view
    if (shown !== null) await this.#more.reach(shown, index)
  }

  #change(choices: DirectoryChoices, rows = step): void {
    this.#choices = choices
    const { text, filters, sort } = choices
    this.#view.ask({ type: 'people', query: text.slice(0, clientLimits.nameQuery.most), filters, sort, rows })
  }

  close(): void {
    this.#view.close()
  }
}
