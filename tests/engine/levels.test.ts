import { describe, expect, it } from 'vitest'
import type { UploadItem, UploadsMeta } from '#contract/attachments.ts'
import { sampledForms } from '#support/asked-forms.ts'
import { filesQuery } from '#support/files-query.ts'
import { temporaryDatabase } from '#support/files.ts'
import { modelOf } from '#support/model.ts'
import { setupWorld } from '#support/setup-world.ts'
import { outgoingBytes } from '#support/test-server.ts'
import { notificationText } from '#support/notification-text.ts'

const file = {
  draftId: 'd1',
  attachmentId: '00000000-0000-4000-8000-000000000001',
  name: 'plan.txt',
  type: 'text/plain',
  size: outgoingBytes('00000000-0000-4000-8000-000000000001').length,
}

/** A day’s work at servers of several levels. The drill runs all tests of the engine at each level. */
describe.each(sampledForms())(
  'the engine at level $featureLevel, in the dialect $dialect',
  ({ featureLevel, dialect }) => {
    async function world() {
      const { server, people, start } = await setupWorld({
        engine: 'none',
        server: { database: temporaryDatabase() },
        settings: { featureLevel, dialect },
      })
      const hello = await server.post(people.noor, { stream: people.general, topic: 'lunch' }, 'hello *all*')
      const database = temporaryDatabase()
      const client = start({ database })
      await client.online()
      await server.clock.advance(5_000)
      const lunch = { kind: 'topic', streamId: people.general, topic: 'lunch' } as const
      const window = await client.openConversation(lunch)
      await server.clock.until('the topic is here', () => window.texts().length === 1)
      const row = (id: number) => window.items().find((item) => item.kind === 'message' && item.id === id)
      const ok = async (name: Parameters<typeof client.engine.call>[0], input: object) =>
        expect(await client.engine.call(name, input)).toMatchObject({ ok: true })
      return { server, client, database, window, lunch, hello, row, ok, ...people }
    }

    it('reads, writes, edits, reacts, moves and deletes', async () => {
      const { server, client, window, lunch, hello, row, ok, iris, noor, general } = await world()
      expect(window.texts()).toEqual(['hello all'])
      await client.send(lunch, 'soup')
      await server.clock.until('it is sent', () => window.texts().join() === 'hello all,soup')
      const theirs = await server.post(noor, { stream: general, topic: 'lunch' }, 'bread')
      await server.clock.until('it has come', () => window.texts().length === 3)
      const [mine = 0] = (
        (
          await server.call(iris, 'GET', '/messages', {
            anchor: 'newest',
            num_before: '9',
            num_after: '0',
            narrow: JSON.stringify([{ operator: 'sender', operand: iris.id }]),
          })
        ).messages as { id: number }[]
      ).map(({ id }) => id) // shape of GET /messages

      await ok('messages.edit', { messageId: mine, content: 'hot soup' })
      await server.clock.until('it is edited', () => window.texts()[1] === 'hot soup')
      await ok('messages.react', { messageId: theirs, type: 'unicode_emoji', code: '1f389', isOn: true })
      await server.call(noor, 'POST', `/messages/${theirs}/reactions`, { emoji_name: 'tada' })
      await server.clock.until('both reactions are there', () => {
        const item = row(theirs)
        return item?.kind === 'message' && item.reactions[0]?.count === 2
      })
      await ok('messages.star', { messageId: hello, isStarred: true })
      await server.clock.advance(3_000)
      expect(await server.contents(iris, [['is', 'starred']])).toEqual(['hello *all*'])

      await ok('messages.move', {
        messageId: mine,
        streamId: general,
        topic: 'supper',
        mode: 'change_one',
        notifyOld: false,
        notifyNew: false,
      })
      await server.clock.until('it has moved', () => window.texts().join() === 'hello all,bread')
      expect(
        await server.contents(noor, [
          ['stream', general],
          ['topic', 'supper'],
        ]),
      ).toEqual(['hot soup'])
      await ok('messages.delete', { messageId: mine })
      // A deletion can be undone for a while.
      await server.clock.advance(12_000)
      expect(
        await server.contents(noor, [
          ['stream', general],
          ['topic', 'supper'],
        ]),
      ).toEqual([])
      await server.call(noor, 'PATCH', `/messages/${theirs}`, { content: 'toast' })
      await server.clock.until('their edit has come', () => window.texts().join() === 'hello all,toast')
    })

    it('sends a file with its message, and lists the file', async () => {
      const { server, client, lunch, ok, iris, noor } = await world()
      await ok('drafts.attach', { narrow: lunch, ...file })
      await client.send(lunch, 'the plan', crypto.randomUUID(), file.draftId)
      await server.clock.advance(20_000)
      const sent = (await server.contents(noor, [['sender', iris.email]])).at(-1) ?? ''
      expect(sent).toMatch(/^the plan\n\n\[plan\.txt\]\(\/user_uploads\/\S+\)$/)
      const view = await client.openView<{ item: UploadItem; meta: UploadsMeta }>(filesQuery())
      await server.clock.until('the list has come', () => view.meta().isWhole)
      expect(view.items()).toMatchObject([{ name: 'plan.txt', uses: [{ messageId: expect.any(Number) as unknown }] }])
    })

    it('notifies of messages to the user, and knows which are read', async () => {
      const { server, client, iris, noor, general } = await world()
      const whispered = await server.post(noor, { direct: [iris.id] }, 'are you there?')
      const named = await server.post(noor, { stream: general, topic: 'supper' }, '@**Iris** soup')
      await server.clock.advance(3_000)
      expect(client.notifications.map((shown) => [shown.messageIds, notificationText(shown)])).toEqual([
        [[whispered], 'are you there?'],
        [[named], '@Iris soup'],
      ])
      await client.engine.call('messages.markRead', { messageIds: [whispered, named] })
      await server.clock.advance(3_000)
      expect(await server.contents(iris, [['is', 'unread']])).toEqual(['hello *all*'])
    })

    it('keeps deactivated users as known people', async () => {
      const { server, database, iris, noor } = await world()
      const noorHere = () => (modelOf(database).person as { id: number }[]).find((person) => person.id === noor.id)
      await server.call(iris, 'DELETE', `/users/${noor.id}`)
      await server.clock.advance(3_000)
      expect(noorHere()).toMatchObject({ name: 'Noor', is_active: 0 })
      await server.call(iris, 'POST', `/users/${noor.id}/reactivate`)
      await server.clock.advance(3_000)
      expect(noorHere()).toMatchObject({ name: 'Noor', is_active: 1 })
    })

    it('has all messages after a restart of the server and a new queue', async () => {
      const { server, client, window, noor, general } = await world()
      await server.stop()
      await server.start({ featureLevel, dialect, forgetQueues: true })
      await server.post(noor, { stream: general, topic: 'lunch' }, 'back again')
      client.engine.signal('resume')
      await server.clock.until('it is there', () => window.texts().join() === 'hello all,back again')
      await client.online()
    })
  },
)
