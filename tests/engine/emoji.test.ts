import Database from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { sentenceOf } from '#i18n/catalogue.ts'
import type { EmojiChoice } from '#contract/emoji.ts'
import type { MessageItem } from '#contract/messages.ts'
import type { PeopleMeta, PersonItem } from '#contract/people.ts'
import { standardNames } from '#engine/values/emoji/emoji-names.ts'
import { readEmojiNames } from '#engine/sync/emoji-data.ts'
import { directoryQuery } from '#support/directory-query.ts'
import { temporaryDatabase } from '#support/files.ts'
import { setupWorld } from '#support/setup-world.ts'
import { TestClient, type TestClientOptions } from '#support/test-client.ts'
import type { Account } from '#support/test-server.ts'
import { notificationText } from '#support/notification-text.ts'

/** The HTML of stock servers. */
const tada = '<span aria-label="tada" class="emoji emoji-1f389" role="img" title="tada">:tada:</span>'

async function world() {
  const { server, people } = await setupWorld({ engine: 'none', server: { hasEmojiData: true } })
  const database = temporaryDatabase()
  const stream = { stream: people.general, topic: 'lunch' }
  /** Posts a message whose HTML at the server is replaced by this one. */
  const stored = async (author: Account, html: string) => {
    const id = await server.post(author, stream, `@**Iris** ${html}`)
    server.rewriteMessage(id, html)
    return id
  }
  const start = async (options: TestClientOptions = {}) => {
    const client = new TestClient(server, people.iris, { database, ...options }).start()
    await client.online()
    await server.clock.advance(5_000)
    return client
  }
  return { server, database, stored, start, stream, ...people }
}

async function snippets(client: TestClient, query: string): Promise<string[]> {
  const request = { query, before: null, limit: 50, where: 'disk' } as const
  const result = await client.engine.call('messages.search', request)
  if (!result.ok) throw new Error(sentenceOf(result.error))
  return result.value.hits.map((hit) => hit.snippet.map((part) => (part.isHit ? `[${part.text}]` : part.text)).join(''))
}

async function choice(client: TestClient): Promise<EmojiChoice> {
  const result = await client.engine.call('emoji.choice', {})
  if (!result.ok) throw new Error(sentenceOf(result.error))
  return result.value
}

