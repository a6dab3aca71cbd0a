import type { AccountSummary } from '#contract/app-state.ts'
import type { Failure } from '#contract/values.ts'
import type { MarkedWords, SearchItem } from '#contract/views/search.ts'
import { clientLimits } from '#shared/client-limits.ts'
import type { Route } from '../app/routes.ts'
import type { AccountCalls } from '../bridge/account-calls.ts'
import type { ScreenPorts, ScreenState, ScreenVisit } from '../routes/screen-state.ts'
import type { KeptPosition } from '../ui/kept-position.ts'
import { ListScroll } from '../ui/list/list-scroll.ts'
import { AccountSearch } from './account-search.svelte.ts'
import { keptSearch, readSearch } from './kept-search.ts'
import type { RecentSearches } from './recent-searches.ts'
import { SearchField } from './search-field.svelte.ts'

/** The first key is searched for at once, further ones after this pause: each search asks a server. */
const searchDelayMs = 120

/** A found message, in the account that found it. */
export interface FoundMessage {
  readonly key: string
  readonly accountId: string
  readonly item: SearchItem
}

/** How far a search is, over all its accounts. */
export type SearchState = 'asking' | 'answered' | 'unreachable'

/**
 * A search in one organization or in all: what the disks find at once, and the servers' answers with them. While the reader
 * is in the list, nothing comes between its rows: what is found there waits until the reader wants it.
 */
export class SearchScreen implements ScreenState {
  readonly field: SearchField
  readonly scroll: ListScroll
  /** The hit that was opened last, which gets the focus on the way back. */
  opened: string | null
  /** Increases when the field is to take the focus. */
  focusRequests = $state(0)
  readonly #calls: AccountCalls
  readonly #ports: Pick<ScreenPorts, 'bridge' | 'views' | 'accounts'>
  readonly #searches: RecentSearches
  readonly #accountId: string
  #isEverywhere = $state(false)
  #accounts = $state.raw<readonly AccountSearch[]>([])
  /** The rows that are held in their places; null while rows may come between them. */
  #held = $state.raw<ReadonlySet<string> | null>(null)
  #recent = $state.raw<readonly string[]>([])
  /** What is searched for. */
  #query = $state('')
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(route: Extract<Route, { kind: 'search' }>, visit: ScreenVisit, ports: ScreenPorts) {
    const kept = readSearch(visit.text) ?? { ...route, opened: null }
    this.#ports = ports
    this.#calls = ports.calls
    this.#searches = ports.searches
    this.#accountId = visit.accountId
    this.scroll = new ListScroll(visit.position)
    this.opened = kept.opened
    this.field = new SearchField(kept.query, {
      findNarrows: (query) => this.#calls.askOf(this.#accountId, 'places.find', { query }),
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

  /** The search, for a return to this visit. */
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

  /** Whether anything is searched for. */
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
    // Within an account the engine's order stands.
    return this.#accounts.length < 2 ? found : found.toSorted((a, b) => b.item.timestamp - a.item.timestamp)
  })

  /** The rows of the list. */
  readonly hits: readonly FoundMessage[] = $derived.by(() => {
    const held = this.#held
    if (held === null) return this.#all
    const last = this.#all.findLastIndex(({ key }) => held.has(key))
    return this.#all.filter(({ key }, index) => index > last || held.has(key))
  })

  /** The number of hits that wait until the reader wants them. */
  get waiting(): number {
    return this.#all.length - this.hits.length
  }

  /** Why an organization could not be searched, each with its account. */
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

  /** Whether messages came that only a server can tell to fit or not. */
  get mayHaveNew(): boolean {
    return this.#accounts.some(({ mayHaveNew }) => mayHaveNew)
  }

  /** Whether the first answer is here: until then it is not known whether anything is found. */
  get isAnswered(): boolean {
    return this.#accounts.every(({ isDrawable }) => isDrawable)
  }

  get isDrawable(): boolean {
    return this.#query === '' || this.isAnswered
  }

  /** What to mark in the messages of an account. */
  wordsOf(accountId: string): readonly MarkedWords[] {
    return this.#accounts.find((account) => account.accountId === accountId)?.words ?? []
  }

  /** The search as another account understands it: ids are those of the account where it was written. */
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

  /** Searches at once for all that is written, and remembers it. */
  submit(): void {
    this.field.finish()
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#search()
    this.note()
  }

  /** The search was of use: it is offered again. */
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

  /** The accounts of a search in all organizations, the shown one first. */
  #everywhere(): readonly Pick<AccountSummary, 'id'>[] {
    const accounts = [...this.#ports.accounts()].slice(0, clientLimits.searchedAccounts.most)
    return accounts.sort((a, b) => Number(b.id === this.#accountId) - Number(a.id === this.#accountId))
  }

  /** Searches again, in all accounts. */
  retry(): void {
    for (const account of this.#accounts) account.retry()
  }

  /** Asks the servers again: messages came that only they can tell to fit. */
  async askAgain(): Promise<void> {
    this.#held = null
    await Promise.all(this.#accounts.map((account) => account.askAgain()))
  }

  /** The reader is in the list, or has left it. On the way back nothing is held until the opened hit is there again. */
  hold(isHeld: boolean): void {
    if (isHeld && (this.#held !== null || this.opened !== null)) return
    this.#held = isHeld ? new Set(this.hits.map(({ key }) => key)) : null
  }

  /** Puts the hits that wait into the list. */
  showWaiting(): void {
    this.#held = new Set(this.#all.map(({ key }) => key))
  }

  /** The reader is at a row: near the end more hits are asked for. */
  async reach(index: number): Promise<void> {
    if (this.#held !== null) this.#held = new Set([...this.#held, ...this.hits.map(({ key }) => key)])
    await Promise.all(this.#accounts.map((account) => account.reach(index, this.hits.length)))
  }

  position(): KeptPosition | null {
    return this.scroll.position()
  }

  close(): void {
    clearTimeout(this.#timer)
    for (const account of this.#accounts) account.close()
  }
}
