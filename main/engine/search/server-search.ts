import type { MessagesQuery, NarrowTerm } from '../api/messages.ts'
import { operatorNames } from '../api/operators.ts'
import { serverEmojiNames } from '../state/emoji/custom-emoji.ts'
import { topicAtServer } from '../state/topics/empty-topic.ts'
import type { ReadCore } from '../core/read-core.ts'
import type { MessageRow } from '../store/message-row.ts'
import type { Fetcher } from '../sync/fetcher.ts'
import { membersOf } from '../values/conversation.ts'
import { withoutEmoji } from '../values/folded-text.ts'
import type { MessageId } from '../values/ids.ts'
import type { Filter, SearchQuery } from './query.ts'

/**
 * The most pages that are requested for one result; filters that the server lacks may remove all messages of a page.
 */
const mostAnswers = 5
const answerSize = 100

/** One page of the server's results as rows. */
export interface ServerRows {
  /** The stored rows, the newest first. */
  readonly rows: readonly MessageRow[]
  /** The id below which the next page begins; null after the last one. */
  readonly next: MessageId | null
}

/**
 * Requests messages from the server and stores them. Filters that the server lacks are applied to its pages.
 * @param before only messages with lower ids match; null for the newest
 * @throws the errors of the API call
 */
export async function serverRows(
  core: ReadCore,
  fetcher: Fetcher,
  query: SearchQuery,
  before: MessageId | null,
  limit: number,
): Promise<ServerRows> {
  const narrow = serverTerms(core, query)
  const rest = query.filters.filter((filter) => isLacking(core, filter))
  const from = Math.max(...timesOf(query).map((time) => time.from), -Infinity)
  const numBefore = rest.length === 0 ? limit : answerSize
  const rows: MessageRow[] = []
  let anchor: MessagesQuery['anchor'] = before ?? startOf(core, query)
  let next: MessageId | null = before
  const end = { isReached: false }
  for (let answers = 0; answers < mostAnswers; answers += 1) {
    const messages = await fetcher.page(
      { narrow, anchor, numBefore, numAfter: 0, includeAnchor: answers === 0 && before === null },
      'foreground',
      () => {
        end.isReached = true
      },
    )
    const [oldest] = messages
    const fitting = messages
      .flatMap(({ id }) => core.store.messages.get(id) ?? [])
      .filter((row) => rest.every((filter) => fits(core, filter, row) !== filter.isNegated))
    rows.push(...fitting.reverse())
    if (end.isReached || oldest === undefined || oldest.timestamp < from) return { rows, next: null }
    anchor = next = oldest.id
    if (rows.length >= limit || (rest.length === 0 && rows.length > 0)) break
  }
  return { rows, next }
}

function timesOf(query: SearchQuery) {
  return query.filters.flatMap((filter) => (filter.kind === 'time' && !filter.isNegated ? [filter] : []))
}

/** The anchor of the first page: the newest message, or the end of the searched days. */
function startOf(core: ReadCore, query: SearchQuery): MessageId | 'newest' | { readonly date: number } {
  const until = Math.min(...timesOf(query).map((time) => time.until), Infinity)
  if (until === Infinity) return 'newest'
  if (core.capabilities.dateAnchor) return { date: until }
  return firstSince(core, until) ?? 'newest'
}

/** The first cached message at or after a time, by bisection, because ids and times ascend together. */
function firstSince({ store: { messages } }: ReadCore, time: number): MessageId | null {
  const newest = messages.maxId()
  let [low, high] = [0, newest + 1]
  while (low + 1 < high) {
    const middle = Math.floor((low + high) / 2)
    const [row] = messages.olderThan(middle + 1, 1)
    if (row === undefined || row.timestamp < time) low = middle
    else high = row.id
  }
  return high > newest ? null : high
}

/** Whether the server's level has no term for a filter; no level has one for days. */
function isLacking({ capabilities }: ReadCore, filter: Filter): boolean {
  switch (filter.kind) {
    case 'time':
      return true
    case 'has':
      return filter.what === 'reaction' && !capabilities.reactionNarrow
    case 'is':
      return filter.what === 'followed' && !capabilities.followedNarrow
    case 'directWith':
      // The older term excludes conversations of two people.
      return !capabilities.directOperators
    default:
      return false
  }
}

/** Whether a message matches a filter that servers may lack, regardless of its negation. */
function fits({ accountState }: ReadCore, filter: Filter, row: MessageRow): boolean {
  switch (filter.kind) {
    case 'time':
      return row.timestamp >= filter.from && row.timestamp < filter.until
    case 'has':
      return row.reactions !== '[]'
    case 'is':
      return row.stream_id !== null && accountState.topicPolicy(row.stream_id, row.topic_key) === 3
    case 'directWith': {
      if (row.direct_key === null) return false
      return filter.userId === accountState.selfId || membersOf(row.direct_key).includes(filter.userId)
    }
    default:
      return true
  }
}

/** The search in the operators of the protocol (wire-protocol.md §2.12), as far as the server's level has them. */
export function serverTerms(core: ReadCore, { words, filters }: SearchQuery): NarrowTerm[] {
  const terms = filters.flatMap((filter) => (isLacking(core, filter) ? [] : [serverTerm(core, filter)]))
  const wanted = words.filter(({ isNegated }) => !isNegated).map(({ written }) => written)
  if (wanted.length > 0) terms.push(['search', serverWords(core, wanted.join(' '))])
  for (const { written, isNegated } of words) {
    if (isNegated) terms.push(['search', serverWords(core, written), true])
  }
  return terms
}

function serverTerm(core: ReadCore, filter: Filter): NarrowTerm {
  const names = operatorNames(core.capabilities)
  const { isNegated } = filter
  switch (filter.kind) {
    case 'sender':
      return ['sender', filter.userId, isNegated]
    case 'stream':
      return [names.stream, filter.streamId, isNegated]
    case 'topic':
      return ['topic', topicAtServer(core.accountState, filter.topic), isNegated]
    case 'direct':
      return [names.direct, filter.userIds.length === 0 ? [core.accountState.selfId] : filter.userIds, isNegated]
    case 'directWith':
      return [names.directIncluding, filter.userId, isNegated]
    case 'has':
      return ['has', filter.what, isNegated]
    case 'is':
      return ['is', filter.what === 'direct' ? names.isDirect : filter.what, isNegated]
    case 'time':
      throw new Error('the service has no term for days')
  }
}

/** Replaces emoji characters by names, because servers index the names. */
function serverWords(core: ReadCore, text: string): string {
  const names = serverEmojiNames(core.store)
  return withoutEmoji(text, (code) => names[code]?.[0])
}
