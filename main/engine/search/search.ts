import type { SearchHit, SearchPage, SnippetPart } from '../../../preload/contract/calls/search.ts'
import type { Result } from '../../../preload/contract/values.ts'
import type { NarrowTerm } from '../api/messages.ts'
import { operatorNames } from '../api/operators.ts'
import type { ReadCore } from '../read-core.ts'
import { topicKey } from '../values/conversation.ts'
import { isCurrent } from '../model/messages/currency.ts'
import { contentKinds } from '../values/content-kinds.ts'
import { topicAtServer } from '../model/topics/empty-topic.ts'
import { shownText } from '../values/message-text.ts'
import { serverEmojiNames } from '../model/emoji/server-emoji.ts'
import type { ReadWorld } from '../model/world.ts'
import { directTitle } from '../model/direct-title.ts'
import type { MessageRow } from '../store/message-row.ts'
import type { SearchCondition } from '../store/find.ts'
import { failureKind } from '../sync/failures.ts'
import type { Fetcher } from '../sync/fetcher.ts'
import { parseQuery, SearchQueryError, type Filters, type Phrase, type SearchQuery } from './query.ts'
import { isUnspaced, placesOfWords, withoutEmoji } from '../values/folded-text.ts'

const snippetLength = 160
/** The number of characters before the first hit. */
const snippetLead = 40

export interface SearchRequest {
  readonly query: string
  /** Only messages with lower ids, for the next page. */
  readonly before: number | null
  readonly limit: number
}

/** A newer search from the same source has superseded this one, so its result is unused. */
export const superseded = 'SUPERSEDED'

const supersededResult = {
  ok: false,
  error: { code: superseded },
} as const

/** Searches the cache, newest first. A newer search of the same asker supersedes an older one. */
export async function searchDisk(core: ReadCore, request: SearchRequest, asker: string): Promise<Result<SearchPage>> {
  const query = readQuery(core, request.query)
  if (!query.ok) return query
  const rows = await find(core, query.value, request, asker)
  return rows === null ? supersededResult : { ok: true, value: page(core, query.value, rows, request.limit) }
}

/**
 * Searches the cache and the server: found messages are stored and merged into the result. The server searches the
 * whole history; the local index matches some words differently.
 */
export async function searchServer(
  core: ReadCore,
  fetcher: Fetcher,
  request: SearchRequest,
  asker: string,
): Promise<Result<SearchPage>> {
  const query = readQuery(core, request.query)
  if (!query.ok) return query
  let found: readonly number[]
  try {
    const messages = await fetcher.page(
      {
        narrow: serverTerms(core, query.value),
        anchor: request.before ?? 'newest',
        numBefore: request.limit,
        numAfter: 0,
        includeAnchor: request.before === null,
      },
      'foreground',
    )
    found = messages.map((message) => message.id)
  } catch (error) {
    const failure = failureKind(error)
    return failure.kind === 'refused'
      ? { ok: false, error: failure.reason ?? { code: 'SERVER_REFUSED' } }
      : { ok: false, error: { code: 'SEARCH_OFFLINE' } }
  }
  const { until = Infinity, from = -Infinity, hasReaction } = query.value.filters
  const fromServer = found
    .flatMap((id) => core.store.messages.get(id) ?? [])
    .filter((row) => row.timestamp >= from && row.timestamp < until && (hasReaction !== true || row.reactions !== '[]'))
  const onDisk = await find(core, query.value, request, asker)
  if (onDisk === null) return supersededResult
  const rows = new Map([...onDisk, ...fromServer].map((row) => [row.id, row]))
  const newest = [...rows.values()].sort((a, b) => b.id - a.id).slice(0, request.limit)
  return { ok: true, value: page(core, query.value, newest, request.limit) }
}

/** A stored message as a hit of an earlier search; null if the query is no longer valid. */
export function hitOf(core: ReadCore, text: string, row: MessageRow): SearchHit | null {
  const query = readQuery(core, text)
  return query.ok ? hit(core, query.value, row) : null
}

