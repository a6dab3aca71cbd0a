import type { AccountSummary } from '#contract/accounts.ts'
import type { Failure } from '#contract/base/failures.ts'
import type { MarkedWords, SearchItem } from '#contract/search.ts'
import { clientLimits } from '#shared/client-limits.ts'
import type { Route } from '../../state/routes/routes.ts'
import type { AccountCalls } from '../../state/account-calls.ts'
import type { ScreenPorts, ScreenState, ScreenVisit } from '../../state/routes/screen-state.ts'
import { type KeptPosition, ListScroll } from '../../ui/list/list-scroll.ts'
import { AccountSearch } from './account-search.svelte.ts'
import { shownCoverage, type ShownCoverage } from './coverage.ts'
import { keptSearch, readSearch, type RecentSearches } from './kept-searches.ts'
import { SearchField } from './search-field.svelte.ts'

/**
 * The pause before a changed text is searched for, in milliseconds, since each search asks a server. The first change
 * is searched for at once.
 */
const searchDelayMs = 120

/** A found message, in the account that found it. */
export interface FoundMessage {
  readonly key: string
  readonly accountId: string
  readonly item: SearchItem
}

/** The progress of a search over all its accounts. */
export type SearchState = 'asking' | 'answered' | 'unreachable'

/** The parts of the page that the screen uses. */
export type SearchPorts = ScreenPorts & { readonly searches: RecentSearches }

/**
 * A search in one organization or in all. The results of the disk come first, and those of the servers join them. While
 * the reader is in the list, nothing is inserted between its rows until the reader asks for it.
 */
export class SearchScreen implements ScreenState {
  readonly field: SearchField
  readonly scroll: ListScroll
  /** The key of the hit that was opened last and takes the focus after a return; null for none. */
  opened: string | null
  /** The number of requests to focus the field. */
  focusRequests = $state(0)
  readonly #calls: AccountCalls
  readonly #ports: Pick<ScreenPorts, 'bridge' | 'views' | 'accounts'>
  readonly #searches: RecentSearches
  readonly #accountId: string
  #isEverywhere = $state(false)
  #accounts = $state.raw<readonly AccountSearch[]>([])
  /** The keys of the rows that hold their positions; null while rows may be inserted. */
  #held = $state.raw<ReadonlySet<string> | null>(null)
  #recent = $state.raw<readonly string[]>([])
  /** The current search. */
  #query = $state('')
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(route: Extract<Route, { kind: 'search' }>, visit: ScreenVisit, ports: SearchPorts) {
    const kept = readSearch(visit.text) ?? { ...route, opened: null }
    this.#ports = ports
    this.#calls = ports.calls
    this.#searches = ports.searches
    this.#accountId = visit.accountId
    this.scroll = new ListScroll(visit.position)
    this.opened = kept.opened
    this.field = new SearchField(kept.query, {
      findNarrows: (query) => this.#calls.askOf(this.#accountId, 'narrows.find', { query }),
      findPeople: (query) => this.#calls.askOf(this.#accountId, 'people.search', { query, withEverybody: true }),
      onChange: () => this.#searchSoon(),
    })
    this.#isEverywhere = kept.isEverywhere
    this.#recent = this.#searches.of(this.#accountId)
    this.#search()
  }

  get route(): Route {
    return { kind: 'search', query: this.field.query, isEverywhere: this.#isEverywhere }
  }

  /** The serialized search, which a return to this visit restores. */
  get text(): string {
    return keptSearch({ query: this.field.query, isEverywhere: this.#isEverywhere, opened: this.opened })
  }

  get isEverywhere(): boolean {
    return this.#isEverywhere
  }

  /** Whether there are several organizations to search. */
  get hasSeveral(): boolean {
    return this.#ports.accounts().length > 1
  }

  /** Whether there is a search. */
  get isSearching(): boolean {
    return this.#query !== ''
  }

  get recent(): readonly string[] {
    return this.#recent
  }

  readonly #all: readonly FoundMessage[] = $derived.by(() => {
    const found = this.#accounts.flatMap(({ accountId, items }) =>
      items.map((item) => ({ key: `${accountId} ${item.messageId}`, accountId, item })),
    )
    // The rows of a single account keep the engine's order.
    return this.#accounts.length < 2 ? found : found.toSorted((a, b) => b.item.timestamp - a.item.timestamp)
  })

  /** The rows of the list. */
  readonly hits: readonly FoundMessage[] = $derived.by(() => {
    const held = this.#held
    if (held === null) return this.#all
    const last = this.#all.findLastIndex(({ key }) => held.has(key))
    return this.#all.filter(({ key }, index) => index > last || held.has(key))
  })

  /** The number of hits that wait until the reader asks for them. */
  get waiting(): number {
    return this.#all.length - this.hits.length
  }

