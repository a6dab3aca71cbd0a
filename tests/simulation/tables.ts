import assert from 'node:assert/strict'
import { removeDatabase, temporaryDatabase } from '#support/files.ts'
import { messagesOf, modelOf } from '#support/model.ts'
import { TestClient } from '#support/test-client.ts'
import type { Others } from './others.ts'
import type { Stage } from './stage.ts'
import { isIn, withoutTags, type Facts, type Truth } from './truth.ts'

interface StoredRow {
  readonly id: number
  readonly sender_id: number
  readonly stream_id: number | null
  readonly topic: string
  readonly direct_key: string | null
  readonly content: string
  readonly is_starred: number
  readonly is_mentioned: number
  readonly is_unread: number
  readonly reactions: string
  readonly verified_epoch: number
  readonly is_undecided: number
}

const columns =
  'id, sender_id, stream_id, topic, direct_key, content, is_starred, is_mentioned, reactions, verified_epoch'

/** The messages in the client's file, with whether the client considers them current. */
export class StoredMessages {
  readonly #truth: Truth
  readonly #epoch: number
  /** The number of subscriptions to each stream in the epoch. */
  readonly #joins: ReadonlyMap<number, number>
  readonly rows: ReadonlyMap<number, StoredRow>

  /** @param ids the messages to read; all by default */
  constructor(stage: Stage, truth: Truth, ids?: readonly number[]) {
    this.#truth = truth
    this.#epoch = stage.query<{ epoch: number }>('SELECT max(number) AS epoch FROM epoch')[0]?.epoch ?? 0
    const joins = hasTable(stage, 'stream_join')
      ? stage.query<{ stream_id: number; joins: number }>('SELECT stream_id, joins FROM stream_join')
      : []
    this.#joins = new Map(joins.map((row) => [row.stream_id, row.joins]))
    const undecided = hasTable(stage, 'undecided_flags') ? 'id IN (SELECT message_id FROM undecided_flags)' : '0'
    const rows = stage.query<StoredRow>(
      `SELECT ${columns}, id IN (SELECT message_id FROM unread) AS is_unread, ${undecided} AS is_undecided FROM message
       ${ids === undefined ? '' : `WHERE id IN (${ids.join()})`}`,
    )
    this.rows = new Map(rows.map((row) => [row.id, row]))
  }