function readQuery(core: ReadCore, text: string): Result<SearchQuery> {
  try {
    const query = parseQuery(text, core.world)
    if (query.phrases.length > 0 || Object.keys(query.filters).length > 0) return { ok: true, value: query }
    return { ok: false, error: { code: 'EMPTY_QUERY' } }
  } catch (error) {
    if (!(error instanceof SearchQueryError)) throw error
    return { ok: false, error: error.failure }
  }
}

function find(core: ReadCore, query: SearchQuery, request: SearchRequest, asker: string): Promise<MessageRow[] | null> {
  const match = query.phrases.length === 0 ? null : query.phrases.map(matchOf).join(' AND ')
  const before = request.before ?? Number.MAX_SAFE_INTEGER
  return core.reader.find(
    { match, condition: conditionOf(query.filters, core.world), before, limit: request.limit },
    asker,
  )
}

/** Every word is quoted: unquoted, `C++` or `don't` would be FTS5 query syntax. */
function matchOf({ words, isPrefix }: Phrase): string {
  return `"${words.join(' ').replaceAll('"', '""')}"${isPrefix ? ' *' : ''}`
}

function conditionOf(filters: Filters, world: ReadWorld): SearchCondition {
  const parts: string[] = []
  const parameters: (string | number)[] = []
  const add = (sql: string, ...values: (string | number)[]) => {
    parts.push(sql)
    parameters.push(...values)
  }
  if (filters.senderId !== undefined) add('m.sender_id = ?', filters.senderId)
  if (filters.streamId !== undefined) add('m.stream_id = ?', filters.streamId)
  if (filters.topic !== undefined)
    add('m.topic_key = ? AND m.stream_id IS NOT NULL', topicKey(topicAtServer(world, filters.topic)))
  if (filters.withPersonId !== undefined) {
    add("m.direct_key IS NOT NULL AND instr(',' || m.direct_key || ',', ?) > 0", `,${filters.withPersonId},`)
  }
  // The first condition is that of the partial index.
  if (filters.has !== undefined) add('m.has <> 0 AND m.has & ? = ?', filters.has, filters.has)
  if (filters.hasReaction === true) add("m.reactions <> '[]'")
  if (filters.isStarred === true) add('m.is_starred = 1')
  if (filters.isUnread === true) add('m.id IN (SELECT message_id FROM unread)')
  if (filters.isMentioned === true) add('m.is_mentioned = 1')
  if (filters.isDirect === true) add('m.stream_id IS NULL')
  if (filters.from !== undefined) add('m.timestamp >= ?', filters.from)
  if (filters.until !== undefined) add('m.timestamp < ?', filters.until)
  const sql = parts.length === 0 ? '1' : parts.join(' AND ')
  return { sql, parameters, isByPerson: filters.senderId !== undefined }
}

/** The search in the service's operators (wire-protocol.md §2.12), which lack dates and reactions. */
function serverTerms(core: ReadCore, { text, filters }: SearchQuery): NarrowTerm[] {
  const names = operatorNames(core.capabilities)
  const terms: NarrowTerm[] = []
  if (filters.streamId !== undefined) terms.push([names.stream, filters.streamId])
  if (filters.topic !== undefined) terms.push(['topic', topicAtServer(core.world, filters.topic)])
  if (filters.senderId !== undefined) terms.push(['sender', filters.senderId])
  if (filters.withPersonId !== undefined) terms.push([names.directIncluding, filters.withPersonId])
  const has = filters.has ?? 0
  if ((has & contentKinds.attachment) !== 0) terms.push(['has', 'attachment'])
  if ((has & contentKinds.image) !== 0) terms.push(['has', 'image'])
  if ((has & contentKinds.link) !== 0) terms.push(['has', 'link'])
  if (filters.isStarred === true) terms.push(['is', 'starred'])
  if (filters.isUnread === true) terms.push(['is', 'unread'])
  if (filters.isMentioned === true) terms.push(['is', 'mentioned'])
  if (filters.isDirect === true) terms.push(['is', names.isDirect])
  if (text !== '') terms.push(['search', serverWords(core, text)])
  return terms
}

