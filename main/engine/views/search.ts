import type { Failure, Result } from '#contract/base/failures.ts'
import type { SearchHit, SearchItem, SearchMeta, SearchPage } from '#contract/search.ts'
import type { MessageId } from '../values/ids.ts'
import type { ReadCore } from '../core/read-core.ts'
import type { Change } from '../state/changes.ts'
import { freshnessOf } from '../state/messages/freshness.ts'
import { changesCoverage } from '../search/coverage.ts'
import { askServer, coverageOf, hitMaker, markedWords, searchDisk, superseded } from '../search/search.ts'
import type { SearchRequest, ServerPage } from '../search/search.ts'
import type { Fetcher } from '../sync/fetcher.ts'
import type { MoreDirection, RefreshableView } from './view.ts'

const pageSize = 50
/** New messages are searched together, this time after the first of them. */
const lookAgainMs = 300

/** The search functions, which tests replace. */
export interface SearchPorts {
  readonly isOnline: () => boolean
  readonly disk: (request: SearchRequest) => Promise<Result<SearchPage>>
  readonly server: (request: SearchRequest) => Promise<Result<ServerPage>>
  /** Cancels the searches, because their answers are no longer needed. */
  readonly drop: () => void
  readonly onDirty: () => void
}

let owners = 0

/** Returns the search functions of this account. Each search has an id by which its requests are cancelled. */
export function searchPorts(
  core: ReadCore,
  fetcher: Fetcher,
  { isOnline, onDirty }: Pick<SearchPorts, 'isOnline' | 'onDirty'>,
): SearchPorts {
  owners += 1
  // The names are separate, because a new search on disk must not cancel the request to the server.
  const owner = `view ${owners}`
  const serverOwner = `${owner} server`
  return {
    isOnline,
    onDirty,
    disk: (request) => searchDisk(core, request, owner),
    server: (request) => askServer(core, fetcher, request, serverOwner),
    drop: () => {
      core.reader.drop(owner)
      core.reader.drop(serverOwner)
    },
  }
}

/**
 * The view of a search's results: first from disk, then from the server, newest first. Matching new messages are
 * added; if only the server can match, the view says that there may be more (M21). A result follows its message: it
 * shows the current text and whether that is stale, and is removed with the message.
 */
export class SearchView implements RefreshableView<'search'> {
  readonly #core: ReadCore
  readonly #ports: SearchPorts
  readonly #query: string
  #hits = new Map<number, SearchItem>()
  /** Results that only the server can match, so that a new message cannot be tested here. */
  readonly #serverOnly = new Set<number>()
  /** Results whose message has changed since they were computed. */
  readonly #stale = new Set<number>()
  /** Messages that came or changed since the last search, and were no results then. */
  readonly #others = new Set<number>()
  #wanted = pageSize
  /** The start of the next page on disk; null after the last one. */
  #nextOnDisk: MessageId | null = null
  /** The start of the server's next page; null after the last one, and without an answer. */
  #nextAtServer: MessageId | null = null
  /** The newest message when the server was asked. */
  #askedThrough = 0
  #isIndexed = true
  #server: SearchMeta['server'] = 'unreachable'
  #mayHaveNew = false
  #problem: Failure | null = null
  #cancel: (() => void) | null = null
  #isClosed = false

  constructor(core: ReadCore, ports: SearchPorts, query: string) {
    this.#core = core
    this.#ports = ports
    this.#query = query
  }

