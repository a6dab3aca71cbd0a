import { describe, expect, it } from 'vitest'
import { createApi } from '../../main/engine/api/client.ts'
import { decodeEvent } from '../../main/engine/api/events.ts'
import { readRegister } from '../../main/engine/api/register.ts'
import { registerBatches, registerHead } from '../../main/engine/model/register-rows.ts'
import { getTopics } from '../../main/engine/api/topics.ts'
import { readRecorded } from '../recordings/answer-types.ts'
import type { JsonObject } from '../recordings/recording.ts'
import { toldEvents, toldWorld, vote, type ToldWorld } from '../support/told-events.ts'
import { nameOf, waysIn, type Key } from '../support/ways.ts'

/**
 * Every answer and event of our own server, in both dialects, with each of its fields absent: nothing throws, and no more
 * than the field is lost. What an entry cannot do without stands in `needed`; the description of the service
 * (`openapi.json`) has all of it in every answer.
 */

type Tree = Readonly<Record<string, unknown>>

/** The tree without what stands at the end of a way. */
function without(value: unknown, way: readonly Key[]): unknown {
  const [key, ...rest] = way
  if (Array.isArray(value)) return value.map((one, index) => (index === key ? without(one, rest) : (one as unknown)))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) => {
      if (name !== key) return [[name, inner as unknown]]
      return rest.length === 0 ? [] : [[name, without(inner, rest)]]
    }),
  )
}

/** Where two decoded values differ: a list of another length as a whole. */
function differences(a: unknown, b: unknown, way: readonly Key[] = []): (readonly Key[])[] {
  if (Array.isArray(a) && Array.isArray(b)) {
    if (a.length !== b.length) return [way]
    return a.flatMap((one, index) => differences(one, b[index], [...way, index]))
  }
  const areObjects = typeof a === 'object' && typeof b === 'object' && a !== null && b !== null
  if (!areObjects || Array.isArray(a) || Array.isArray(b)) return Object.is(a, b) ? [] : [way]
  const [left, right] = [a as Tree, b as Tree]
  return [...new Set([...Object.keys(left), ...Object.keys(right)])].flatMap((key) =>
    differences(left[key], right[key], [...way, key]),
  )
}

/** Whether nothing but one field of the object that the way leads into is other than before. */
function losesFieldAlone(full: unknown, partial: unknown, way: readonly Key[]): boolean {
  const place = way.slice(0, -1)
  const lost = differences(full, partial)
  if (!lost.every((found) => found.length > place.length && place.every((key, index) => found[index] === key))) {
    return false
  }
  return new Set(lost.map((found) => found[place.length])).size <= 1
}

/** The fields whose absence throws, or takes more with it than the field. */
async function neededIn(wire: unknown, read: (wire: unknown) => unknown): Promise<string[]> {
  const full = await read(wire)
  const needed: string[] = []
  for (const way of waysIn(wire)) {
    const name = nameOf(way)
    if (needed.some((other) => name.startsWith(`${other}.`))) continue
    try {
      if (!losesFieldAlone(full, await read(without(wire, way)), way)) needed.push(name)
    } catch {
      needed.push(name)
    }
  }
  return needed
}

/** The tree with nothing in it but what is needed. */
function bareOf(wire: unknown, needed: readonly string[]): unknown {
  const ways = [...waysIn(wire)].filter((way) => {
    const name = nameOf(way)
    return !needed.some((other) => other === name || other.startsWith(`${name}.`) || name.startsWith(`${other}.`))
  })
  return ways.reduce<unknown>((rest, way) => without(rest, way), wire)
}

/** What the server said, as a stock server of the family says it. */
function asStock(value: unknown): unknown {
  if (value === 'svc_extra_emoji') return 'zulip_extra_emoji'
  if (Array.isArray(value)) return value.map(asStock)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key.replace(/^svc_/, 'zulip_'), asStock(inner)]),
  )
}

const dialects = [
  ['svc', (value: unknown) => value],
  ['stock', asStock],
] as const

/** Without `result` an answer is none of the service's; `msg` is for refusals. */
const envelope: ReadonlySet<string> = new Set(['result', 'msg'])

