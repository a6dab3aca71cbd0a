import Database from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import type { TransportResponse } from '#engine/ports.ts'
import { temporaryDatabase } from '#support/files.ts'
import { modelOf } from '#support/model.ts'
import { chooseSeed, sampled, SeededRandom } from '#support/random.ts'
import { setupWorld } from '#support/setup-world.ts'
import { TestClient } from '#support/test-client.ts'

const answersWanted = Number(process.env.SKEIN_HOSTILE_ANSWERS ?? sampled(300, 100_000))
const answersPerLife = 250

type Json = null | boolean | number | string | Json[] | { [key: string]: Json }

function nested(depth: number): string {
  return '['.repeat(depth) + ']'.repeat(depth)
}

/** A server with arbitrary answers: broken JSON, wrong types, wrong ids, unknown objects. */
class Hostility {
  readonly #random: SeededRandom
  isOn = false
  /** The number of changed answers. */
  count = 0

  constructor(random: SeededRandom) {
    this.#random = random
  }

  garble(path: string, response: TransportResponse): TransportResponse {
    if (!this.isOn || this.#random.chance(0.15)) return response
    this.count += 1
    const kind = this.#random.below(20)
    if (kind === 0) return { ...response, body: response.body.slice(0, this.#random.below(response.body.length + 1)) }
    if (kind === 1)
      return { ...response, body: this.#random.pick(['', '<html>hello</html>', 'null', '[]', '"x"', '\0']) }
    if (kind === 2) return { ...response, body: nested(50_000) }
    if (kind === 3) {
      const status = this.#random.pick([200, 204, 302, 400, 401, 403, 404, 429, 500, 503, 999])
      const headers = { 'retry-after': this.#random.pick(['-5', '1e99', 'soon', '0', '3']) }
      return { ...response, status, headers }
    }
    const body = JSON.parse(response.body) as { [key: string]: Json } // the service answers objects
    if (path.endsWith('/events') && Array.isArray(body.events)) this.#addForeign(body.events)
    for (let change = 1 + this.#random.below(4); change > 0; change -= 1) this.#mutate(body)
    return { ...response, body: JSON.stringify(body) }
  }

  /** Events about unknown objects. */
  #addForeign(events: Json[]): void {
    let id = events.reduce<number>((highest, event) => Math.max(highest, Number((event as { id?: Json }).id) || 0), -1)
    for (let more = this.#random.below(4); more > 0; more -= 1) {
      id += 1 + this.#random.below(3)
      events.push({ ...this.#random.pick(foreignEvents), id })
    }
  }

  /** Changes one node of the tree. */
  #mutate(root: { [key: string]: Json }): void {
    let node: Json[] | { [key: string]: Json } = root
    for (;;) {
      const keys: string[] = Object.keys(node)
      if (keys.length === 0) return
      const key: string = this.#random.pick(keys)
      const child: Json | undefined = Array.isArray(node) ? node[Number(key)] : node[key]
      if (typeof child === 'object' && child !== null && !this.#random.chance(0.25)) {
        node = child
        continue
      }
      if (node === root && (key === 'result' || key === 'msg') && this.#random.chance(0.8)) return
      if (this.#random.chance(0.15) && !Array.isArray(node)) Reflect.deleteProperty(node, key)
      else if (Array.isArray(node)) node[Number(key)] = this.#strange(child)
      else node[key] = this.#strange(child)
      return
    }
  }

  #strange(value: Json | undefined): Json {
    const strange: readonly Json[] = [
      null,
      true,
      -1,
      0,
      1.5,
      1e308,
      2 ** 53,
      Number.MAX_SAFE_INTEGER,
      -(2 ** 31),
      '',
      '\0',
      '\ud800',
      '__proto__',
      'x'.repeat(20_000),
      `<div>${'<b>'.repeat(3_000)}x`,
      '<img src=x onerror=alert(1)>',
      '12',
      'DROP TABLE message',
      [],
      {},
      [null, 1, 'x', {}],
      { __proto__: null, constructor: 1, id: 'x' },
      JSON.parse(nested(500)) as Json, // arrays
    ]
    if (Array.isArray(value) && value.length > 0 && this.#random.chance(0.4)) return [...value, ...value]
    if (typeof value === 'number' && this.#random.chance(0.4)) return value + this.#random.pick([-1, 1, 1000, 0.5])
    return this.#random.pick(strange)
  }
}

const foreignMessage = {
  id: 900_001,
  type: 'stream',
  sender_id: 77_777,
  sender_full_name: 'Nobody',
  content: '<p>never written</p>',
  display_recipient: 'nowhere',
  stream_id: 66_666,
  subject: 'never',
  timestamp: 1,
}

const foreignEvents: readonly { [key: string]: Json }[] = [
  { type: 'heartbeat' },
  { type: 'invented', op: 'add', things: [1, 2, 3] },
  { type: 'message', flags: ['starred', 'mentioned'], message: foreignMessage },
  { type: 'message', flags: [], message: { ...foreignMessage, id: Number.MAX_SAFE_INTEGER } },
  { type: 'message', flags: [], message: { ...foreignMessage, type: 'private', display_recipient: [{ id: 5 }] } },
  { type: 'update_message', message_id: 900_002, message_ids: [900_002, 1, 2], content: 'x', rendered_content: '<p>x' },
  { type: 'update_message', message_id: 1, message_ids: [1], stream_id: 4, new_stream_id: 66_666, subject: '' },
  { type: 'delete_message', message_ids: [900_003] },
  { type: 'update_message_flags', op: 'add', flag: 'read', messages: [], all: true },
  { type: 'update_message_flags', op: 'remove', flag: 'read', messages: [900_004], message_details: { '900004': {} } },
  {
    type: 'reaction',
    op: 'add',
    message_id: 900_005,
    emoji_name: 'x',
    emoji_code: 'x',
    reaction_type: 'x',
    user_id: 1,
  },
  { type: 'submessage', message_id: 1, submessage_id: 1, sender_id: 1, msg_type: 'widget', content: '{' },
  { type: 'stream', op: 'delete', streams: [{ stream_id: 66_666, name: 'nowhere' }] },
  { type: 'subscription', op: 'remove', subscriptions: [{ stream_id: 66_666 }] },
  { type: 'user_group', op: 'add_members', group_id: 5_555, user_ids: [1, 2] },
  { type: 'user_topic', stream_id: 66_666, topic_name: 'x', visibility_policy: 99 },
  { type: 'muted_users', muted_users: [{ id: 77_777 }] },
  {
    type: 'drafts',
    op: 'update',
    draft: { id: 5, type: 'stream', to: [66_666], topic: 'x', content: 'y', timestamp: 1 },
  },
  { type: 'drafts', op: 'remove', draft_id: 99_999 },
  { type: 'typing', op: 'start', sender: { user_id: 77_777 }, stream_id: 66_666, topic: 'x' },
  {
    type: 'presence',
    user_id: 77_777,
    server_timestamp: 1e300,
    presence: { x: { status: 'active', timestamp: 1e300 } },
  },
  { type: 'realm_user', op: 'update', person: { user_id: 77_777, full_name: 'x' } },
  { type: 'realm', op: 'update', property: '__proto__', value: { polluted: true } },
  { type: 'restart', svc_feature_level: 1_000_000 },
]

/** Runs one client against the server: some hundred garbled answers, then correct ones. */
async function expectSurvival(seed: number, wanted: number): Promise<number> {
  const random = new SeededRandom(seed)
  const database = temporaryDatabase()
  const hostility = new Hostility(random)
  const { server, client, iris, noor, general, design } = await setupWorld({
    server: { random: new SeededRandom(seed + 1) },
    database,
    random: new SeededRandom(seed + 2),
    garble: (request, response) => hostility.garble(request.path, response),
  })
  for (let index = 0; index < 5; index += 1) {
    await server.post(noor, { stream: general, topic: random.pick(['a', 'b']) }, `before ${index}`)
  }
  hostility.isOn = true
  const place = () => ({
    kind: 'topic' as const,
    streamId: random.pick([general, design]),
    topic: random.pick(['a', 'b']),
  })
  const act = async (): Promise<unknown> => {
    switch (random.below(8)) {
      case 0:
        return client.openConversation(place(), random.pick(['first_unread', 'newest']))
      case 1:
        return client.engine.call('messages.send', {
          localId: crypto.randomUUID(),
          destination: place(),
          content: `mine ${random.below(1000)}`,
        })
      case 2:
        return client.engine.call('messages.star', { messageId: 1 + random.below(9), isStarred: random.chance(0.5) })
      case 3:
        return client.engine.call('topics.policy', { streamId: general, topic: 'a', policy: random.below(4) })
      case 4:
        return client.engine.call('drafts.set', { narrow: place(), draftId: 'd1', topic: '', content: 'a draft' })
      case 5:
        return server.post(iris, { stream: general, topic: 'b' }, 'from another device')
      default:
        return server.post(
          noor,
          place().streamId === general ? { stream: general, topic: 'a' } : { direct: [iris.id] },
          'hi',
        )
    }
  }
  while (hostility.count < wanted) {
    await act()
    // Requests of a conversation reach the server as well.
    if (random.chance(0.3)) void client.engine.call('messages.history', { messageId: 1 })
    client.engine.signal(random.chance(0.2) ? 'key_changed' : 'retry')
    if (random.chance(0.1)) server.built.context.events.removeAll()
    await server.clock.advance(random.pick([50, 500, 4_000]))
  }
  hostility.isOn = false
  server.built.context.events.removeAll()
  client.engine.signal('key_changed')
  await client.online()
  await server.clock.advance(60_000)
  client.engine.signal('retry')
  await client.online()
  for (const topic of ['a', 'b']) {
    const window = await client.openConversation({ kind: 'topic', streamId: general, topic }, 'newest')
    await server.clock.advance(5_000)
    const held = await server.contents(iris, [
      ['stream', general],
      ['topic', topic],
    ])
    const shown = window.texts().filter((text) => !text.startsWith('['))
    expect([seed, topic, shown]).toEqual([seed, topic, held])
  }
  const wrong = client.logs.filter(
    (line) => line === 'restart' || /SQLITE|is not iterable|TypeError|RangeError/.test(line),
  )
  expect([seed, wrong]).toEqual([seed, []])
  client.engine.close()
  const reader = new Database(database, { readonly: true })
  expect(reader.pragma('integrity_check', { simple: true })).toBe('ok')
  expect(reader.pragma('foreign_key_check')).toEqual([])
  reader.close()
  const fresh = temporaryDatabase()
  const other = new TestClient(server, iris, { database: fresh, engineEpoch: 2 }).start()
  await other.online()
  other.engine.close()
  expect([seed, modelOf(database)]).toEqual([seed, modelOf(fresh)])
  await server.stop()
  expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
  return hostility.count
}

describe('a hostile server', () => {
  it(
    `neither stops the engine nor leaves invalid data, in ${answersWanted} garbled answers`,
    { timeout: 60 * 60_000 },
    async () => {
      const first = chooseSeed()
      console.log(`hostile server: ${answersWanted} answers from seed ${first}`)
      let count = 0
      for (let index = 0; count < answersWanted; index += 1) {
        try {
          count += await expectSurvival(first + index * 10, Math.min(answersPerLife, answersWanted - count))
        } catch (error) {
          console.log(`hostile server: seed ${first + index * 10} failed; replay it with SKEIN_SEED`)
          throw error
        }
      }
    },
  )
})
