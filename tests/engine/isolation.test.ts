import { mkdirSync } from 'node:fs'
import Database from 'better-sqlite3'
import { afterEach, describe, expect, it } from 'vitest'
import { sentenceOf } from '#i18n/catalogue.ts'
import type { FeedMeta } from '#contract/conversations.ts'
import type { DraftItem, DraftsMeta } from '#contract/drafts.ts'
import type { ConversationItem } from '#contract/messages.ts'
import { temporaryDatabase } from '#support/files.ts'
import { failStatements, mendDisk, restoreStatements, watchDisk } from '#support/failing-disk.ts'
import { setupWorld } from '#support/setup-world.ts'
import { testWindow } from '#support/test-window.ts'

afterEach(restoreStatements)

async function world() {
  watchDisk()
  const database = temporaryDatabase()
  const { server, client, people } = await setupWorld({ database })
  const lunch = { kind: 'topic', streamId: people.general, topic: 'lunch' } as const
  const window = await client.openConversation(lunch)
  const post = (text: string) => server.post(people.noor, { stream: people.general, topic: 'lunch' }, text)
  return { server, client, database, lunch, window, post, ...people }
}

describe('an isolated failure', () => {
  it('of a view’s computation is reported, keeps the last state, is retried, and leaves other views alone', async () => {
    const { server, client, database, lunch, window, post } = await world()
    const write = (content: string) =>
      client.engine.call('drafts.set', { narrow: lunch, draftId: 'd', topic: '', content })
    await write('one')
    const drafts = await client.openView<{ item: DraftItem; meta: DraftsMeta }>({ type: 'drafts' })
    const failure = () => client.shown(drafts.viewId).failure ?? null
    const texts = () => drafts.items().map((draft) => draft.content)
    expect([texts(), failure()]).toEqual([['one'], null])
    // Reading the whole list fails, also for the synchronization and the file report.
    failStatements(database, (sql) =>
      /^SELECT \* FROM draft (?:WHERE conversation NOT|WHERE attachments|ORDER BY)/.test(sql)
        ? 'SQLITE_IOERR_READ'
        : null,
    )
    expect(await write('two')).toMatchObject({ ok: true })
    await server.clock.until('the view shows the failure', () => failure() !== null)
    expect(failure()).toMatchObject({ code: 'UNUSABLE_DATABASE' })
    expect(sentenceOf(failure())).toMatch(/can’t open/)
    expect(texts()).toEqual(['one'])
    await post('soup')
    await server.clock.until('the conversation goes on', () => window.texts().join() === 'soup')
    await client.send(lunch, 'mine')
    await server.clock.until('so does the outbox', () => window.texts().join() === 'soup,mine')
    await server.clock.advance(30_000)
    mendDisk()
    await server.clock.until('it shows what there is', () => failure() === null && texts().join() === 'two', 15_000)
  })

  it('of catching up, other than a failed request, is retried', async () => {
    watchDisk()
    const { server, people, start } = await setupWorld({ engine: 'none' })
    for (let count = 0; count < 600; count += 1) {
      await server.post(people.noor, { stream: people.general, topic: 'lunch' }, `soup ${count}`)
    }
    const database = temporaryDatabase()
    const client = start({ database })
    const stored = () => {
      const file = new Database(database, { readonly: true })
      try {
        return file.prepare<[], { count: number }>('SELECT count(*) AS count FROM message').get()?.count
      } finally {
        file.close()
      }
    }
    await server.clock.until('the newest ones are here', () => (stored() ?? 0) > 0)
    failStatements(database, (sql) => (/^SELECT \* FROM range/.test(sql) ? 'SQLITE_IOERR_READ' : null))
    await server.clock.until('it fails', () => client.logs.some((line) => /catching up failed/.test(line)))
    mendDisk()
    expect(stored()).toBeLessThan(600)
    await server.clock.until('all are here', () => stored() === 600, 60_000)
  })

  it('to read actions after their commit is repaired by the next reader', async () => {
    const { server, client, database, window, post } = await world()
    const shown = () => window.items().flatMap((item) => (item.kind === 'message' ? [item.isRead] : []))
    const soup = await post('soup')
    await server.clock.until('it is unread', () => shown().join() === 'false')
    // No event of the server repeats the change.
    await server.stop()
    let hasCommitted = false
    let failed = 0
    failStatements(database, (sql) => {
      if (/^(?:BEGIN|COMMIT)/.test(sql)) hasCommitted = sql.startsWith('COMMIT')
      if (!hasCommitted || failed > 0 || !/^SELECT \* FROM outbox WHERE queue_key = \?/.test(sql)) return null
      failed += 1
      return 'SQLITE_IOERR_READ'
    })
    expect(await client.engine.call('messages.markRead', { messageIds: [soup] })).toMatchObject({ ok: true })
    expect([failed, shown()]).toEqual([1, [false]])
    await server.clock.until('it counts as read', () => shown().join() === 'true', 15_000)
  })

  it('to notify a view of a change makes it reread everything', async () => {
    const { server, client, database, window, post, noor, general } = await world()
    const feed = await client.openView<{ item: ConversationItem; meta: FeedMeta }>({
      type: 'feed',
      narrow: { kind: 'combined' },
      anchor: 'newest',
    })
    const ids = () => feed.items().flatMap((item) => (item.kind === 'message' ? [item.id] : []))
    const first = await post('soup')
    await server.clock.until('it is shown', () => ids().join() === String(first))
    await server.clock.advance(20_000)
    // The feed’s query for a message fails after the commit that stored it.
    let hasCommitted = false
    let failed = 0
    failStatements(database, (sql) => {
      if (/^(?:BEGIN|COMMIT)/.test(sql)) hasCommitted = sql.startsWith('COMMIT')
      if (failed > 0 || !hasCommitted || !/^SELECT \* FROM message WHERE id = \?/.test(sql)) return null
      failed += 1
      return 'SQLITE_IOERR_READ'
    })
    const second = await server.post(noor, { stream: general, topic: 'supper' }, 'bread')
    await server.clock.until('a read has failed', () => failed === 1)
    const third = await post('tea')
    await server.clock.until('the conversation shows its own', () => window.texts().join() === 'soup,tea')
    await server.clock.advance(1_000)
    expect(ids()).toEqual([first, second, third])
    expect(client.shown(feed.viewId).failure ?? null).toBeNull()
  })

  it('to follow moved messages is repaired, one move after the other', async () => {
    const { server, client, database, window, post, iris, general } = await world()
    const soup = await post('soup')
    await server.clock.until('it is shown', () => window.texts().join() === 'soup')
    await server.clock.advance(20_000)
    // The conversation reads the spelling of the topic in order to follow.
    let failed = 0
    failStatements(database, (sql) => {
      if (!/^SELECT name FROM topic WHERE/.test(sql)) return null
      failed += 1
      return 'SQLITE_IOERR_READ'
    })
    for (const topic of ['supper', 'Breakfast']) {
      const before = failed
      await server.call(iris, 'PATCH', `/messages/${soup}`, {
        topic,
        propagate_mode: 'change_all',
        send_notification_to_new_thread: 'false',
      })
      await server.clock.until(`it could not follow to ${topic}`, () => failed > before)
      await server.clock.advance(1_000)
    }
    mendDisk()
    await server.post(iris, { stream: general, topic: 'Breakfast' }, 'eggs')
    await server.clock.until('it has followed', () => window.texts().join() === 'soup,eggs', 15_000)
    expect(window.meta().title).toMatch(/Breakfast/)
    expect(client.shown(window.viewId).failure ?? null).toBeNull()
  })

  it('to open a view fails that call only, and the view can be opened later', async () => {
    const { server, client, database, window, post } = await world()
    failStatements(database, (sql) =>
      /^SELECT \* FROM draft (?:WHERE conversation NOT|WHERE attachments|ORDER BY)/.test(sql)
        ? 'SQLITE_IOERR_READ'
        : null,
    )
    const open = () => client.engine.call('views.open', { viewId: 'mine', query: { type: 'drafts' } }, testWindow)
    expect(await open()).toMatchObject({ ok: false, error: { code: 'UNUSABLE_DATABASE' } })
    await post('soup')
    await server.clock.until('the conversation goes on', () => window.texts().join() === 'soup')
    mendDisk()
    expect(await open()).toMatchObject({ ok: true })
  })

  it.each(['SQLITE_FULL', 'SQLITE_BUSY'])('of the disk with %s delays notifications, which come once', async (code) => {
    const { server, client, database, window, post } = await world()
    await post('soup')
    await server.clock.until('it is shown', () => window.texts().length === 1)
    const before = client.notifications.length
    await post('@**Iris** look')
    await server.clock.until('it is stored', () => (client.status?.mentions ?? 0) > 0)
    // Only writes of the notifier fail.
    failStatements(database, (sql) => (sql.startsWith('INSERT INTO meta') ? code : null))
    await server.clock.advance(20_000)
    expect(client.notifications).toHaveLength(before)
    mendDisk()
    await server.clock.until('the notification arrives', () => client.notifications.length === before + 1, 30_000)
    await server.clock.advance(60_000)
    expect(client.notifications).toHaveLength(before + 1)
  })

  it('to store an acknowledgement is not fatal, and the events are applied when space is available', async () => {
    const { server, client, database, window, post } = await world()
    failStatements(database, (sql) => (/^(?:BEGIN|COMMIT)/.test(sql) ? 'SQLITE_FULL' : null))
    await post('soup')
    await server.clock.until('the status shows it', () => client.status?.connection.state === 'offline')
    await server.clock.advance(60_000)
    expect(window.texts()).toEqual([])
    mendDisk()
    await server.clock.until('it is there', () => window.texts().join() === 'soup', 200_000)
    expect(client.requests.filter((request) => request.path.endsWith('/register'))).toHaveLength(1)
  })

  it('to list the files of drafts removes no copy', async () => {
    const { client, database, lunch } = await world()
    const id = crypto.randomUUID()
    const file = { attachmentId: id, draftId: 'd', name: 'amber.png', type: 'image/png', size: 1000 }
    await client.engine.call('drafts.attach', { narrow: lunch, ...file })
    expect(client.keptAttachments).toEqual([id])
    failStatements(database, (sql) =>
      /^SELECT \* FROM draft (?:WHERE conversation NOT|WHERE attachments|ORDER BY)/.test(sql)
        ? 'SQLITE_IOERR_READ'
        : null,
    )
    await client.engine.call('drafts.set', { narrow: lunch, draftId: 'd', topic: '', content: 'words' })
    expect(client.keptAttachments).toEqual([id])
  })

  it('of a corrupt database ends the engine, even if the mark of the damage cannot be written', async () => {
    const { server, client, database, lunch } = await world()
    // A folder occupies the path of the mark.
    mkdirSync(`${database}.found-damaged`)
    failStatements(database, (sql) =>
      /^SELECT \* FROM draft (?:WHERE conversation NOT|WHERE attachments|ORDER BY)/.test(sql) ? 'SQLITE_CORRUPT' : null,
    )
    await client.engine.call('drafts.set', { narrow: lunch, draftId: 'd', topic: '', content: 'words' })
    await server.clock.until('it asks for another engine', () => client.logs.includes('restart'))
    expect(client.logs.filter((line) => line.includes('the damage cannot be noted'))).not.toEqual([])
  })
})