  /** Whether events have kept the row current since it was fetched or arrived; other rows are stale and marked. */
  isCurrent(id: number): boolean {
    const row = this.rows.get(id)
    if (row === undefined || !this.#truth.isLive(row.stream_id)) return false
    const joins = row.stream_id === null ? 0 : (this.#joins.get(row.stream_id) ?? 0)
    const stamp = joins === 0 ? this.#epoch : -(this.#epoch * 1e9 + joins)
    return row.verified_epoch === stamp && row.is_undecided === 0
  }
}

function hasTable(stage: Stage, name: string): boolean {
  return stage.query(`SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = '${name}'`).length > 0
}

function factsOf(row: StoredRow, selfId: number): Facts {
  const reactions = JSON.parse(row.reactions) as { code: string; users: number[] }[] // as stored by the engine
  return {
    id: row.id,
    senderId: row.sender_id,
    streamId: row.stream_id,
    topic: row.topic,
    directKey: row.direct_key ?? '',
    text: withoutTags(row.content),
    isRead: row.is_unread === 0,
    isStarred: row.is_starred === 1,
    isMentioned: row.is_mentioned === 1,
    reactions: reactions
      .filter(({ users }) => users.length > 0)
      .map(({ code, users }) => `${code}:${users.length}${users.includes(selfId) ? '*' : ''}`)
      .sort(),
  }
}

/** Checks the tables: rows that are not stale equal the server's, and no other rows exist. */
export class Tables {
  readonly #stage: Stage
  readonly #others: Others

  constructor(stage: Stage, others: Others) {
    this.#stage = stage
    this.#others = others
  }

  /** Whether no event has reported a message since the last registration, so that only a fetch can find it. */
  mayLack(id: number): boolean {
    return (this.#others.untold.get(id) ?? -Infinity) >= this.#stage.registeredAt
  }

  /**
   * Checks that a stored row that differs from the server's is stale, and that a fresh range contains exactly the
   * server's ids.
   */
  checkMessages(truth: Truth): void {
    const stored = new StoredMessages(this.#stage, truth)
    const self = this.#stage.people.iris.id
    for (const row of stored.rows.values()) {
      if (stored.isCurrent(row.id))
        assert.deepEqual(factsOf(row, self), truth.byId.get(row.id), 'a row that is taken for right')
    }
    this.#checkFreshRanges(truth, stored)
  }

  #checkFreshRanges(truth: Truth, stored: StoredMessages): void {
    if (!hasTable(this.#stage, 'fresh_range')) return
    const all = [...truth.byId.values()]
    const here = [...stored.rows.values()].map((row) => ({
      id: row.id,
      streamId: row.stream_id,
      topic: row.topic,
      directKey: row.direct_key ?? '',
    }))
    for (const { container, low, high } of this.#stage.query<{ container: string; low: number; high: number }>(
      "SELECT container, low, high FROM fresh_range WHERE container NOT LIKE 'feed:%'",
    )) {
      const stands = standsIn(container)
      const isInside = (fact: Place & { id: number }) => fact.id >= low && fact.id <= high && stands(fact)
      const found = here.filter((fact) => isInside(fact))
      const foundIds = new Set(found.map(({ id }) => id))
      // A message that moved in without an event may be stored at its old place as a stale row.
      const expected = all.filter((fact) => isInside(fact) && (foundIds.has(fact.id) || !this.mayLack(fact.id)))
      const ids = (facts: readonly { readonly id: number }[]) => facts.map(({ id }) => id).sort((a, b) => a - b)
      assert.deepEqual(ids(found), ids(expected), `what is fresh in ${container} from ${low} to ${high}`)
    }
  }

  /**
   * Checks that the tables equal those of a client that has just registered and, in a small world, fetched all
   * messages.
   */
  async checkModel(): Promise<void> {
    const stage = this.#stage
    const database = temporaryDatabase()
    const fresh = new TestClient(stage.server, stage.people.iris, { database }).start()
    try {
      await fresh.online()
      const isSmall = stage.profile.history === null
      if (isSmall) await fresh.engine.call('cache.policy', { keepsEverything: true })
      await stage.pass(20_000)
      assert.deepEqual(modelOf(stage.database), modelOf(database))
      if (isSmall) this.#checkWholeRows(database)
    } finally {
      fresh.engine.close()
      removeDatabase(database)
    }
    const unread = stage.messageIds('u.flags & 1 = 0')
    const ids = stage.query<{ message_id: number }>('SELECT message_id FROM unread ORDER BY message_id')
    assert.deepEqual(
      ids.map((row) => row.message_id),
      unread.sort((a, b) => a - b),
    )
    assert.deepEqual(stage.query('PRAGMA integrity_check'), [{ integrity_check: 'ok' }])
    // The search index contains every message and nothing else.
    const rows = stage.query('SELECT id FROM message ORDER BY id')
    assert.deepEqual(stage.query('SELECT rowid AS id FROM message_text ORDER BY rowid'), rows)
  }

  #checkWholeRows(database: string): void {
    const here = messagesOf(this.#stage.database)
    for (const [id, row] of messagesOf(database)) {
      if (here.has(id) || !this.mayLack(id)) assert.deepEqual(here.get(id), row)
    }
  }
}

type Place = Pick<Facts, 'streamId' | 'topic' | 'directKey'>

/** Tests whether a message belongs to a container, by the container's name. */
function standsIn(container: string): (place: Place) => boolean {
  const [, kind, first, rest] = /^(stream|topic|direct)(?::(\d+(?:,\d+)*))?(?::(.*))?$/s.exec(container) ?? []
  if (kind === 'stream') return (place) => place.streamId === Number(first)
  if (kind === 'topic') return (place) => isIn(place, { kind: 'topic', streamId: Number(first), topic: rest ?? '' })
  if (kind === 'direct' && first === undefined) return (place) => place.streamId === null
  if (kind === 'direct') return (place) => place.streamId === null && place.directKey === first
  throw new Error(`a container of a new kind: ${container}`)
}