  /** The failures of organizations that could not be searched. */
  get problems(): readonly { readonly accountId: string; readonly failure: Failure }[] {
    return this.#accounts.flatMap(({ accountId, problem }) =>
      problem === null ? [] : [{ accountId, failure: problem }],
    )
  }

  readonly state: SearchState = $derived.by(() => {
    const states = this.#accounts.filter(({ problem }) => problem === null).map(({ server }) => server)
    if (states.includes('asking')) return 'asking'
    return states.includes('unreachable') ? 'unreachable' : 'answered'
  })

  /** Whether there may be further hits below the last one. */
  get hasMore(): boolean {
    return this.#accounts.some(({ hasMore }) => hasMore)
  }

  /** Whether older messages are still being indexed on this computer. */
  get isIndexing(): boolean {
    return this.#accounts.some(({ isIndexed }) => !isIndexed)
  }

  /** How far back this computer has what is searched, in words; null if that is unknown. */
  readonly coverage: ShownCoverage | null = $derived.by(() =>
    shownCoverage(this.#accounts.flatMap(({ coverage }) => coverage ?? [])),
  )

  /** Whether there are new messages that only a server can match. */
  get mayHaveNew(): boolean {
    return this.#accounts.some(({ mayHaveNew }) => mayHaveNew)
  }

  /** Whether every account has answered once; before that, it is unknown whether there are hits. */
  get isAnswered(): boolean {
    return this.#accounts.every(({ isDrawable }) => isDrawable)
  }

  get isDrawable(): boolean {
    return this.#query === '' || this.isAnswered
  }

  /** Returns the words to mark in the messages of an account. */
  wordsOf(accountId: string): readonly MarkedWords[] {
    return this.#accounts.find((account) => account.accountId === accountId)?.words ?? []
  }

  /**
   * Returns the search in the form for an account: ids are valid only in the account in which the search was written.
   */
  queryFor(accountId: string): string {
    return AccountSearch.queryFor(this.field.query, accountId === this.#accountId)
  }

  setEverywhere(isEverywhere: boolean): void {
    this.#isEverywhere = isEverywhere
    this.#search()
  }

  #searchSoon(): void {
    if (this.#timer === undefined) this.#search(this.field.live)
    else clearTimeout(this.#timer)
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      this.#search(this.field.live)
    }, searchDelayMs)
  }

  /** Searches for the whole input at once, and records it. */
  submit(): void {
    this.field.finish()
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#search()
    this.note()
  }

  /** Records a search that was useful, so that it is offered again. */
  note(): void {
    this.#searches.note(this.#accountId, this.field.query)
    this.#recent = this.#searches.of(this.#accountId)
  }

  forgetRecent(query: string): void {
    this.#searches.remove(this.#accountId, query)
    this.#recent = this.#searches.of(this.#accountId)
  }

  #search(query = this.field.query): void {
    const ids = this.#isEverywhere ? this.#everywhere().map(({ id }) => id) : [this.#accountId]
    const known = new Map(this.#accounts.map((account) => [account.accountId, account]))
    for (const account of this.#accounts) if (!ids.includes(account.accountId)) account.close()
    if (query !== this.#query) this.#held = null
    this.#query = query
    this.#accounts = ids.map((id) => known.get(id) ?? new AccountSearch(this.#ports, id))
    for (const account of this.#accounts) account.search(query, account.accountId === this.#accountId)
  }

  /** Returns the accounts of a search in all organizations, the shown one first. */
  #everywhere(): readonly Pick<AccountSummary, 'id'>[] {
    const accounts = [...this.#ports.accounts()].slice(0, clientLimits.searchedAccounts.most)
    return accounts.sort((a, b) => Number(b.id === this.#accountId) - Number(a.id === this.#accountId))
  }

  /** Repeats the search in all accounts. */
  retry(): void {
    for (const account of this.#accounts) account.retry()
  }

  /** Asks the servers again, which can match new messages. */
  async askAgain(): Promise<void> {
    this.#held = null
    await Promise.all(this.#accounts.map((account) => account.askAgain()))
  }

  /**
   * Holds the rows while the reader is in the list. After a return, rows are held only once the opened hit is loaded.
   */
  hold(isHeld: boolean): void {
    if (isHeld && (this.#held !== null || this.opened !== null)) return
    this.#held = isHeld ? new Set(this.hits.map(({ key }) => key)) : null
  }

  /** Inserts the hits that wait into the list. */
  showWaiting(): void {
    this.#held = new Set(this.#all.map(({ key }) => key))
  }

  /** Requests more hits if an index is near the end. */
  async reach(index: number): Promise<void> {
    if (this.#held !== null) this.#held = new Set([...this.#held, ...this.hits.map(({ key }) => key)])
    await Promise.all(this.#accounts.map((account) => account.reach(index, this.hits.length)))
  }

  focusField(): void {
    this.focusRequests += 1
  }

  position(): KeptPosition | null {
    return this.scroll.position()
  }

  close(): void {
    clearTimeout(this.#timer)
    for (const account of this.#accounts) account.close()
  }
}
