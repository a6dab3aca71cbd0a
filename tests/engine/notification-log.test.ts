import { describe, expect, it } from 'vitest'
import type { NotificationItem, NotificationLogMeta, NotificationAnswer } from '#contract/notifications.ts'
import { clientLimits } from '#shared/client-limits.ts'
import { openStore } from '#engine/store/store.ts'
import { temporaryDatabase } from '#support/files.ts'
import { setupWorld } from '#support/setup-world.ts'
import { TestClient } from '#support/test-client.ts'
import { testWindow } from '#support/test-window.ts'

const weekMs = 7 * 86_400_000

async function world(database?: string) {
  const made = await setupWorld({ engine: 'none' })
  const { server, start, iris, noor } = made
  await server.post(noor, { direct: [iris.id] }, 'before this computer knew the account')
  const client = start(database === undefined ? {} : { database })
  await client.online()
  await server.clock.advance(5_000)
  const log = (of: TestClient = client, scope: 'all' | 'shown' | 'none' = 'all') =>
    of.openView<{ item: NotificationItem; meta: NotificationLogMeta }>({ type: 'notification_log', scope })
  const why = async (messageId: number, of: TestClient = client): Promise<NotificationAnswer> => {
    const answer = await of.engine.call('notifications.why', { messageId })
    if (!answer.ok) throw new Error(answer.error.code)
    return answer.value
  }
  const letTimePass = () => server.clock.advance(2_000)
  return { ...made, client, log, why, letTimePass }
}

const codes = ({ reasons }: Pick<NotificationItem, 'reasons'>) => reasons.map(({ code }) => code)

