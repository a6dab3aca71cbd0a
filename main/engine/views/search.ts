import type { Failure } from '../../../preload/contract/failures.ts'
import type { SearchPage } from '../../../preload/contract/calls/search.ts'
import type { Result } from '../../../preload/contract/values.ts'
import type { SearchItem, SearchMeta } from '../../../preload/contract/views/search.ts'
import type { ReadCore } from '../read-core.ts'
import type { Change } from '../model/changes.ts'
import { currencyOf } from '../model/messages/currency.ts'
import { hitOf, searchDisk, searchServer, superseded, type SearchRequest } from '../search/search.ts'
import type { Fetcher } from '../sync/fetcher.ts'
import type { MoreDirection, RefreshableView } from './view.ts'

const pageSize = 50
/** New messages are searched together, a moment after the first of them. */
const lookAgainMs = 300

/** The search functions; tests replace them. */
export interface SearchPorts {
  readonly isOnline: () => boolean
  readonly disk: (request: SearchRequest) => Promise<Result<SearchPage>>
  readonly server: (request: SearchRequest) => Promise<Result<SearchPage>>
  /** The answer is no longer needed. */
  readonly drop: () => void
  readonly onDirty: () => void
}

let askers = 0

/** The search functions of this account; each search has an id by which its requests are cancelled. */
export function searchPorts(
  core: ReadCore,
  fetcher: Fetcher,
  { isOnline, onDirty }: Pick<SearchPorts, 'isOnline' | 'onDirty'>,
): SearchPorts {
  askers += 1
  // With separate names: a new search on disk must not cancel the request to the server.
  const asker = `view ${askers}`
  const serverAsker = `${asker} server`
  return {
    isOnline,
    onDirty,
    disk: (request) => searchDisk(core, request, asker),
    server: (request) => searchServer(core, fetcher, request, serverAsker),
    drop: () => {
      core.reader.drop(asker)
      core.reader.drop(serverAsker)
    },
  }
}

/**
 * The hits of a search: from disk at once, then from the server; newest first. Matching new messages are added; if only
 * the server can match, the view says that there may be more (M21). A hit follows its message: it shows the current
 * text and whether that is in doubt, and is removed with the message.
 */
export class SearchView implements RefreshableView<'search'> {
  readonly #core: ReadCore
  readonly #ports: SearchPorts
  readonly #query: string
  #hits = new Map<number, SearchItem>()
  /** Hits that only the server can match: a new message cannot be tested here. */
  readonly #serverOnly = new Set<number>()
  /** Hits whose message has changed since they were computed. */
  readonly #stale = new Set<number>()
  #wanted = pageSize
  #hasMore = false
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
        if (change.conversation === '*' || !this.#hits.has(change.id)) return false
        this.#stale.add(change.id)
        return true
      case 'people':
      case 'streams':
      case 'epoch':
        return true
      default:
        return false
    }
  }

  /** The state of uncached messages is unknown: their hits stay, in doubt. */
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
        hasMore: this.#hasMore,
        isIndexed: this.#isIndexed,
        server: this.#server,
        mayHaveNew: this.#mayHaveNew,
        problem: this.#problem,
      },
    }
  }

  /** Updates the hits from the stored messages. Hits of evicted messages stay, in doubt. */
  #follow(): void {
    const { store } = this.#core
    const isCurrent = currencyOf(this.#core)
    for (const [id, known] of this.#hits) {
      const row = store.messages.get(id)
      if (row === undefined && this.#stale.has(id)) {
        this.#hits.delete(id)
        this.#serverOnly.delete(id)
        continue
      }
      const isInDoubt = row === undefined || !isCurrent(row)
      const hit = (this.#stale.has(id) && row !== undefined && hitOf(this.#core, this.#query, row)) || known
      if (hit !== known || hit.isInDoubt !== isInDoubt) this.#hits.set(id, { ...known, ...hit, isInDoubt })
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
    const last = Math.min(...this.#hits.keys(), Number.MAX_SAFE_INTEGER)
    this.#wanted += pageSize
    await this.#look(last)
    await this.#ask(last)
  }

  #lookAgain(): void {
    if (this.#cancel !== null) return
    this.#cancel = this.#core.ports.clock.schedule(lookAgainMs, () => {
      this.#cancel = null
      if (this.#serverOnly.size > 0) this.#mayHaveNew = true
      this.#core.apart('a search', this.#look(null))
    })
  }

  async #look(before: number | null): Promise<void> {
    const result = await this.#ports.disk({
      query: this.#query,
      before,
      limit: before === null ? this.#wanted : pageSize,
    })
    if (this.#isClosed || isSuperseded(result)) return
    if (!result.ok) {
      this.#problem = result.error
    } else {
      if (before === null) this.#hits = new Map([...this.#hits].filter(([id]) => this.#serverOnly.has(id)))
      this.#take(result.value)
    }
    this.#ports.onDirty()
  }

  async #ask(before: number | null): Promise<void> {
    if (this.#problem !== null || this.#isClosed) return
    if (!this.#ports.isOnline()) {
      this.#server = 'unreachable'
      this.#ports.onDirty()
      return
    }
    this.#server = 'asking'
    this.#ports.onDirty()
    const result = await this.#ports.server({ query: this.#query, before, limit: pageSize })
    if (this.#hasEnded() || isSuperseded(result)) return
    if (result.ok) {
      this.#server = 'answered'
      for (const hit of result.value.hits) if (!this.#hits.has(hit.messageId)) this.#serverOnly.add(hit.messageId)
      this.#take(result.value)
    } else {
      this.#server = 'unreachable'
      if (result.error.code !== 'SEARCH_OFFLINE') this.#problem = result.error
    }
    this.#ports.onDirty()
  }

  #hasEnded(): boolean {
    return this.#isClosed
  }

  #take(page: SearchPage): void {
    this.#problem = null
    this.#isIndexed = page.isIndexed
    this.#hasMore = page.hasMore
    for (const hit of page.hits) this.#hits.set(hit.messageId, { ...hit, key: `hit:${hit.messageId}`, kind: 'hit' })
  }
}

function isSuperseded(result: Result<SearchPage>): boolean {
  return !result.ok && result.error.code === superseded
}
