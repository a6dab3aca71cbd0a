import { describe, expect, it } from 'vitest'
import { openDatabase } from '#engine/store/file/database.ts'
import { openStore } from '#engine/store/store.ts'
import { outboxQueries } from '#engine/store/outbox.ts'

it('a row with a message id is found by it, but a scheduled message with the same number is not [S4]', () => {
  const store = openStore(':memory:')
  const acknowledged = (localId: string, kind: string) => {
    store.outbox.insert({ local_id: localId, kind, queue_key: 'topic:1:a', payload: '{}', created_at: 1 })
    const row = store.outbox.get(localId)
    if (row !== undefined) store.outbox.update({ ...row, state: 'acknowledged', message_id: 5 })
  }
  acknowledged('later', 'schedule')
  expect(store.outbox.byMessage(5)).toBeUndefined()
  acknowledged('now', 'send')
  expect(store.outbox.byMessage(5)?.local_id).toBe('now')
  store.close()
})

const planned = Object.entries(outboxQueries)

describe('the statements of the outbox', () => {
  it.each(planned)('of %s find their rows by an index', (_name, sql) => {
    const database = openDatabase(':memory:')
    const parameters = sql.includes('@streamId') ? [{ streamId: '5' }] : (sql.match(/\?/g) ?? []).map(() => 1)
    const plan = database.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(...parameters) as { detail: string }[]
    const steps = plan.map(({ detail }) => detail)
    // The partial index of rows with files contains only these, so scanning it reads no other rows.
    expect(steps.filter((step) => /SCAN (?:outbox|head|sent)/.test(step) && !step.includes('outbox_files'))).toEqual([])
    expect(steps.length).toBeGreaterThan(0)
    database.close()
  })

  it.each(['heads', 'countOfKind', 'countInState', 'countBehind'] as const)('of %s read no payload', (name) => {
    const database = openDatabase(':memory:')
    const sql = outboxQueries[name]
    const plan = database.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(...(sql.match(/\?/g) ?? []).map(() => 1)) as {
      detail: string
    }[]
    const reads = plan.map(({ detail }) => detail).filter((step) => /(?:SEARCH|SCAN) (?:outbox|head)/.test(step))
    expect(reads.length).toBeGreaterThan(0)
    expect(reads.filter((step) => !step.includes('COVERING INDEX'))).toEqual([])
    database.close()
  })

  it('return the first row of each queue, oldest first', () => {
    const store = openStore(':memory:')
    for (const [localId, queue_key] of [
      ['a', 'topic:2:z'],
      ['b', 'topic:1:a'],
      ['c', 'topic:2:z'],
      ['d', 'direct:5'],
      ['e', 'topic:1:a'],
    ] as const) {
      store.outbox.insert({ local_id: localId, kind: 'send', queue_key, payload: '{}', created_at: 1 })
    }
    expect(store.outbox.heads().map((head) => head.local_id)).toEqual(['a', 'b', 'd'])
    store.outbox.remove('a')
    expect(store.outbox.heads().map((head) => head.local_id)).toEqual(['b', 'c', 'd'])
    expect(store.outbox.heads()[0]).toMatchObject({ state: 'queued', kind: 'send', absent_count: 0, attempt_at: null })
    store.close()
  })

  it('return the rows of all topics of a stream, and of no other stream', () => {
    const store = openStore(':memory:')
    for (const conversation of ['topic:5:a', 'topic:55:a', 'topic:5:', 'topic:4:z', 'topic:5:~ü', 'stream:5']) {
      const row = {
        local_id: conversation,
        kind: 'send',
        queue_key: conversation,
        payload: '{}',
        created_at: 1,
      } as const
      store.outbox.insert(row)
    }
    expect(store.outbox.ofTopics(5).map((row) => row.local_id)).toEqual(['topic:5:a', 'topic:5:', 'topic:5:~ü'])
    store.close()
  })

  it('return messages with files, whatever their texts are', () => {
    const store = openStore(':memory:')
    const file = { id: 'f', name: 'a.png', type: 'image/png', size: 1 }
    const insert = (localId: string, kind: string, payload: object) =>
      store.outbox.insert({
        local_id: localId,
        kind,
        queue_key: 'topic:1:a',
        payload: JSON.stringify(payload),
        created_at: 1,
      })
    insert('none', 'send', { content: '"attachments":[{', attachments: [] })
    insert('one', 'send', { content: '', attachments: [file] })
    insert('later', 'schedule', { content: '', attachments: [file], deliverAt: 5 })
    insert('edit', 'edit', { content: '', attachments: [file] })
    expect(store.outbox.withFiles().map((row) => row.local_id)).toEqual(['one', 'later'])
    store.close()
  })
})