describe('the log of notifications', () => {
  it('lists each decision with its conversation, newest first, and by what became of it', async () => {
    const { server, log, letTimePass, iris, noor, general } = await world()
    const all = await log()
    const shown = await log(undefined, 'shown')
    const none = await log(undefined, 'none')
    expect([all.items(), all.meta()]).toEqual([[], { hasMore: false }])
    const direct = await server.post(noor, { direct: [iris.id] }, 'are you there?')
    const plain = await server.post(noor, { stream: general, topic: 'lunch' }, 'no news')
    await letTimePass()
    expect(all.items()).toEqual([
      {
        key: `notification:${plain}`,
        kind: 'notification',
        messageId: plain,
        narrow: { kind: 'topic', streamId: general, topic: 'lunch' },
        title: 'lunch',
        streamName: 'general',
        streamColor: '#336699',
        sender: { id: noor.id, name: 'Noor' },
        decidedAt: expect.any(Number) as number,
        outcome: 'none',
        hasSound: false,
        reasons: [{ code: 'NOTHING_ASKS', values: { by: 'account' } }],
        later: null,
      },
      expect.objectContaining({
        messageId: direct,
        narrow: { kind: 'direct', userIds: [noor.id] },
        outcome: 'shown',
        hasSound: true,
        reasons: [{ code: 'DIRECT_MESSAGE' }],
      }),
    ])
    expect([shown, none].map((view) => view.items().map(({ messageId }) => messageId))).toEqual([[direct], [plain]])
  })

  it('is kept over a restart, and follows a message to another topic', async () => {
    const database = temporaryDatabase()
    const { server, client, log, why, letTimePass, iris, noor, general } = await world(database)
    const id = await server.post(noor, { stream: general, topic: 'lunch' }, '@**Iris** soup')
    await letTimePass()
    client.engine.close()
    const again = new TestClient(server, iris, { database }).start()
    await again.online()
    const list = await log(again)
    expect(list.items()).toMatchObject([{ messageId: id, title: 'lunch', outcome: 'shown' }])
    await server.ok(iris, 'PATCH', `/messages/${id}`, { topic: 'dinner', propagate_mode: 'change_one' })
    await letTimePass()
    expect(list.items().find(({ messageId }) => messageId === id)).toMatchObject({ title: 'dinner' })
    expect(await why(id, again)).toMatchObject({ title: 'dinner', reasons: [{ code: 'MENTIONED' }] })
  })

  it('tells what happened later: read here, read on another device, or deleted', async () => {
    const { server, client, log, why, letTimePass, iris, noor } = await world()
    const list = await log()
    const post = () => server.post(noor, { direct: [iris.id] }, 'hello')
    const [here, elsewhere, gone, unread] = [await post(), await post(), await post(), await post()]
    await letTimePass()
    await client.engine.call('messages.markRead', { messageIds: [here] })
    await server.ok(iris, 'POST', '/messages/flags', { messages: [elsewhere], op: 'add', flag: 'read' })
    await server.ok(noor, 'DELETE', `/messages/${gone}`)
    await letTimePass()
    const later = new Map(list.items().map((item) => [item.messageId, item.later?.reason.code ?? null]))
    expect([here, elsewhere, gone, unread].map((id) => later.get(id))).toEqual([
      'READ_HERE',
      'READ_ELSEWHERE',
      'MESSAGE_GONE',
      null,
    ])
    expect(await why(gone)).toMatchObject({ outcome: 'shown', narrow: { kind: 'direct', userIds: [noor.id] } })
  })

  it('tells that the system did not show a notification', async () => {
    const { server, client, why, letTimePass, iris, noor } = await world()
    const id = await server.post(noor, { direct: [iris.id] }, 'hello')
    await letTimePass()
    await client.engine.call('notifications.notShown', {
      messageIds: [id, 987_654],
      cause: 'SYSTEM_REFUSED',
    })
    expect(await why(id)).toMatchObject({ outcome: 'shown', later: { reason: { code: 'SYSTEM_REFUSED' } } })
  })

  it('tells of one notification for many messages, and of messages that came too late', async () => {
    const database = temporaryDatabase()
    const { server, client, log, letTimePass, iris, noor } = await world(database)
    await letTimePass()
    client.engine.close()
    const old = await server.post(noor, { direct: [iris.id] }, 'old')
    await server.clock.sleep(25 * 3_600_000)
    for (let index = 0; index < 7; index += 1) await server.post(noor, { direct: [iris.id] }, `m${index}`)
    const again = new TestClient(server, iris, { database }).start()
    await again.online()
    await server.clock.advance(10_000)
    const items = (await log(again)).items()
    const summarized = items.filter(({ outcome }) => outcome === 'summary')
    expect(summarized).toHaveLength(7)
    expect(summarized[0]?.reasons).toEqual([{ code: 'DIRECT_MESSAGE' }, { code: 'SUMMARY', values: { count: 7 } }])
    expect(items.filter(({ messageId }) => messageId === old).map(codes)).toEqual([['TOO_OLD']])
  })

  it('tells of do-not-disturb with its end, and of none after that end', async () => {
    const { server, client, why, letTimePass, iris, noor } = await world()
    const post = () => server.post(noor, { direct: [iris.id] }, 'hello')
    const quiet = { by: 'schedule', until: server.clock.now() + 10_000 } as const
    client.engine.setQuiet(quiet)
    const during = await post()
    await letTimePass()
    await server.clock.advance(10_000)
    const after = await post()
    await letTimePass()
    expect(client.notifications.flatMap(({ messageIds }) => messageIds)).toEqual([after])
    expect(await why(during)).toMatchObject({
      outcome: 'none',
      reasons: [{ code: 'DO_NOT_DISTURB', values: quiet }, { code: 'DIRECT_MESSAGE' }],
    })
  })

  it('says why there is no decision about a message, also after the housekeeping has removed it', async () => {
    const { server, why, letTimePass, iris, noor } = await world()
    const own = await server.post(iris, { direct: [noor.id] }, 'from my phone')
    await letTimePass()
    expect(await why(own)).toEqual({ kind: 'undecided', cause: 'own' })
    expect(await why(987_654)).toEqual({ kind: 'undecided', cause: 'not_decided' })
    const decided = await server.post(noor, { direct: [iris.id] }, 'hello')
    await letTimePass()
    await server.clock.sleep(5 * weekMs)
    await letTimePass()
    await server.clock.advance(600_000)
    expect(await why(decided)).toEqual({ kind: 'undecided', cause: 'too_old' })
  })

  it('keeps four weeks and twenty thousand decisions, and shows more of them on demand', async () => {
    const database = temporaryDatabase()
    const { server, client, iris } = await world(database)
    client.engine.close()
    const store = openStore(database)
    const now = server.clock.now()
    const most = clientLimits.notificationLog.most
    store.transaction(() => {
      for (let index = 1; index <= most + 500; index += 1) {
        store.notificationLog.put({
          message_id: 1_000 + index,
          conversation: 'topic:1:lunch',
          sender_id: iris.id,
          decided_at: index <= 10 ? now - 5 * weekMs : now,
          outcome: 'none',
          has_sound: 0,
          // A damaged row costs only itself.
          reasons: index === most + 500 ? '{"code":' : '[{"code":"TOPIC_MUTED"}]',
          later: null,
          later_at: null,
        })
      }
      store.notificationLog.prune(now - clientLimits.notificationLogAge.most, most + 495)
    })
    expect(store.notificationLog.count()).toBe(most + 490)
    store.transaction(() => {
      store.notificationLog.prune(now - clientLimits.notificationLogAge.most, most)
    })
    expect(store.notificationLog.count()).toBe(most)
    store.close()
    const again = new TestClient(server, iris, { database }).start()
    const view = await again.openView<{ item: NotificationItem; meta: NotificationLogMeta }>({
      type: 'notification_log',
      scope: 'all',
    })
    const step = clientLimits.listStep.most
    expect([view.items().length, view.meta()]).toEqual([step, { hasMore: true }])
    expect(view.items().slice(0, 2).map(codes)).toEqual([[], ['TOPIC_MUTED']])
    await again.engine.call('views.more', { viewId: view.viewId, direction: 'older' }, testWindow)
    await server.clock.advance(1_000)
    expect(view.items()).toHaveLength(2 * step)
  })
})