describe('emoji of messages', () => {
  it('are characters in notifications, and searchable by character and by every name', async () => {
    const { server, start, noor, iris } = await world()
    await server.post(noor, { direct: [iris.id] }, 'before this computer knew the account')
    const again = await start()
    await server.post(noor, { direct: [iris.id] }, 'shipped :tada: at last')
    await server.post(noor, { direct: [iris.id] }, 'well :+1: done')
    await server.clock.advance(3_000)
    expect(again.notifications.map(notificationText)).toEqual(['shipped 🎉 at last', 'well 👍 done'])
    expect(await snippets(again, '🎉')).toEqual(['shipped [🎉] at last'])
    expect(await snippets(again, 'tada')).toEqual(['shipped [🎉] at last'])
    expect(await snippets(again, ':thumbs_up:')).toEqual(['well [👍] done'])
    expect(await snippets(again, ':+1:')).toEqual(['well [👍] done'])
    expect(await snippets(again, '"shipped at last"')).toEqual(['[shipped] 🎉 [at] [last]'])
    expect(await snippets(again, 'emoji')).toEqual([])
  })

  it('from an older database are parsed again, so that they are displayed and found like new ones', async () => {
    const { server, database, start, stored, noor, general } = await world()
    const first = await stored(noor, `old <code>:tada:</code> ${tada} <em>news</em>`)
    const plainOne = await stored(noor, 'no emoji here')
    const client = await start()
    client.engine.close()
    // As stored by versions before migration 0120.
    const raw = new Database(database)
    const old = raw.prepare('UPDATE message SET content = ?, plain = ? WHERE id = ?')
    const span = '<span class="emoji emoji-1f389" role="img" aria-label="tada" title="tada">:tada:</span>'
    old.run(`<p>old <code>:tada:</code> ${span} <em>news</em></p>`, 'old :tada: :tada: news', first)
    raw.exec('DELETE FROM message_text')
    raw.exec(
      "ALTER TABLE outbox RENAME COLUMN queue_key TO conversation; DROP INDEX outbox_queue; CREATE INDEX outbox_line ON outbox (conversation, seq); DELETE FROM meta WHERE key = 'renewal_below'; DROP TABLE fresh_range; DROP TABLE container_read; DROP TABLE stream_join; DROP TABLE snippet; DROP TABLE starred; DROP TABLE unfinished_edit; DROP TABLE left_form; DROP TABLE subscriber_list; DROP TABLE kept_history; DROP TABLE history_fetch; DROP TABLE notification_log; ALTER TABLE draft DROP COLUMN echoes; ALTER TABLE message DROP COLUMN hides_previews; ALTER TABLE message DROP COLUMN topic_links; " +
        'ALTER TABLE custom_emoji DROP COLUMN author_id; ALTER TABLE stream DROP COLUMN was_subscribed; ALTER TABLE stream DROP COLUMN is_archived; ALTER TABLE stream DROP COLUMN is_recently_active; ' +
        'ALTER TABLE stream DROP COLUMN facts; ALTER TABLE stream ADD COLUMN remove_subscribers_group INTEGER; ' +
        'ALTER TABLE user_group DROP COLUMN is_deactivated; ALTER TABLE user_group DROP COLUMN mention_setting; ALTER TABLE user_group DROP COLUMN facts; ' +
        'ALTER TABLE user_group ADD COLUMN mention_group_id INTEGER NOT NULL DEFAULT 0; PRAGMA user_version = 110',
    )
    raw.prepare('INSERT INTO message_text (rowid, topic, body) VALUES (?, ?, ?)').run(first, '', 'old tada tada news')
    raw.close()
    const again = await start()
    const reader = new Database(database, { readonly: true })
    const row = reader.prepare<[number], { plain: string }>('SELECT plain FROM message WHERE id = ?')
    await server.clock.until('it is parsed again', () => row.get(first)?.plain === 'old :tada: 🎉 news')
    expect(row.get(plainOne)?.plain).toBe('no emoji here')
    expect(reader.prepare("SELECT value FROM meta WHERE key = 'renewal_below'").get()).toBeUndefined()
    reader.close()
    expect(await snippets(again, '🎉')).toEqual(['old :tada: [🎉] news'])
    const window = await again.openConversation({ kind: 'topic', streamId: general, topic: 'lunch' })
    expect((window.items()[0] as MessageItem).html).toContain('<span class="emoji emoji-1f389"')
  })
})

describe('names of emoji', () => {
  it('of a server are parsed leniently, with limits', () => {
    const table = {
      code_to_names: { '1f389': ['tada', 7, 'a b', ':x:'], nonsense: ['x'], '2764': 'heart', '1f44d': [] },
    }
    expect(readEmojiNames(JSON.stringify(table))).toEqual({ '1f389': ['tada'] })
    expect(() => readEmojiNames('{"code_to_names":{}}')).toThrow('empty')
    expect(() => readEmojiNames('<html>')).toThrow()
    const many = Object.fromEntries(Array.from({ length: 30_000 }, (_, i) => [(0x10000 + i).toString(16), ['n']]))
    expect(Object.keys(readEmojiNames(JSON.stringify({ code_to_names: many })))).toHaveLength(20_000)
  })

  it('come from the server if it lists them, and otherwise from the table of the server family', async () => {
    const { server, database, start, stream, noor, iris } = await world()
    const id = await server.post(noor, stream, 'soup?')
    const client = await start({
      garble: (_, response) =>
        response.body.startsWith('{"code_to_names"')
          ? { ...response, body: JSON.stringify({ code_to_names: { '1f44d': ['agreed'] } }) }
          : response,
    })
    expect((await choice(client)).names).toEqual({ '1f44d': ['agreed'] })
    client.engine.close()
    const stored = new Database(database)
    stored.prepare("DELETE FROM meta WHERE key = 'emoji_names'").run()
    stored.close()
    const offline = new TestClient(server, iris, {
      database,
      faultFor: () => ({ before: 'unreachable' }),
    }).start()
    expect((await choice(offline)).names['1f44d']).toEqual(standardNames['1f44d'])
    // This emoji is newer than the table, so it is unknown whether the server accepts it.
    const react = (code: string) =>
      offline.engine.call('messages.react', { messageId: id, type: 'unicode_emoji', code, isOn: true })
    expect(await react('1fae9')).toMatchObject({ error: { code: 'NO_EMOJI' } })
    expect(await react('1f44d')).toMatchObject({ ok: true })
    await server.clock.advance(1_000)
  })
})

