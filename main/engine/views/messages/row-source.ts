import type { Narrow } from '#contract/base/values.ts'
import type { FeedNarrow } from '#contract/conversations.ts'
import { clientLimits } from '#shared/client-limits.ts'
import type { ReadCore } from '../../core/read-core.ts'
import { conversationKey, conversationOf, topicKey } from '../../values/conversation.ts'
import { feedContainer } from '../../state/completeness/feeds.ts'
import { containersOf } from '../../values/ranges.ts'
import type { MessageRow } from '../../store/message-row.ts'
import type { PreferencesProjection } from '../../projections/preferences.ts'

/** A number above every id, which is the end of a window that follows new messages. */
export const beyondAll = Number.MAX_SAFE_INTEGER

/** The limit of rows that a feed with a row filter examines in one step; further rows come with the next step. */
const mostRowsRead = clientLimits.feedRowsRead.most
const rowsReadAtOnce = 500
const followedTopics = 500

/** Rows in ascending order, which are all cached ones between `reached` and the start of the search. */
export interface SourcePage {
  readonly rows: readonly MessageRow[]
  readonly reached: number
}

/** The stored messages of a conversation or a feed, in the order of their ids. */
export interface RowSource {
  readonly scope: Narrow | FeedNarrow
  /** The containers whose ranges define which rows are complete and fresh. */
  readonly containers: readonly string[]
  /** Returns the nearest rows below an id. `reached` is 0 if there are no more. */
  before(id: number, limit: number): SourcePage
  /** Returns the nearest rows above an id. `reached` is `beyondAll` if there are no more. */
  after(id: number, limit: number): SourcePage
  between(low: number, high: number): MessageRow[]
  /** Returns whether a stored row belongs to the source. */
  has(row: MessageRow): boolean
}

function pageBefore(rows: readonly MessageRow[], limit: number): SourcePage {
  return { rows, reached: rows.length < limit ? 0 : (rows[0]?.id ?? 0) }
}

function pageAfter(rows: readonly MessageRow[], limit: number): SourcePage {
  return { rows, reached: rows.length < limit ? beyondAll : (rows.at(-1)?.id ?? beyondAll) }
}

/** Returns the messages of a conversation, or of a stream with all its topics. */
export function conversationSource({ store: { messages } }: ReadCore, narrow: Narrow): RowSource {
  const key = conversationKey(narrow)
  return {
    scope: narrow,
    containers: containersOf(narrow),
    before: (id, limit) => pageBefore(messages.before(narrow, id, limit), limit),
    after: (id, limit) => pageAfter(messages.from(narrow, id + 1, limit), limit),
    between: (low, high) => messages.between(narrow, low, high),
    has: (row) => (narrow.kind === 'stream' ? row.stream_id === narrow.streamId : conversationOf(row) === key),
  }
}

/** Returns the cached messages of a feed that the user's current settings include. */
export function feedSource(core: ReadCore, preferences: PreferencesProjection, feed: FeedNarrow): RowSource {
  const base = { scope: feed, containers: [feedContainer(feed)] }
  const { feeds } = core.store
  switch (feed.kind) {
    case 'combined':
      return { ...base, ...combined(core, preferences) }
    case 'followed':
      return { ...base, ...followed(core, preferences) }
    case 'direct_all':
    case 'mentions':
    case 'starred':
    case 'sender':
    case 'has':
      return {
        ...base,
        before: (id, limit) => pageBefore(feeds.before(feed, id, limit).reverse(), limit),
        after: (id, limit) => pageAfter(feeds.after(feed, id, limit), limit),
        between: (low, high) => feeds.between(feed, low, high),
        has: (row) => feeds.includes(feed, row),
      }
  }
}

type Rows = Pick<RowSource, 'before' | 'after' | 'between' | 'has'>

function combined({ store, accountState }: ReadCore, preferences: PreferencesProjection): Rows {
  const { feeds } = store
  const has = (row: MessageRow) =>
    row.stream_id === null || (accountState.isLive(row.stream_id) && !preferences.isHidden(conversationOf(row)))
  return {
    has,
    before(id, limit) {
      const found: MessageRow[] = []
      let reached = id
      for (let read = 0; read < mostRowsRead && found.length < limit && reached > 0; read += rowsReadAtOnce) {
        const rows = feeds.anyBefore(reached, rowsReadAtOnce)
        found.push(...rows.filter(has))
        reached = rows.length < rowsReadAtOnce ? 0 : (rows.at(-1)?.id ?? 0)
      }
      const nearest = found.slice(0, limit).reverse()
      return { rows: nearest, reached: found.length >= limit ? (nearest[0]?.id ?? 0) : reached }
    },
    after(id, limit) {
      const found: MessageRow[] = []
      let reached = id
      for (let read = 0; read < mostRowsRead && found.length < limit && reached < beyondAll; read += rowsReadAtOnce) {
        const rows = feeds.anyAfter(reached, rowsReadAtOnce)
        found.push(...rows.filter(has))
        reached = rows.length < rowsReadAtOnce ? beyondAll : (rows.at(-1)?.id ?? beyondAll)
      }
      const nearest = found.slice(0, limit)
      return { rows: nearest, reached: found.length >= limit ? (nearest.at(-1)?.id ?? beyondAll) : reached }
    },
    between: (low, high) => feeds.anyBetween(low, high).filter(has),
  }
}

function followed({ store: { messages } }: ReadCore, preferences: PreferencesProjection): Rows {
  const ofAll = (rowsOf: (narrow: Extract<Narrow, { kind: 'topic' }>) => readonly MessageRow[]) =>
    preferences
      .followedTopics()
      .slice(0, followedTopics)
      .flatMap(({ streamId, topic }) => rowsOf({ kind: 'topic', streamId, topic }))
      .sort((a, b) => a.id - b.id)
  return {
    has: (row) => row.stream_id !== null && preferences.topicPolicy(row.stream_id, topicKey(row.topic)) === 3,
    before: (id, limit) => pageBefore(ofAll((narrow) => messages.before(narrow, id, limit)).slice(-limit), limit),
    after: (id, limit) => pageAfter(ofAll((narrow) => messages.from(narrow, id + 1, limit)).slice(0, limit), limit),
    between: (low, high) => ofAll((narrow) => messages.between(narrow, low, high)),
  }
}
