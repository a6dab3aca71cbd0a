import { createReadStream, mkdtempSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { hashPasswordSync } from '#server/base/passwords.ts'
import { Service } from '#support/service.ts'
import type { Account } from '#support/test-server.ts'

type Answer = Readonly<Record<string, unknown>>
type ClientCall = (...given: readonly unknown[]) => Promise<Answer>
/** The client's table of calls, grouped by resource. */
interface ClientTable {
  readonly [name: string]: unknown
}
type Config =
  | { readonly zuliprc: string }
  | { readonly username: string; readonly realm: string; readonly apiKey?: string; readonly password?: string }

// The package is CommonJS without types.
const zulip = createRequire(import.meta.url)('zulip-js') as (config: Config) => Promise<ClientTable>

const password = 'a long password'

/** The expected result of a call of the client: success, a refusal with its `code`, or a page instead of JSON. */
type Expected = 'success' | { readonly refused: string } | 'no JSON'

interface Try {
  readonly by: 'olga' | 'noor' | 'gus'
  readonly call: string
  readonly given: readonly unknown[]
  readonly expected: Expected
}

/** The names of all calls in the client's table, such as `messages.flags.add`. */
function callsOf(table: ClientTable, prefix = ''): string[] {
  return Object.entries(table).flatMap(([name, value]) => {
    if (typeof value === 'function') return [`${prefix}${name}`]
    const isGroup = typeof value === 'object' && value !== null && name !== 'config'
    return isGroup ? callsOf(value as ClientTable, `${prefix}${name}.`) : []
  })
}

function callNamed(table: ClientTable, name: string): ClientCall {
  const found = name.split('.').reduce<unknown>((group, part) => (group as ClientTable)[part], table)
  if (typeof found !== 'function') throw new Error(`zulip-js has no ${name}`)
  return found as ClientCall
}

/** The result of one call. The client cannot parse a page: it throws a SyntaxError. */
async function outcome(call: ClientCall, given: readonly unknown[]): Promise<{ what: Expected; answer: Answer }> {
  try {
    const answer = await call(...given)
    return { what: answer.result === 'success' ? 'success' : { refused: String(answer.code) }, answer }
  } catch (error) {
    if (error instanceof Error && /JSON/.test(error.message)) return { what: 'no JSON', answer: {} }
    throw error
  }
}

describe('zulip-js, the JavaScript client of the family, unchanged', () => {
  let service: Service
  let realm: string
  let people: Readonly<Record<Try['by'], Account>>
  let general: number
  let attic: number
  let message: number

  beforeAll(async () => {
    service = await Service.start({ dialect: 'zulip' })
    const { context } = service
    const olga = service.person('Olga', 'owner')
    const noor = service.person('Noor')
    const gus = service.person('Gus', 'guest')
    people = { olga, noor, gus }
    const hash = hashPasswordSync(password)
    context.write(() => {
      context.tables.users.change(noor.id, { password_hash: hash })
    })
    general = await service.stream('general', [olga, noor])
    attic = await service.stream('attic', [olga], { invite_only: true })
    message = await service.say(noor, general, 'plans', 'hello')
    realm = await service.server.built.app.listen({ host: '127.0.0.1', port: 0 })
  })

  afterAll(() => service.server.stop())

  const clientOf = (by: Try['by']) => {
    const { email, apiKey } = people[by]
    return zulip({ username: email, apiKey, realm })
  }

  it('gets success for calls that the account may make, and the documented refusals for others', async () => {
    const clients = { olga: await clientOf('olga'), noor: await clientOf('noor'), gus: await clientOf('gus') }
    const names = callsOf(clients.noor)
    const tried = new Set<string>(['callOnEachEvent'])
    let allowed = 0
    let refused = 0

    async function attempt(
      by: Try['by'],
      call: string,
      given: readonly unknown[],
      expected: Expected,
    ): Promise<Answer> {
      tried.add(call)
      const { what, answer } = await outcome(callNamed(clients[by], call), given)
      expect({ call, by, what, answer: what === expected ? '' : answer }).toMatchObject({ what: expected })
      if (expected === 'success') allowed += 1
      else refused += 1
      return answer
    }

    const bad = { refused: 'BAD_REQUEST' }
    const admin = { refused: 'UNAUTHORIZED_PRINCIPAL' }

    expect(await attempt('noor', 'server.settings', [], 'success')).toMatchObject({ zulip_feature_level: 237 })
    expect(await attempt('noor', 'callEndpoint', ['/users/me'], 'success')).toMatchObject({ user_id: people.noor.id })
    await attempt('noor', 'callEndpoint', ['users/me/status', 'POST', { status_text: 'out' }], 'success')
    const file = join(mkdtempSync(join(tmpdir(), 'skein-')), 'Notes – übersicht.txt')
    writeFileSync(file, 'some notes')
    await attempt('noor', 'callEndpoint', ['/user_uploads', 'POST', { file: createReadStream(file) }], 'success')
    await attempt('noor', 'callEndpoint', ['/user_uploads', 'POST', { file: 'no file' }], bad)
    await attempt('noor', 'callEndpoint', ['/nowhere'], 'no JSON')
    await attempt('noor', 'accounts.retrieve', [], { refused: 'AUTHENTICATION_FAILED' })

    await attempt('noor', 'streams.retrieve', [{ include_subscribed: true }], 'success')
    expect(await attempt('noor', 'streams.getStreamId', ['general'], 'success')).toMatchObject({ stream_id: general })
    await attempt('noor', 'streams.getStreamId', [{ stream: 'nowhere' }], bad)
    await attempt('noor', 'streams.subscriptions.retrieve', [{ include_subscribers: true }], 'success')
    await attempt('noor', 'streams.topics.retrieve', [{ stream_id: general }], 'success')
    await attempt('noor', 'streams.topics.retrieve', [{ stream_id: attic }], bad)
    await attempt('noor', 'streams.deleteById', [{ stream_id: general }], admin)

    const place = { type: 'stream', to: 'general', topic: 'plans' }
    const sent = await attempt('noor', 'messages.send', [{ ...place, content: 'Größe 🎉 & ="%' }], 'success')
    await attempt('noor', 'messages.send', [{ type: 'private', to: [people.olga.id], content: 'hello' }], 'success')
    await attempt('noor', 'messages.send', [{ ...place, to: 'nowhere', content: 'x' }], {
      refused: 'STREAM_DOES_NOT_EXIST',
    })
    await attempt('noor', 'messages.send', [place], { refused: 'REQUEST_VARIABLE_MISSING' })
    const narrow = [{ operator: 'stream', operand: 'general' }]
    const page = { anchor: 'newest', num_before: 10, num_after: 0, narrow, apply_markdown: false }
    const read = await attempt('noor', 'messages.retrieve', [page], 'success')
    expect((read.messages as { content: string }[]).at(-1)?.content).toBe('Größe 🎉 & ="%') // shape of GET /messages
    expect(await attempt('noor', 'messages.render', ['*x*'], 'success')).toMatchObject({
      rendered: '<p><em>x</em></p>',
    })
    await attempt('noor', 'messages.update', [{ message_id: sent.id, content: 'and now? a/b&c' }], 'success')
    await attempt('olga', 'messages.update', [{ message_id: sent.id, content: 'mine' }], bad)
    expect(await attempt('noor', 'messages.getById', [{ message_id: sent.id }], 'success')).toMatchObject({
      raw_content: 'and now? a/b&c',
    })
    await attempt('gus', 'messages.getById', [{ message_id: sent.id }], bad)
    await attempt('noor', 'messages.getHistoryById', [{ message_id: sent.id }], 'success')
    await attempt('noor', 'messages.flags.add', [{ messages: [message, sent.id], flag: 'starred' }], 'success')
    await attempt('noor', 'messages.flags.add', [{ messages: [message], flag: 'mentioned' }], bad)
    await attempt('noor', 'messages.flags.remove', [{ messages: [message], flag: 'starred' }], 'success')
    const heart = { message_id: message, emoji_name: 'heart' }
    await attempt('noor', 'reactions.add', [heart], 'success')
    await attempt('noor', 'reactions.add', [heart], { refused: 'REACTION_ALREADY_EXISTS' })
    await attempt('noor', 'reactions.remove', [heart], 'success')
    await attempt('noor', 'reactions.remove', [heart], { refused: 'REACTION_DOES_NOT_EXIST' })
    await attempt('noor', 'reactions.add', [heart], 'success')
    await attempt('noor', 'messages.deleteReactionById', [heart], 'success')
    await attempt('gus', 'messages.deleteById', [{ message_id: message }], bad)
    await attempt('noor', 'messages.deleteById', [{ message_id: sent.id }], 'success')

    const queue = await attempt('noor', 'queues.register', [{ event_types: ['message', 'reaction'] }], 'success')
    await attempt('noor', 'reactions.add', [{ message_id: message, emoji_name: 'tada' }], 'success')
    const poll = { queue_id: queue.queue_id, last_event_id: -1, dont_block: true }
    const events = await attempt('noor', 'events.retrieve', [poll], 'success')
    expect(events.events).toMatchObject([{ type: 'reaction', op: 'add', emoji_name: 'tada' }])
    await attempt('olga', 'events.retrieve', [poll], { refused: 'BAD_EVENT_QUEUE_ID' })
    await attempt('noor', 'queues.deregister', [{ queue_id: queue.queue_id }], 'success')
    await attempt('noor', 'queues.deregister', [{ queue_id: queue.queue_id }], { refused: 'BAD_EVENT_QUEUE_ID' })

    await attempt('noor', 'users.retrieve', [{ client_gravatar: true }], 'success')
    expect(await attempt('noor', 'users.me.getProfile', [], 'success')).toMatchObject({ full_name: 'Noor' })
    const sven = { email: 'sven@test.example', password, full_name: 'Sven' }
    await attempt('olga', 'users.create', [sven], 'success')
    await attempt('noor', 'users.create', [{ ...sven, email: 'other@test.example' }], admin)
    // The family removed its pointer at feature level 27, but the client still has the calls.
    await attempt('noor', 'users.me.pointer.retrieve', [], 'no JSON')
    await attempt('noor', 'users.me.pointer.update', [message], 'no JSON')
    // Callers must encode lists as JSON for methods without a body.
    const subscriptions = JSON.stringify([{ name: 'quay' }])
    await attempt('noor', 'users.me.subscriptions.add', [{ subscriptions }], 'success')
    await attempt('noor', 'users.me.subscriptions.add', [{ subscriptions: [{ name: 'attic' }] }], bad)
    await attempt('noor', 'users.me.subscriptions.remove', [{ subscriptions: JSON.stringify(['quay']) }], 'success')
    await attempt('noor', 'users.me.alertWords.retrieve', [], 'success')
    await attempt('noor', 'emojis.retrieve', [], 'success')
    await attempt('noor', 'typing.send', [{ to: [people.olga.id, people.gus.id], op: 'start' }], 'success')
    await attempt('noor', 'typing.send', [{ to: [people.olga.id], op: 'nonsense' }], bad)
    // Linkifiers have another path since feature level 54; only creating them still works at this one.
    await attempt('noor', 'filters.retrieve', [], { refused: 'undefined' })

    const left = names.filter((name) => !tried.has(name))
    process.stdout.write(
      `${names.length} calls of zulip-js: ${allowed} tries allowed, ${refused} refused as they must\n`,
    )
    expect(left).toEqual([])
  })

  it("signs in with a password, and with the family's zuliprc file", async () => {
    const { noor } = people
    const signedIn = await zulip({ username: noor.email, password, realm })
    expect(await callNamed(signedIn, 'users.me.getProfile')()).toMatchObject({ user_id: noor.id })
    expect(await callNamed(signedIn, 'accounts.retrieve')()).toMatchObject({ api_key: noor.apiKey })
    const zuliprc = join(mkdtempSync(join(tmpdir(), 'skein-')), 'zuliprc')
    writeFileSync(zuliprc, `[api]\nemail=${noor.email}\nkey=${noor.apiKey}\nsite=${realm}\n`)
    const fromFile = await zulip({ zuliprc })
    expect(await callNamed(fromFile, 'users.me.getProfile')()).toMatchObject({ user_id: noor.id })
    const withApiPath = await zulip({ username: noor.email, apiKey: noor.apiKey, realm: `${realm}/api` })
    expect(await callNamed(withApiPath, 'users.me.getProfile')()).toMatchObject({ user_id: noor.id })
  })

  it('passes each event to a callback, and gets refusals for every call with a wrong key', async () => {
    const client = await clientOf('noor')
    const wrong = await zulip({ username: people.noor.email, apiKey: 'w'.repeat(32), realm })
    for (const call of ['users.me.getProfile', 'queues.register', 'streams.retrieve']) {
      expect(await callNamed(wrong, call)({})).toMatchObject({ result: 'error', code: 'UNAUTHORIZED' })
    }
    const events: unknown[] = []
    const queues = service.context.events.size
    // The client logs an error when the server has ended.
    vi.spyOn(console, 'log').mockReturnValue()
    const seen = new Promise<void>((found) => {
      // The client polls until the server ends.
      void callNamed(client, 'callOnEachEvent')(
        (event: unknown) => {
          events.push(event)
          found()
        },
        ['message'],
      )
    })
    await vi.waitUntil(() => service.context.events.size > queues, { timeout: 20_000 })
    await service.say(people.olga, general, 'plans', 'are you there?')
    await seen
    expect(events).toMatchObject([{ type: 'message', message: { sender_id: people.olga.id } }])
  })
})