/**
 * What an answer, an entry or an event cannot do without, by the name of its key: which thing it is, whose, and where;
 * what happened; and the words, times and files that it is about. The description of the service has all of them.
 */
const identifying: ReadonlySet<string> = new Set([
  ...['id', 'ids', 'type', 'op', 'property', 'value', 'flag', 'name', 'status', 'msg_type'],
  ...['message', 'messages', 'message_id', 'message_ids', 'submessage_id', 'sender_id', 'sender', 'display_recipient'],
  ...['stream_id', 'stream_ids', 'streams', 'subscriptions', 'topic_name', 'visibility_policy', 'topics', 'max_id'],
  ...[
    'user_id',
    'user_ids',
    'person',
    'full_name',
    'recipients',
    'muted_users',
    'muted_topics',
    'presence',
    'timestamp',
  ],
  ...['content', 'emoji_name', 'emoji_code', 'reaction_type', 'realm_emoji', 'source_url', 'data', 'alert_words'],
  ...['group', 'group_id', 'direct_subgroup_ids', 'fields', 'realm_linkifiers', 'pattern', 'url_template'],
  ...['default_streams', 'realm_playgrounds', 'pygments_language', 'realm_domain', 'domain', 'bot', 'message_history'],
  ...['draft', 'drafts', 'draft_id', 'to', 'scheduled_message', 'scheduled_messages', 'scheduled_message_id'],
  ...['scheduled_delivery_timestamp', 'attachment', 'attachments', 'path_id', 'uri', 'events'],
  // Where a page of messages ends, and how far marking has come, decide what is asked for next.
  ...['anchor', 'found_newest', 'found_oldest', 'updated_count', 'last_processed_id'],
])

/** What is needed and names nothing: to be mended in the decoders. */
function surplus(needed: readonly string[]): string[] {
  return needed.filter((name) => !envelope.has(name) && !identifying.has(name.split('.').at(-1) ?? ''))
}

/** What the server said, without the status that the support for tests adds. */
function bodyOf(answer: Tree): JsonObject {
  return Object.fromEntries(Object.entries(answer).filter(([key]) => key !== 'status')) as JsonObject // it came as JSON
}

/** Answers of every kind that the client reads more from than that it succeeded. */
async function answers({ service, noor, mei, general }: ToldWorld) {
  const found: { method: 'GET' | 'POST'; path: string; body: JsonObject }[] = []
  const ask = async (method: 'GET' | 'POST', path: string, form: Record<string, unknown> = {}) => {
    const body = bodyOf(await service.ok(noor, method, path, form))
    found.push({ method, path, body })
  }
  const png = Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), Buffer.alloc(40)])
  const upload = bodyOf(await service.upload(noor, '/user_uploads', 'plan.png', png))
  found.push({ method: 'POST', path: '/user_uploads', body: upload })
  const file = `[plan.png](${typeof upload.uri === 'string' ? upload.uri : ''})`
  const id = await service.say(noor, general, 'lunch', `**now** ${file}`)
  await service.ok(mei, 'POST', `/messages/${id}/reactions`, { emoji_name: '+1' })
  await service.ok(noor, 'PATCH', `/messages/${id}`, { content: `later ${file}` })
  await service.ok(noor, 'PATCH', `/messages/${id}`, { topic: 'dinner', propagate_mode: 'change_all' })
  const poll = await service.say(noor, general, 'dinner', '/poll Where?\nhere')
  await service.ok(mei, 'POST', '/submessage', { message_id: poll, msg_type: 'widget', content: vote })
  await service.ok(noor, 'PATCH', `/messages/${poll}`, { topic: 'supper', propagate_mode: 'change_one' })
  await service.tell(mei, [noor], 'and you?')
  const draft = { type: 'stream', to: [general], topic: 'x', content: 'y', timestamp: 1_700_000_000 }
  const later = { type: 'stream', to: general, topic: 'x', content: 'y' }
  const at = { scheduled_delivery_timestamp: service.context.nowSeconds() + 3600 }
  await ask('POST', '/messages', { type: 'stream', to: general, topic: 'lunch', content: 'more' })
  await ask('POST', '/drafts', { drafts: [draft] })
  await ask('POST', '/scheduled_messages', { ...later, ...at })
  await ask('POST', '/messages/flags/narrow', {
    anchor: 'oldest',
    num_before: 0,
    num_after: 10,
    narrow: [],
    op: 'add',
    flag: 'read',
  })
  await ask('POST', '/users/me/presence', { status: 'active', ping_only: false, slim_presence: true })
  await ask('GET', '/messages', { anchor: 'newest', num_before: 10, num_after: 0 })
  await ask('GET', `/messages/${id}`)
  await ask('GET', `/messages/${id}/history`)
  await ask('GET', `/messages/${id}/read_receipts`)
  await ask('GET', '/attachments')
  await ask('GET', '/drafts')
  await ask('GET', '/scheduled_messages')
  await ask('GET', `/users/me/${general}/topics`)
  return found
}

