import { contentKinds } from '../values/message-text.ts'
import type { FeedNarrow } from '../values/conversation.ts'
import type { EngineDatabase } from './file/database.ts'
import type { MessageRow } from './message-row.ts'

/** A feed that a single SQL condition selects. The other feeds filter row by row, by mutes and followed topics. */
export type SelectableFeed = Exclude<FeedNarrow, { kind: 'combined' | 'followed' }>

interface FeedCondition {
  readonly sql: string
  readonly parameters: readonly number[]
  /** The index, where the planner may otherwise walk the ids of all messages. */
  readonly index?: string
}

function conditionOf(feed: SelectableFeed): FeedCondition {
  switch (feed.kind) {
    case 'direct_all':
      return { sql: 'stream_id IS NULL', parameters: [], index: 'INDEXED BY message_direct' }
    case 'mentions':
      return { sql: 'is_mentioned = 1', parameters: [] }
    case 'starred':
      return { sql: 'is_starred = 1', parameters: [] }
    case 'sender':
      return { sql: 'sender_id = ?', parameters: [feed.userId] }
    case 'has':
      return feed.what === 'reaction'
        ? { sql: "reactions <> '[]'", parameters: [] }
        : { sql: 'has <> 0 AND has & ? <> 0', parameters: [contentKinds[feed.what]] }
  }
}

/** Evaluates the same condition for a row in memory. */
function includes(feed: SelectableFeed, row: MessageRow): boolean {
  switch (feed.kind) {
    case 'direct_all':
      return row.stream_id === null
    case 'mentions':
      return row.is_mentioned === 1
    case 'starred':
      return row.is_starred === 1
    case 'sender':
      return row.sender_id === feed.userId
    case 'has':
      return feed.what === 'reaction' ? row.reactions !== '[]' : (row.has & contentKinds[feed.what]) !== 0
  }
}

/** Queries for messages of many conversations, by id. */
export function feedQueries(database: EngineDatabase) {
  const statements = new Map<string, ReturnType<typeof database.prepare<unknown[], MessageRow>>>()
  function prepared(sql: string) {
    let statement = statements.get(sql)
    if (statement === undefined) {
      statement = database.prepare<unknown[], MessageRow>(sql)
      statements.set(sql, statement)
    }
    return statement
  }
  const page = (condition: FeedCondition, rest: string, ...values: number[]) =>
    prepared(`SELECT * FROM message ${condition.index ?? ''} WHERE ${condition.sql} AND ${rest}`).all(
      ...condition.parameters,
      ...values,
    )
  const any = { sql: '1', parameters: [] }
  return {
    /** Returns the `limit` rows nearest below `before`, newest first. */
    before: (feed: SelectableFeed, before: number, limit: number) =>
      page(conditionOf(feed), 'id < ? ORDER BY id DESC LIMIT ?', before, limit),
    /** Returns the `limit` rows nearest above `after`, in ascending order. */
    after: (feed: SelectableFeed, after: number, limit: number) =>
      page(conditionOf(feed), 'id > ? ORDER BY id LIMIT ?', after, limit),
    /** Returns whether a row belongs to the feed. */
    includes,
    /** Returns all rows from `low` to `high`, inclusive, in ascending order. */
    between: (feed: SelectableFeed, low: number, high: number) =>
      page(conditionOf(feed), 'id BETWEEN ? AND ? ORDER BY id', low, high),
    /** Returns messages of any conversation, newest first, for feeds that filter row by row. */
    anyBefore: (before: number, limit: number) => page(any, 'id < ? ORDER BY id DESC LIMIT ?', before, limit),
    anyAfter: (after: number, limit: number) => page(any, 'id > ? ORDER BY id LIMIT ?', after, limit),
    anyBetween: (low: number, high: number) => page(any, 'id BETWEEN ? AND ? ORDER BY id', low, high),
  }
}
