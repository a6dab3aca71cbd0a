import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { containerQueries } from '#engine/store/containers.ts'
import { openDatabase, type EngineDatabase } from '#engine/store/file/database.ts'
import { feedQueries } from '#engine/store/feeds.ts'
import { countQueries } from '#engine/store/history/message-counts.ts'

const conversations = 20_000

describe('the statements about the history of direct messages', () => {
  let database: EngineDatabase

  beforeAll(() => {
    database = openDatabase(':memory:')
    // For each direct conversation there are a message and three in a stream.
    database.exec(`
      WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${4 * conversations})
      INSERT INTO message (id, sender_id, stream_id, topic, topic_key, direct_key, content, plain, timestamp,
          is_me, is_read, is_starred, is_mentioned, verified_epoch)
        SELECT i, 1, iif(i % 4 = 0, NULL, 1 + i % 7), iif(i % 4 = 0, '', 'log'), iif(i % 4 = 0, '', 'log'),
          iif(i % 4 = 0, i, NULL), '<p>m</p>', 'm', 1700000000 + i, 0, 1, 0, 0, 0 FROM n`)
  })
  afterAll(() => {
    database.close()
  })

  function stepsOf(sql: string): string[] {
    const parameters = (sql.match(/\?/g) ?? []).map(() => 1)
    const plan = database.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(...parameters) as { detail: string }[]
    return plan.map(({ detail }) => detail).filter((step) => /(?:SCAN|SEARCH) message/.test(step))
  }

  it.each(['without statistics', 'with statistics'])('read no message of streams %s', (which) => {
    if (which === 'with statistics') database.exec('ANALYZE')
    const direct = [...Object.values(containerQueries('direct_all')), countQueries.direct]
    const spy = vi.spyOn(database, 'prepare')
    const feeds = feedQueries(database)
    expect(feeds.before({ kind: 'direct_all' }, 5_000, 3).map(({ id }) => id)).toEqual([4_996, 4_992, 4_988])
    feeds.after({ kind: 'direct_all' }, 5_000, 3)
    feeds.between({ kind: 'direct_all' }, 5_000, 5_100)
    const prepared = spy.mock.calls.map(([sql]) => sql)
    spy.mockRestore()
    for (const sql of [...direct, ...prepared]) {
      const steps = stepsOf(sql)
      expect([sql, steps.length > 0]).toEqual([sql, true])
      expect([sql, steps.filter((step) => !step.includes('INDEX message_direct'))]).toEqual([sql, []])
    }
  })

  it('of streams use an index, too', () => {
    for (const sql of [...Object.values(containerQueries('stream')), countQueries.streams]) {
      const steps = stepsOf(sql)
      expect([sql, steps.length > 0, steps.filter((step) => !step.includes('INDEX'))]).toEqual([sql, true, []])
    }
  })
})