/** Servers index the names of emoji, not the characters (F1). */
function serverWords(core: ReadCore, text: string): string {
  const names = serverEmojiNames(core.store)
  return withoutEmoji(text, (code) => names[code]?.[0])
}

function page(core: ReadCore, query: SearchQuery, rows: readonly MessageRow[], limit: number): SearchPage {
  return {
    hits: rows.map((row) => hit(core, query, row)),
    hasMore: rows.length >= limit,
    isIndexed: core.store.search.isWhole(),
  }
}

function hit(core: ReadCore, query: SearchQuery, row: MessageRow): SearchHit {
  const { world } = core
  const stream = row.stream_id === null ? undefined : world.streams.get(row.stream_id)
  const userIds = (row.direct_key ?? '').split(',').filter(Boolean).map(Number)
  return {
    messageId: row.id,
    narrow:
      row.stream_id === null
        ? { kind: 'direct', userIds }
        : { kind: 'topic', streamId: row.stream_id, topic: row.topic },
    streamName: stream?.name ?? null,
    streamColor: stream?.color ?? null,
    title: row.stream_id === null ? directTitle(world, userIds) : '',
    topic: row.stream_id === null ? [] : parts(world.topicName(row.topic), query.phrases),
    sender: world.person(row.sender_id),
    timestamp: row.timestamp,
    snippet: snippet(shownText(row, world.person(row.sender_id).name), query.phrases),
    isInDoubt: !isCurrent(core, row),
  }
}

/** The part of a text around its first hit, with all hits marked. */
function snippet(plain: string, phrases: readonly Phrase[]): SnippetPart[] {
  const text = plain.replaceAll(/\s+/g, ' ')
  const [first] = hitsIn(text, phrases)
  if (text.length <= snippetLength) return parts(text, phrases)
  // Cuts between words, so that no character is split.
  const start =
    first === undefined || first.start <= snippetLead ? 0 : text.lastIndexOf(' ', first.start - snippetLead) + 1
  const rest = text.slice(start)
  const cut = rest.length <= snippetLength ? rest.length : Math.max(rest.lastIndexOf(' ', snippetLength), 1)
  const shown = cut < snippetLength / 2 ? [...rest].slice(0, snippetLength).join('') : rest.slice(0, cut)
  const marked = parts(shown, phrases)
  return [
    ...(start > 0 ? [{ text: '… ', isHit: false }] : []),
    ...marked,
    ...(shown.length < rest.length ? [{ text: ' …', isHit: false }] : []),
  ]
}

function parts(text: string, phrases: readonly Phrase[]): SnippetPart[] {
  const found: SnippetPart[] = []
  let at = 0
  for (const { start, end } of hitsIn(text, phrases)) {
    if (start > at) found.push({ text: text.slice(at, start), isHit: false })
    found.push({ text: text.slice(start, end), isHit: true })
    at = end
  }
  if (at < text.length) found.push({ text: text.slice(at), isHit: false })
  return found
}

function hitsIn(text: string, phrases: readonly Phrase[]): { start: number; end: number }[] {
  const hits: { start: number; end: number }[] = []
  const wanted = phrases.flatMap(({ words, isPrefix }) =>
    words.map((word, index) => ({ word, isPrefix: isPrefix && index === words.length - 1 })),
  )
  for (const place of placesOfWords(text)) {
    const isWhole = wanted.some(({ word, isPrefix }) =>
      place.words.some((placed) => (isPrefix ? placed.startsWith(word) : placed === word)),
    )
    if (isWhole) {
      hits.push({ start: place.start, end: place.end })
      continue
    }
    // In scripts without spaces a hit may start anywhere in the run.
    const [written = ''] = place.words
    const inside = wanted.find(({ word }) => isUnspaced(word) && written.includes(word))
    if (inside === undefined) continue
    const start = place.start + written.indexOf(inside.word)
    hits.push({ start, end: start + inside.word.length })
  }
  return hits
}
