import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { limits } from '#server/base/limits.ts'
import { holding } from '#support/held.ts'
import { largeOrganization, type LargeOrganization } from '#support/large-organization.ts'
import { OutsideClient } from '#support/outside-client.ts'
import { isDrill } from '#support/random.ts'
import { keepTable } from '#support/results.ts'
import { encodeForm } from '#support/forms.ts'
import { allCapabilities, type Form, type Method } from '#support/service.ts'
import type { Account } from '#support/test-server.ts'

const scale = isDrill ? 1 : 0.2
/**
 * Maximum blocking of the event loop by a request in milliseconds; in ordinary runs other tests share the processor.
 */
const longestMs = isDrill ? 250 : 1000

interface Row {
  readonly what: string
  readonly heldMs: number
  readonly bytes: number
}

describe(`an organization of ${20_000 * scale} people, ${5000 * scale} streams and ${200_000 * scale} topics`, () => {
  let world: LargeOrganization
  let origin: string
  const client = new OutsideClient()
  const rows: Row[] = []

  beforeAll(async () => {
    world = await largeOrganization(scale)
    origin = await world.service.server.built.app.listen({ host: '127.0.0.1', port: 0 })
  }, 600_000)

  afterAll(async () => {
    keepTable(`large-organization-${scale}`, [
      ['request', 'longest hold, ms', 'bytes'],
      ...rows.map(({ what, heldMs, bytes }) => [what, heldMs.toFixed(0), bytes]),
    ])
    await client.close()
    await world.service.server.stop()
  })

  /** The answer; the blocking of the event loop is recorded in the table. */
  async function ask(what: string, account: Account, method: Method, path: string, form: Form = {}) {
    const encoded = new URLSearchParams(encodeForm(form)).toString()
    const isGet = method === 'GET'
    const { result, heldMs } = await holding(() =>
      client.ask({
        method,
        url: `${origin}/api/v1${path}${isGet && encoded !== '' ? `?${encoded}` : ''}`,
        headers: {
          authorization: `Basic ${Buffer.from(`${account.email}:${account.apiKey}`).toString('base64')}`,
          'content-type': 'application/x-www-form-urlencoded',
        },
        ...(isGet ? {} : { body: encoded }),
      }),
    )
    rows.push({ what: `${method} ${path} ${what}`.trim(), heldMs, bytes: result.bytes })
    expect(result.status, `${method} ${path}: ${result.body.slice(0, 300)}`).toBe(200)
    return JSON.parse(result.body) as Record<string, unknown> // the service always answers an object
  }

  const registration = { apply_markdown: true, client_capabilities: allCapabilities, slim_presence: true }

  it('answers a first and a second registration', async () => {
    const { reader, guest, users, streams } = world
    for (const what of ['first', 'again']) {
      const state = await ask(what, reader, 'POST', '/register', { ...registration, include_subscribers: true })
      expect((state.realm_users as unknown[]).length).toBeGreaterThan(users)
      expect((state.subscriptions as unknown[]).length).toBe(streams + 1)
      const unread = state.unread_msgs as { count: number }
      expect(unread.count).toBeGreaterThan(0)
    }
    await ask('of a guest', guest, 'POST', '/register', registration)
  })

  it('answers a registration with one moment: a change during its preparation is in the answer or comes as an event', async () => {
    const { service, reader, users } = world
    const { events, tables } = service.context
    // Nothing is prepared yet.
    tables.users.forget({ evenUntouched: true })
    let renamed = 0
    let isOver = false
    const rename = () => {
      if (isOver) return
      renamed += 1
      service.context.write(() => {
        tables.users.change(1000 + renamed, { full_name: `Renamed ${renamed}` })
        events.publish(reader.id, () => ({ type: 'realm_user', op: 'update', person: { user_id: 1000 + renamed } }))
      })
      setImmediate(rename)
    }
    setImmediate(rename)
    const state = await ask('while people change', reader, 'POST', '/register', registration)
    isOver = true
    const told = (state.realm_users as { user_id: number; full_name: string }[]).filter(({ full_name }) =>
      full_name.startsWith('Renamed'),
    ).length
    const last = renamed
    const poll = { queue_id: state.queue_id, last_event_id: state.last_event_id, dont_block: true }
    const { events: after } = await ask('after it', reader, 'GET', '/events', poll)
    const later = (after as { type: string; person: { user_id: number } }[]).filter(({ type }) => type === 'realm_user')
    // A fast machine prepares a small organization before the event loop has turned twice.
    if (isDrill) expect(told).toBeGreaterThan(1)
    expect(told).toBeLessThan(users)
    // Each change is either in the answer or an event.
    expect(later.map(({ person }) => person.user_id)).toEqual(
      Array.from({ length: last - told }, (_, index) => 1000 + told + 1 + index),
    )
  })

  it.each<[string, Method, string, Form]>([
    ['', 'GET', '/users', { include_custom_profile_fields: true }],
    ['', 'GET', '/streams', {}],
    ['with all', 'GET', '/streams', { include_all_active: true }],
    ['', 'GET', '/users/me/subscriptions', {}],
    ['with subscribers', 'GET', '/users/me/subscriptions', { include_subscribers: true }],
    ['', 'GET', '/realm/presence', {}],
    ['', 'POST', '/users/me/presence', { status: 'active' }],
    ['5000', 'GET', '/messages', { anchor: 'newest', num_before: limits.messagesPerRequest.most, num_after: 0 }],
    ['5000 oldest', 'GET', '/messages', { anchor: 'oldest', num_before: 0, num_after: limits.messagesPerRequest.most }],
    ['unread', 'GET', '/messages', { anchor: 'first_unread', num_before: 100, num_after: 100 }],
    ['searched', 'GET', '/messages', { anchor: 'newest', num_before: 5000, num_after: 0, narrow: [['search', 'say']] }],
    ['starred', 'GET', '/messages', { anchor: 'newest', num_before: 5000, num_after: 0, narrow: [['is', 'starred']] }],
    ['', 'GET', '/user_groups', {}],
    ['everything', 'POST', '/mark_all_as_read', {}],
  ])('does not block on %s %s %s', async (what, method, path, form) => {
    expect(await ask(what, world.reader, method, path, form)).toMatchObject({ result: 'success' })
  })

  it('never blocks the event loop beyond the bound', () => {
    expect(rows.filter(({ heldMs }) => heldMs > longestMs)).toEqual([])
  })
})