  isAffected(change: Change): boolean {
    switch (change.kind) {
      case 'message':
        if (!this.#isClosed) this.#lookAgain()
        if (change.conversation === '*') return false
        if (!this.#hits.has(change.id)) {
          this.#others.add(change.id)
          return false
        }
        this.#stale.add(change.id)
        return true
      case 'people':
      case 'streams':
      case 'epoch':
        return true
      default:
        return changesCoverage(change)
    }
  }

  /**
   * Marks the results of cached messages as changed. The state of uncached messages is unknown, so that their results
   * stay and are stale.
   */
  noteAll(): void {
    for (const id of this.#hits.keys()) if (this.#core.store.messages.get(id) !== undefined) this.#stale.add(id)
  }

  compute(): { items: SearchItem[]; meta: SearchMeta } {
    this.#follow()
    const items = [...this.#hits.values()].sort((a, b) => b.messageId - a.messageId)
    return {
      items,
      meta: {
        query: this.#query,
        words: markedWords(this.#core, this.#query),
        hasMore: this.#nextOnDisk !== null || this.#nextAtServer !== null,
        isIndexed: this.#isIndexed,
        server: this.#server,
        coverage: coverageOf(this.#core, this.#query),
        mayHaveNew: this.#mayHaveNew,
        problem: this.#problem,
      },
    }
  }

  /** Updates the results from the stored messages. Results of evicted messages stay and are stale. */
  #follow(): void {
    const { store } = this.#core
    const isFresh = freshnessOf(this.#core)
    const hitOf = this.#stale.size === 0 ? null : hitMaker(this.#core, this.#query)
    for (const [id, known] of this.#hits) {
      const row = store.messages.get(id)
      if (row === undefined && this.#stale.has(id)) {
        this.#hits.delete(id)
        this.#serverOnly.delete(id)
        continue
      }
      const isStale = row === undefined || !isFresh(row)
      const hit = this.#stale.has(id) && row !== undefined ? (hitOf?.(row) ?? known) : known
      if (hit !== known || hit.isStale !== isStale) this.#hits.set(id, { ...known, ...hit, isStale })
    }
    this.#stale.clear()
  }

  close(): void {
    this.#isClosed = true
    this.#ports.drop()
    this.#cancel?.()
  }

  /** Searches the disk, then the server. */
  async refresh(): Promise<void> {
    this.#mayHaveNew = false
    await this.#look(null)
    await this.#ask(null)
  }

  async more(direction: MoreDirection): Promise<void> {
    if (direction !== 'older') {
      await this.refresh()
      return
    }
    if (this.#nextOnDisk !== null) {
      this.#wanted += pageSize
      await this.#look(this.#nextOnDisk)
    }
    if (this.#nextAtServer !== null) await this.#ask(this.#nextAtServer)
  }

  #lookAgain(): void {
    if (this.#cancel !== null) return
    this.#cancel = this.#core.ports.clock.schedule(lookAgainMs, () => {
      this.#cancel = null
      this.#core.runInBackground('a search', this.#lookForNew())
    })
  }

  async #lookForNew(): Promise<void> {
    const others = [...this.#others]
    this.#others.clear()
    await this.#look(null)
    const isUnknown = others.some((id) => id > this.#askedThrough && !this.#hits.has(id))
    if (!isUnknown || this.#serverOnly.size === 0 || this.#mayHaveNew || this.#isClosed) return
    this.#mayHaveNew = true
    this.#ports.onDirty()
  }

  /** Searches the disk. @param before the start of a further page; null to search again as far as before */
  async #look(before: MessageId | null): Promise<void> {
    const limit = before === null ? this.#wanted : pageSize
    const result = await this.#ports.disk({ query: this.#query, before, limit })
    if (this.#isClosed || isSuperseded(result)) return
    if (!result.ok) {
      this.#problem = result.error
    } else {
      const { hits, hasMore, isIndexed } = result.value
      if (before === null) this.#hits = new Map([...this.#hits].filter(([id]) => this.#serverOnly.has(id)))
      this.#nextOnDisk = hasMore ? (hits.at(-1)?.messageId ?? null) : null
      this.#isIndexed = isIndexed
      this.#take(hits)
    }
    this.#ports.onDirty()
  }

  async #ask(before: MessageId | null): Promise<void> {
    if (this.#problem !== null || this.#isClosed) return
    if (!this.#ports.isOnline()) {
      this.#server = 'unreachable'
      this.#ports.onDirty()
      return
    }
    this.#server = 'asking'
    this.#askedThrough = this.#core.store.messages.maxId()
    this.#ports.onDirty()
    const result = await this.#ports.server({ query: this.#query, before, limit: pageSize })
    if (this.#hasEnded() || isSuperseded(result)) return
    if (result.ok) {
      const { hits, serverOnly, next } = result.value
      this.#server = 'answered'
      this.#nextAtServer = next
      for (const id of serverOnly) this.#serverOnly.add(id)
      this.#take(hits)
    } else {
      this.#server = 'unreachable'
      if (result.error.code !== 'SEARCH_OFFLINE') this.#problem = result.error
    }
    this.#ports.onDirty()
  }

  #hasEnded(): boolean {
    return this.#isClosed
  }

  #take(hits: readonly SearchHit[]): void {
    this.#problem = null
    for (const hit of hits) this.#hits.set(hit.messageId, { ...hit, key: `hit:${hit.messageId}`, kind: 'hit' })
  }
}

function isSuperseded(result: Result<unknown>): boolean {
  return !result.ok && result.error.code === superseded
}