describe('the extra emoji', () => {
  it('is a picture below messages and in the picker', async () => {
    const { server, start, stream, noor, iris, general } = await world()
    const id = await server.post(noor, stream, 'soup?')
    const client = await start()
    server.event(iris, {
      type: 'reaction',
      op: 'add',
      message_id: id,
      user_id: noor.id,
      emoji_name: 'zulip',
      emoji_code: 'zulip',
      reaction_type: 'zulip_extra_emoji',
    })
    const window = await client.openConversation({ kind: 'topic', streamId: general, topic: 'lunch' })
    const reactions = () => (window.items()[0] as MessageItem).reactions
    await server.clock.until('the reaction is here', () => reactions().length === 1)
    expect(reactions()[0]).toMatchObject({
      name: 'zulip',
      character: '',
      picture: '/static/generated/emoji/images/emoji/unicode/zulip.png',
    })
    expect((await choice(client)).custom).toEqual([
      {
        type: 'svc_extra_emoji',
        id: 'svc',
        name: 'svc',
        picture: '/static/generated/emoji/images/emoji/unicode/svc.png',
      },
    ])
  })

  it('is a picture in a user’s status', async () => {
    const { server, start, noor, iris } = await world()
    const client = await start()
    server.event(iris, {
      type: 'user_status',
      user_id: noor.id,
      status_text: 'in the cold lab',
      emoji_name: 'zulip',
      emoji_code: 'zulip',
      reaction_type: 'zulip_extra_emoji',
    })
    await server.clock.advance(3_000)
    const people = await client.openView<{ item: PersonItem; meta: PeopleMeta }>(directoryQuery())
    expect(people.items().find((item) => item.id === noor.id)?.status).toMatchObject({
      text: 'in the cold lab',
      emoji: { name: 'zulip', picture: '/static/generated/emoji/images/emoji/unicode/zulip.png' },
    })
  })

  it('has no picture if its code is not a valid file name', async () => {
    const { server, start, stream, noor, iris, general } = await world()
    const id = await server.post(noor, stream, 'soup?')
    const client = await start()
    server.event(iris, {
      type: 'reaction',
      op: 'add',
      message_id: id,
      user_id: noor.id,
      emoji_name: 'x',
      emoji_code: '../../../json/users',
      reaction_type: 'svc_extra_emoji',
    })
    const window = await client.openConversation({ kind: 'topic', streamId: general, topic: 'lunch' })
    const reactions = () => (window.items()[0] as MessageItem).reactions
    await server.clock.until('the reaction is here', () => reactions().length === 1)
    expect(reactions()[0]?.picture).toBeNull()
  })
})

describe('a /me message', () => {
  it('begins with the sender’s name in notifications and search results', async () => {
    const { server, start, noor, iris } = await world()
    await server.post(noor, { direct: [iris.id] }, 'before this computer knew the account')
    const client = await start()
    await server.post(noor, { direct: [iris.id] }, '/me has descaled the coffee machine')
    await server.clock.advance(3_000)
    expect(client.notifications.map(notificationText)).toEqual(['Noor has descaled the coffee machine'])
    expect(await snippets(client, 'coffee')).toEqual(['Noor has descaled the [coffee] machine'])
  })
})