const options = { priority: 'foreground' } as const

/** Reads an answer as the client does. */
async function readAnswer(method: 'GET' | 'POST', path: string, body: unknown): Promise<unknown> {
  if (/\/topics$/.test(path)) {
    const response = { status: 200, headers: {}, body: JSON.stringify(body) }
    return getTopics(createApi({ request: () => Promise.resolve(response) }), 1, options)
  }
  const read = await readRecorded({ method, path, status: 200, body: body as JsonObject }, 'zulip')
  return read.value
}

describe('[N4] every field of an answer may be absent, but for what says which thing it is about', () => {
  it.each(dialects)('in answers of the %s dialect', async (_name, asSaid) => {
    const here = await toldWorld()
    const found: Record<string, readonly string[]> = {}
    for (const { method, path, body } of await answers(here)) {
      const wire = asSaid(body)
      const read = (value: unknown) => readAnswer(method, path, value)
      const needed = await neededIn(wire, read)
      found[`${method} ${path}`] = surplus(needed)
      // All at once: what is left is still an answer.
      await read(bareOf(wire, [...envelope, ...needed]))
    }
    expect(Object.keys(found)).toHaveLength(14)
    expect(Object.values(found).flat()).toEqual([])
  })

  it.each(dialects)('in events of the %s dialect', async (_name, asSaid) => {
    const here = await toldWorld()
    const told = await toldEvents(here)
    const kinds = new Map(
      told.map((event) => [`${String(event.type)} ${typeof event.op === 'string' ? event.op : ''}`, event] as const),
    )
    // Each kind of event that people can cause without administering anything.
    expect(kinds.size).toBeGreaterThan(25)
    const found: string[] = []
    for (const [kind, event] of kinds) {
      const wire = asSaid(event)
      expect(decodeEvent(wire)?.type, kind).toBe(event.type)
      const needed = await neededIn(wire, (value) => decodeEvent(value))
      found.push(...surplus(needed).map((name) => `${kind}: ${name}`))
      expect(decodeEvent(bareOf(wire, ['id', ...needed]))?.type, kind).toBe(event.type)
    }
    expect(found).toEqual([])
  })

  it.each(dialects)('in registrations of the %s dialect', async (_name, asSaid) => {
    const here = await toldWorld()
    await answers(here)
    const { service, noor } = here
    await service.ok(noor, 'POST', '/users/me/status', { status_text: 'away', emoji_name: 'car' })
    const form = {
      client_capabilities: { notification_settings_null: true, bulk_message_deletion: true },
    }
    const body = bodyOf(await service.ok(noor, 'POST', '/register', form))
    const read = (value: unknown) => {
      const state = readRegister({ status: 200, headers: {}, body: JSON.stringify(value) })
      return { head: registerHead(state), batches: [...registerBatches(state)] }
    }
    const wire = asSaid(body)
    const full = read(wire)
    const throwing = [...waysIn(wire)].flatMap((way) => {
      try {
        const partial = read(without(wire, way))
        return partial.batches.length <= full.batches.length ? [] : [`${nameOf(way)} makes more of it`]
      } catch {
        return [nameOf(way)]
      }
    })
    const ofRegistration = ['queue_id', 'last_event_id', 'user_id', 'realm_users', 'subscriptions', 'unread_msgs']
    expect(throwing.toSorted()).toEqual(['result', ...ofRegistration].toSorted())
    const bare = bareOf(wire, [...envelope, ...ofRegistration])
    expect(read(bare).head.queueId).toBe(full.head.queueId)
  })
})
