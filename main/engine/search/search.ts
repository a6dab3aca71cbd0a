import type { MessageId } from '../values/ids.ts'
import type { Result } from '#contract/base/failures.ts'
import type { SearchCoverage, SearchHit, SearchPage } from '#contract/search.ts'
import type { ReadCore } from '../core/read-core.ts'
import { isFresh } from '../state/messages/freshness.ts'
import { previewText } from '../state/content/plain-text.ts'
import { directTitle } from '../projections/headings.ts'
import type { MessageRow } from '../store/message-row.ts'
import { failureKind } from '../api/request-failures.ts'
import type { Fetcher } from '../sync/fetcher.ts'
import { diskTerms } from './condition.ts'
import { searchCoverage } from './coverage.ts'
import { SearchQueryError } from './names.ts'
import { parseQuery, wantedPhrases, type Phrase, type SearchQuery } from './query.ts'
import { serverRows } from './server-search.ts'
import { parts, snippet } from './snippet.ts'

/** One page of a search. */
export interface SearchRequest {
  readonly query: string
  /** Only messages with lower ids match; null for the first page. */
  readonly before: MessageId | null
  readonly limit: number
}

/** One page of the server's results. */
export interface ServerPage {
  /** The newest first. */
  readonly hits: readonly SearchHit[]
  /** Hits that the local index does not find, because it splits words differently. */
  readonly serverOnly: ReadonlySet<MessageId>
  /** The id below which the server's next page starts; null after the last one. */
  readonly next: MessageId | null
}

/** The code of a search whose result is unused because a newer one of the same caller has superseded it. */
export const superseded = 'SUPERSEDED'

const supersededResult = {
  ok: false,
  error: { code: superseded },
} as const

/** Searches the cache, newest first. A newer search of the same `owner` supersedes an older one. */
export async function searchDisk(core: ReadCore, request: SearchRequest, owner: string): Promise<Result<SearchPage>> {
  const query = readQuery(core, request.query)
  if (!query.ok) return query
  const rows = await find(core, query.value, request, owner)
  return rows === null ? supersededResult : { ok: true, value: page(core, query.value, rows, request.limit) }
}

/** Searches the server, which has the whole history, and stores the found messages. */
export async function askServer(
  core: ReadCore,
  fetcher: Fetcher,
  request: SearchRequest,
  owner: string,
): Promise<Result<ServerPage>> {
  const query = readQuery(core, request.query)
  if (!query.ok) return query
  let found
  try {
    found = await serverRows(core, fetcher, query.value, request.before, request.limit)
  } catch (error) {
    const failure = failureKind(error)
    return failure.kind === 'refused'
      ? { ok: false, error: failure.reason ?? { code: 'SERVER_REFUSED' } }
      : { ok: false, error: { code: 'SEARCH_OFFLINE' } }
  }
  const { rows, next } = found
  const ids = rows.map(({ id }) => id)
  const onDisk = await find(core, query.value, { before: null, limit: ids.length }, owner, ids)
  if (onDisk === null) return supersededResult
  const known = new Set(onDisk.map(({ id }) => id))
  const serverOnly = new Set(ids.filter((id) => !known.has(id)))
  return { ok: true, value: { hits: rows.map(hitsOf(core, query.value)), serverOnly, next } }
}

/** Searches the cache and the server and merges their hits. */
export async function searchServer(
  core: ReadCore,
  fetcher: Fetcher,
  request: SearchRequest,
  owner: string,
): Promise<Result<SearchPage>> {
  const asked = await askServer(core, fetcher, request, owner)
  if (!asked.ok) return asked
  const disk = await searchDisk(core, request, owner)
  if (!disk.ok) return disk
  const hits = new Map([...disk.value.hits, ...asked.value.hits].map((hit) => [hit.messageId, hit]))
  const newest = [...hits.values()].sort((a, b) => b.messageId - a.messageId).slice(0, request.limit)
  return {
    ok: true,
    value: { ...disk.value, hits: newest, hasMore: disk.value.hasMore || asked.value.next !== null },
  }
}

/** Makes hits of stored messages for a search that was parsed before; null if it is no longer valid. */
export function hitMaker(core: ReadCore, text: string): ((row: MessageRow) => SearchHit) | null {
  const query = readQuery(core, text)
  return query.ok ? hitsOf(core, query.value) : null
}

/** Returns how far back this computer has what a search searches; null if it is invalid. */
export function coverageOf(core: ReadCore, text: string): SearchCoverage | null {
  const query = readQuery(core, text)
  return query.ok ? searchCoverage(core, query.value) : null
}

/** The phrases that are highlighted in the results of a search; none if it is invalid. */
export function markedWords(core: ReadCore, text: string): Phrase[] {
  const query = readQuery(core, text)
  return query.ok ? wantedPhrases(query.value) : []
}

function readQuery(core: ReadCore, text: string): Result<SearchQuery> {
  try {
    const query = parseQuery(text, core.accountState)
    if (query.words.length > 0 || query.filters.length > 0) return { ok: true, value: query }
    return { ok: false, error: { code: 'EMPTY_QUERY' } }
  } catch (error) {
    if (!(error instanceof SearchQueryError)) throw error
    return { ok: false, error: error.failure }
  }
}

/**
 * Runs a search on the disk; null if a newer one has superseded it.
 * @param only the ids that are searched; null for all
 */
function find(
  core: ReadCore,
  query: SearchQuery,
  { before, limit }: Pick<SearchRequest, 'before' | 'limit'>,
  owner: string,
  only: readonly MessageId[] | null = null,
): Promise<MessageRow[] | null> {
  const terms = diskTerms(query, core.accountState, only)
  return core.reader.find({ ...terms, before: before ?? Number.MAX_SAFE_INTEGER, limit }, owner)
}

function page(core: ReadCore, query: SearchQuery, rows: readonly MessageRow[], limit: number): SearchPage {
  return {
    hits: rows.map(hitsOf(core, query)),
    hasMore: rows.length >= limit,
    isIndexed: core.store.search.isWhole(),
  }
}

function hitsOf(core: ReadCore, query: SearchQuery): (row: MessageRow) => SearchHit {
  const phrases = wantedPhrases(query)
  return (row) => hit(core, phrases, row)
}

function hit(core: ReadCore, phrases: readonly Phrase[], row: MessageRow): SearchHit {
  const { accountState } = core
  const stream = row.stream_id === null ? undefined : accountState.streams.get(row.stream_id)
  const userIds = (row.direct_key ?? '').split(',').filter(Boolean).map(Number)
  return {
    messageId: row.id,
    narrow:
      row.stream_id === null
        ? { kind: 'direct', userIds }
        : { kind: 'topic', streamId: row.stream_id, topic: row.topic },
    streamName: stream?.name ?? null,
    streamColor: stream?.color ?? null,
    title: row.stream_id === null ? directTitle(accountState, userIds) : '',
    topic: row.stream_id === null ? [] : parts(accountState.topicName(row.topic), phrases),
    sender: accountState.person(row.sender_id),
    timestamp: row.timestamp,
    snippet: snippet(previewText(row, accountState.person(row.sender_id).name), phrases),
    isStale: !isFresh(core, row),
  }
}
