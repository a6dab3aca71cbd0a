import { describe, expect, it } from 'vitest'
import { createApi } from '#engine/api/client.ts'
import { decodeEvent } from '#engine/state/events.ts'
import { readRegister } from '#engine/state/registration.ts'
import { registerBatches, registerHead } from '#engine/state/registration.ts'
import { getTopics } from '#engine/api/topics.ts'
import { bareOf, dialects, envelope, fatesOf, neededIn, surplus, without, type Tree } from './absent-fields.ts'
import { readRecorded } from '../recordings/answer-types.ts'
import type { JsonObject } from '../recordings/recording.ts'
import { sampledForms } from '#support/asked-forms.ts'
import { callName, callsOfTheClient } from '#support/client-calls.ts'
import { toldEvents, toldWorld, vote, type ToldWorld } from '#support/told-events.ts'
import { nameOf, waysIn } from '#support/ways.ts'

/**
 * Every answer and event of this repository's server, in both dialects, without each of its fields: nothing throws, and
 * only the field is lost. `needed` has the required fields of entries; the description of the service (`openapi.json`)
 * has them in every answer.
 */

/** The answer without the status that the test support adds. */
function bodyOf(answer: Tree): JsonObject {
  return Object.fromEntries(Object.entries(answer).filter(([key]) => key !== 'status')) as JsonObject // it came as JSON
}

/** Answers of every kind from which the client reads more than the success. */
async function answers({ service, noor, mei, general }: ToldWorld) {
  const found: { method: 'GET' | 'POST' | 'PATCH'; path: string; body: JsonObject }[] = []
  const ask = async (method: 'GET' | 'POST' | 'PATCH', path: string, form: Record<string, unknown> = {}) => {
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
  await ask('POST', '/messages/render', { content: '**now**' })
  await ask('POST', '/users/me/presence', { status: 'active', ping_only: false, slim_presence: true })
  await ask('GET', '/messages', { anchor: 'newest', num_before: 10, num_after: 0 })
  await ask('GET', `/messages/${id}`)
  await ask('GET', `/messages/${id}/history`)
  await ask('GET', `/messages/${id}/read_receipts`)
  await ask('GET', '/attachments')
  await ask('GET', '/drafts')
  await ask('GET', '/scheduled_messages')
  await ask('GET', `/users/me/${general}/topics`)
  await ask('GET', `/streams/${general}`)
  await ask('GET', `/streams/${general}/members`)
  await ask('GET', '/user_groups')
  await ask('GET', '/get_stream_id', { stream: 'general' })
  await ask('GET', `/users/${mei.id}`)
  await ask('GET', '/users/me/subscriptions', { include_subscribers: true })
  await ask('GET', `/users/${mei.id}/subscriptions/${general}`)
  await ask('POST', '/users/me/subscriptions', { subscriptions: [{ name: 'general' }] })
  const added = { email: 'new@alder.example', password: 'a long password', full_name: 'New' }
  const boss = service.person('Boss', 'owner')
  found.push({ method: 'POST', path: '/users', body: bodyOf(await service.ok(boss, 'POST', '/users', added)) })
  const bot = bodyOf(await service.ok(noor, 'POST', '/bots', { full_name: 'Helper', short_name: 'helper' }))
  const botId = Number(bot.user_id)
  found.push({ method: 'POST', path: '/bots', body: bot })
  await ask('GET', '/bots')
  await ask('PATCH', `/bots/${botId}`, { full_name: 'Helpers' })
  await ask('POST', `/bots/${botId}/api_key/regenerate`)
  return found
}

/** Answers to calls that only newer servers have. */
async function newerAnswers({ service, noor }: ToldWorld, newest: ToldWorld) {
  const form = { full_name: 'Helper', short_name: 'helper' }
  const bot = await newest.service.ok(newest.noor, 'POST', '/bots', form)
  const keyPath = `/bots/${String(bot.user_id)}/api_key`
  const key = bodyOf(await newest.service.ok(newest.noor, 'GET', keyPath))
  const saved = bodyOf(await service.ok(noor, 'POST', '/saved_snippets', { title: 'hello', content: 'Hello' }))
  const listed = bodyOf(await service.ok(noor, 'GET', '/saved_snippets'))
  return [
    { method: 'POST', path: '/saved_snippets', body: saved },
    { method: 'GET', path: '/saved_snippets', body: listed },
    { method: 'GET', path: keyPath, body: key },
  ] as const
}

/** Calls of the client without an answer in these lists; registrations and events have their own tests below. */
function uncovered(found: readonly string[]): string[] {
  const covered = new Set([...found.map((one) => callName(...methodAndPath(one))), 'GET /events', 'POST /register'])
  const read = callsOfTheClient().filter(({ readsAnswer }) => readsAnswer)
  expect(read.length).toBeGreaterThan(10)
  return read.flatMap(({ name }) => (covered.has(name) ? [] : [name]))
}

function methodAndPath(call: string): [method: string, path: string] {
  const space = call.indexOf(' ')
  return [call.slice(0, space), call.slice(space + 1)]
}

const options = { priority: 'foreground' } as const

/** Reads an answer as the client does. */
async function readAnswer(method: 'GET' | 'POST' | 'PATCH', path: string, body: unknown): Promise<unknown> {
  if (/\/topics$/.test(path)) {
    const response = { status: 200, headers: {}, body: JSON.stringify(body) }
    return getTopics(createApi({ request: () => Promise.resolve(response) }), 1, options)
  }
  const read = await readRecorded({ method, path, status: 200, body: body as JsonObject }, 'zulip')
  return read.value
}

describe('every field is optional, except for those that identify an object,', () => {
  it.each(dialects)('in answers of the %s dialect', async (_name, asSaid) => {
    const here = await toldWorld()
    const found: Record<string, readonly string[]> = {}
    const newer = await newerAnswers(await toldWorld({ featureLevel: 371 }), await toldWorld({ featureLevel: 500 }))
    for (const { method, path, body } of [...(await answers(here)), ...newer]) {
      const wire = asSaid(body)
      const read = (value: unknown) => readAnswer(method, path, value)
      const needed = await neededIn(wire, read)
      found[`${method} ${path}`] = surplus(needed)
      // All of these fields are absent at once; the rest is still an answer.
      await read(bareOf(wire, [...envelope, ...needed]))
    }
    expect(uncovered(Object.keys(found))).toEqual([])
    expect(Object.values(found).flat()).toEqual([])
  })

  it.each(sampledForms())(
    'in events at level $featureLevel, in the dialect $dialect',
    async ({ featureLevel, dialect }) => {
      const here = await toldWorld({ featureLevel, dialect })
      const kinds = new Set<string>()
      for (const event of await toldEvents(here, featureLevel)) {
        const kind = `${String(event.type)} ${typeof event.op === 'string' ? event.op : ''}`
        const decoded = decodeEvent(event)
        expect([decoded?.type, decoded?.isIncomplete], kind).toEqual([event.type, undefined])
        kinds.add(kind)
        const fates = fatesOf(event)
        expect(fates.silent, kind).toEqual([])
        // Who has reacted, and what is gone, is told twice at some levels: one of both is enough.
        const bare = decodeEvent(bareOf(event, [...fates.refused, 'user_id', 'stream_ids']))
        expect([bare?.type, bare?.isIncomplete], kind).toEqual([event.type, undefined])
      }
      expect(kinds.size).toBeGreaterThan(25)
    },
  )

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
