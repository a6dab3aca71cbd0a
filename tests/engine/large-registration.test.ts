import Database from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import type { AccountStatus } from '#engine/ports.ts'
import { clientLimits } from '#shared/client-limits.ts'
import { temporaryDatabase } from '#support/files.ts'
import { setupWorld } from '#support/setup-world.ts'
import { TestClient } from '#support/test-client.ts'

/** A client whose server lists this many unread messages of one topic, and the statuses that it published. */
async function withUnread(count: number) {
  const { server, iris, general } = await setupWorld({ engine: 'none' })
  const ids = Array.from({ length: count }, (_, index) => index + 1)
  const database = temporaryDatabase()
  const client = new TestClient(server, iris, {
    database,
    rewrite: ({ path }, body) =>
      path.endsWith('/register')
        ? {
            ...body,
            max_message_id: count,
            unread_msgs: {
              ...{ pms: [], huddles: [], mentions: [], count, old_unreads_missing: false },
              streams: [{ stream_id: general, topic: 'busy', unread_message_ids: ids }],
            },
          }
        : body,
  })
  const statuses: AccountStatus[] = []
  let last: AccountStatus | undefined
  Object.defineProperty(client, 'status', {
    get: () => last,
    set: (status: AccountStatus) => {
      statuses.push(status)
      last = status
    },
  })
  client.start()
  await client.online()
  /** Whether the client knows that the list is incomplete. */
  const areOthers = () => {
    const reader = new Database(database, { readonly: true })
    const row = reader.prepare<[], { value: string }>("SELECT value FROM meta WHERE key = 'organization'").get()
    reader.close()
    return (JSON.parse(row?.value ?? '{}') as { oldUnreadsMissing?: boolean }).oldUnreadsMissing
  }
  return { client, statuses, areOthers }
}

describe('a registration that lists many unread messages', () => {
  it('updates the count once, not with each part of the list', async () => {
    const { statuses, areOthers } = await withUnread(20_000)
    expect([...new Set(statuses.map(({ unread }) => unread))]).toEqual([0, 20_000])
    expect(areOthers()).toBe(false)
  })

  it('is accepted up to a limit, and the messages beyond it count as missing from the list', async () => {
    const { client, areOthers } = await withUnread(clientLimits.registeredUnread.most + 10)
    expect(client.status?.unread).toBe(clientLimits.registeredUnread.most)
    expect(areOthers()).toBe(true)
  })
})

describe('a direct conversation', () => {
  it('with too many people is left out of a registration, and its messages are dropped', async () => {
    const { server, iris, noor, start } = await setupWorld({ engine: 'none' })
    await server.post(noor, { direct: [iris.id] }, 'hello')
    const crowd = Array.from({ length: clientLimits.directPeople.most + 1 }, (_, index) => 1000 + index)
    const client = start({
      rewrite: ({ path }, body) =>
        path.endsWith('/register')
          ? {
              ...body,
              recent_private_conversations: [
                { max_message_id: 1, user_ids: [noor.id] },
                { max_message_id: 2, user_ids: crowd },
              ],
            }
          : body,
    })
    await client.online()
    const navigation = await client.openNavigation()
    const names = () => JSON.stringify(navigation.items())
    await server.clock.until('the conversation is listed', () => names().includes('Noor'))
    const display_recipient = crowd.map((id) => ({ id }))
    const message = { id: 900, type: 'private', sender_id: noor.id, content: '<p>crowd</p>', timestamp: 1 }
    server.event(iris, { type: 'message', flags: [], message: { ...message, display_recipient } })
    await server.clock.advance(5_000)
    expect(names()).not.toContain('1000')
    expect(client.logs.filter((line) => line.startsWith('error'))).toEqual([])
  })
})
