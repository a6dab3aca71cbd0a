import type { Failure } from '#contract/base/failures.ts'
import type { MarkedWords, SearchCoverage, SearchItem, SearchMeta } from '#contract/search.ts'
import { filterText, searchTerms, splitName } from '#shared/search-terms.ts'
import { ReplacedView } from '../../bridge/replaced-view.svelte.ts'
import type { ScreenPorts } from '../../state/routes/screen-state.ts'
import { MoreRows } from '../../bridge/more-rows.ts'

/** The part of a search that one account answers. */
export class AccountSearch {
  readonly accountId: string
  readonly #bridge: ScreenPorts['bridge']
  readonly #view: ReplacedView<'search'>
  readonly #more: MoreRows
  #query = ''

  constructor({ bridge, views }: Pick<ScreenPorts, 'bridge' | 'views'>, accountId: string) {
    this.accountId = accountId
    this.#bridge = bridge
    this.#view = new ReplacedView(views, accountId)
    this.#more = new MoreRows(bridge)
  }

  /** Returns a search in the form for an account: ids are valid only in the account in which the search was written. */
  static queryFor(query: string, isOwn: boolean): string {
    if (isOwn) return query
    return searchTerms(query)
      .map((term) => {
        if (term.kind !== 'filter' || term.filter === 'topic') return term.written
        const names = term.operand.split(/(?<=\|\d{1,15})\s*,\s*/u).map((name) => splitName(name)?.name ?? name)
        return filterText(term.filter, names.join(','), term.isNegated)
      })
      .join(' ')
  }

  search(query: string, isOwn: boolean): void {
    const asked = AccountSearch.queryFor(query, isOwn)
    if (asked === this.#query) return
    this.#query = asked
    this.#view.ask(asked === '' ? null : { type: 'search', query: asked })
  }

  get #meta(): SearchMeta | null {
    return this.#view.shown?.meta ?? null
  }

  get items(): readonly SearchItem[] {
    return this.#view.shown?.items ?? []
  }

  get words(): readonly MarkedWords[] {
    return this.#meta?.words ?? []
  }

  get problem(): Failure | null {
    return this.#view.shown?.failure ?? this.#meta?.problem ?? null
  }

  get server(): SearchMeta['server'] {
    return this.#meta?.server ?? 'asking'
  }

  get hasMore(): boolean {
    return this.#meta?.hasMore ?? false
  }

  get isIndexed(): boolean {
    return this.#meta?.isIndexed ?? true
  }

  /** How far back this computer has what is searched; null if that is unknown. */
  get coverage(): SearchCoverage | null {
    return this.#meta?.coverage ?? null
  }

  get mayHaveNew(): boolean {
    return this.#meta?.mayHaveNew ?? false
  }

  get isDrawable(): boolean {
    return this.#view.shown?.isDrawable ?? true
  }

  retry(): void {
    this.#view.shown?.retry()
  }

  async askAgain(): Promise<void> {
    const { shown } = this.#view
    if (shown === null) return
    const { accountId, viewId } = shown
    await this.#bridge.call('views.more', { accountId, viewId, direction: 'newest' })
  }

  /** Requests more hits if an index is near the end of all rows. */
  async reach(index: number, length: number): Promise<void> {
    const { shown } = this.#view
    if (shown !== null) await this.#more.reach(shown, index, length)
  }

  close(): void {
    this.#view.close()
  }
}
