import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { usualRateLimits } from '#server/base/options.ts'
import { hashPasswordSync } from '#server/base/passwords.ts'
import { compare } from './compare.ts'
import { judge, type Difference } from './deviations.ts'
import { recordedPassword } from './first-organization.ts'
import { RecordedOrganization, routeOf } from './organization.ts'
import type { Played } from './player.ts'
import {
  recordingAt,
  recordings,
  textOf,
  type JsonObject,
  type PersonKey,
  type RecordedAnswer,
  type RecordedCall,
  type Recording,
} from './recording.ts'

/** The recorded headers; their names differ in case. */
const listed = [
  'Content-Type',
  'WWW-Authenticate',
  'Allow',
  'Cache-Control',
  'Vary',
  'Retry-After',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
]

/** The part of a header that is the same in two organizations: all of it, or the form of a number. */
function formOf(name: string, value: string | undefined): string {
  if (value === undefined) return 'absent'
  if (name === 'X-RateLimit-Remaining') return /^\d+$/.test(value) ? 'a whole number' : value
  if (name === 'Retry-After') return /^\d+\.\d+$/.test(value) ? 'decimal seconds' : value
  return value
}

function compareHeaders(label: string, recorded: RecordedAnswer, ours: Played): Difference[] {
  // A few calls were recorded without headers.
  if (Object.keys(recorded.headers).length === 0) return []
  const byName = new Map(Object.entries(recorded.headers).map(([name, value]) => [name.toLowerCase(), value]))
  return listed.flatMap((name) => {
    const wanted = formOf(name, byName.get(name.toLowerCase()))
    const found = formOf(name, ours.headers[name.toLowerCase()])
    return wanted === found ? [] : [{ place: `${label}: ${name}`, what: `recorded "${wanted}", ours "${found}"` }]
  })
}

function compareAnswer(organization: RecordedOrganization, label: string, recorded: RecordedAnswer, ours: Played) {
  const differences = compareHeaders(label, recorded, ours)
  if (recorded.status !== ours.status) {
    const told = JSON.stringify(ours.body).slice(0, 300)
    differences.push({ place: `${label}: status`, what: `recorded ${recorded.status}, ours ${ours.status} ${told}` })
  }
  // Pages were recorded as a word, and some answers as null.
  const isPage = recorded.body === null || typeof recorded.body !== 'object'
  if (!isPage)
    differences.push(...compare({ ids: organization.ids, label }, recorded.body, ours.body, routeOf(recorded)))
  return differences
}

function basic(email: string, apiKey: string): Record<string, string> {
  return { authorization: `Basic ${Buffer.from(`${email}:${apiKey}`).toString('base64')}` }
}

/** The parameters of a call that the recording only describes. */
const credentials: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'a wrong key': basic('iris@alder.example', 'w'.repeat(32)),
  'a key of the wrong length': basic('iris@alder.example', 'short'),
  'an unknown account': basic('nobody@alder.example', 'w'.repeat(32)),
}

type Dialect = 'zulip' | 'svc'

/** A recorded answer in the form of the specification (Service API, Errors 1, and its own names). */
function asSpecified(recorded: RecordedAnswer): RecordedAnswer {
  const { label, headers } = recorded
  const body = recorded.body as JsonObject | string | null // an envelope, a word for a page, or nothing
  if (label === 'an unknown path') {
    const refusal = { result: 'error', msg: 'Not found', code: 'BAD_REQUEST' }
    return { ...recorded, headers: { ...headers, 'Content-Type': 'application/json' }, body: refusal }
  }
  if (label === 'an unknown method' && typeof body === 'object') {
    const refusal = { ...body, code: 'BAD_REQUEST' }
    return { ...recorded, headers: { ...headers, 'Content-Type': 'application/json' }, body: refusal }
  }
  if (label === 'server settings there' && typeof body === 'object') {
    const entries = Object.entries(body ?? {}).map(([name, value]) => [name.replace(/^zulip_/, 'svc_'), value] as const)
    return { ...recorded, body: Object.fromEntries(entries) }
  }
  return headers['WWW-Authenticate'] === undefined
    ? recorded
    : { ...recorded, headers: { ...headers, 'WWW-Authenticate': 'Basic realm="svc"' } }
}

function plainCall(by: PersonKey, method: RecordedCall['method'], path: string): RecordedCall {
  return { by, method, path, form: {}, status: 200, body: null }
}

function recordedQueue({ refusals }: Recording): string {
  return refusals.find(({ label }) => label === 'a queue is deleted')?.form.queue_id ?? ''
}

/** Plays the recorded calls, with the unrecorded ones between them. */
class Refusals {
  readonly organization: RecordedOrganization

  private constructor(organization: RecordedOrganization) {
    this.organization = organization
  }

  static async start(recording: Recording, dialect: Dialect): Promise<Refusals> {
    const organization = await RecordedOrganization.create(recording, { dialect })
    const { ids, registered, server } = organization
    compare({ ids, label: 'before' }, recording.registerBefore, registered, 'POST /register')
    await organization.playAll()
    const passwordHash = hashPasswordSync(recordedPassword)
    const { context } = server.built
    context.write(() => {
      for (const user of context.tables.users.all())
        context.tables.users.change(user.id, { password_hash: passwordHash })
    })
    await server.stop()
    await server.start({
      dialect,
      proxy: 'neighbour',
      webPublicStreams: true,
      rateLimits: usualRateLimits,
      featureLevel: recording.ourLevel,
    })
    await server.clock.advance(60_000)
    return new Refusals(organization)
  }

  async play(call: RecordedAnswer): Promise<Played> {
    await this.#prepare(call)
    return this.organization.player.play(withPassword(call), call.label, credentials[call.label])
  }

  async #prepare({ label }: RecordedAnswer): Promise<void> {
    if (label === 'an unknown queue') {
      const { body } = await this.#succeed(plainCall('iris', 'POST', '/register'))
      this.organization.ids.learnText(recordedQueue(this.organization.recording), textOf((body as JsonObject).queue_id)) // a registration
    } else if (label === 'too many requests (more than 200 a minute)') {
      // Some of hana's calls in this minute have been counted already.
      const call = plainCall('hana', 'GET', '/users/me')
      let left: number
      do {
        left = Number((await this.organization.player.play(call)).headers['x-ratelimit-remaining'])
      } while (left > 0)
    } else if (label === 'an account that was switched off') {
      await this.#succeed(plainCall('ada', 'DELETE', `/users/${this.organization.recording.ids.yusra}`))
    } else if (label === 'a password there') {
      await this.#succeed(plainCall('ada', 'POST', '/realm/deactivate'))
    }
  }

  async #succeed(call: RecordedCall): Promise<Played> {
    const played = await this.organization.player.play(call)
    if (played.status !== 200) throw new Error(`${call.method} ${call.path}: ${JSON.stringify(played.body)}`)
    return played
  }
}

/** Passwords were removed from the recording. */
function withPassword(call: RecordedAnswer): RecordedAnswer {
  return call.form.password === '…' ? { ...call, form: { ...call.form, password: recordedPassword } } : call
}

const cases = recordings.flatMap((recording) =>
  (['zulip', 'svc'] as const).map((dialect) => ({ recording, level: recording.level, dialect })),
)

describe.each(cases)('the refused calls and their relatives at level $level in the dialect $dialect', (one) => {
  const { recording, dialect, level } = one
  let refusals: Refusals
  const played: { readonly recorded: RecordedAnswer; readonly label: string; readonly ours: Played }[] = []

  beforeAll(async () => {
    refusals = await Refusals.start(recording, dialect)
    for (const [index, recorded] of recording.refusals.entries()) {
      const wanted = dialect === 'svc' ? asSpecified(recorded) : recorded
      played.push({ recorded: wanted, label: `${index} ${recorded.label}`, ours: await refusals.play(recorded) })
    }
  }, 120_000)

  afterAll(() => refusals.organization.close())

  it('have the recorded status, code, headers, keys and texts', () => {
    const { organization } = refusals
    const each = played.map(({ recorded, label, ours }) => compareAnswer(organization, label, recorded, ours))
    const { unexpected, unused } = judge(level, 'refusals', each.flat())
    const equal = each.filter((differences) => differences.length === 0).length
    process.stdout.write(`${each.length} refusals at level ${level} in the dialect ${dialect}: ${equal} equal\n`)
    expect(unexpected.map(({ place, what }) => `${place}: ${what}`)).toEqual([])
    expect(unused.map(({ reason }) => reason)).toEqual([])
  })

  it('have JSON answers with a code in the dialect of the specification, and pages only as on a stock server', () => {
    for (const { label, ours } of played) {
      if (ours.status < 400 || dialect === 'zulip') continue
      expect({ label, body: ours.body }).toMatchObject({
        body: { result: 'error', code: expect.any(String) as string, msg: expect.any(String) as string },
      })
    }
    const pages = played.filter(({ ours }) => typeof ours.body === 'string').map(({ ours }) => ours.status)
    expect(pages).toEqual(dialect === 'zulip' ? [404] : [])
  })

  it('are accepted with the recorded changes: truncated, renamed or ignored parameters', () => {
    const { context } = refusals.organization.server.built
    const sent = (label: string) => {
      const answer = played.find(({ recorded }) => recorded.label === label)?.ours.body as JsonObject // of POST /messages
      return context.tables.messages.get(Number(answer.id), refusals.organization.accounts.iris.id)
    }
    const text = sent('a text too long (the server cuts or refuses)')?.content ?? ''
    expect([...text]).toHaveLength(10_000)
    expect(text.endsWith('x\n[message truncated]')).toBe(true)
    expect(sent('a topic too long')?.topic).toBe(`${'t'.repeat(57)}...`)
    expect(context.tables.emoji.byName('a_b')).toBeDefined()
    expect(context.tables.emoji.byName('octopus')).toBeDefined()
  })
})

describe('the limit of requests', () => {
  async function minute() {
    const organization = await RecordedOrganization.create(recordingAt(237), { rateLimits: usualRateLimits })
    const ask = async (path = '/users/me') => {
      const { status, headers } = await organization.player.play(plainCall('mei', 'GET', path))
      return { status, left: Number(headers['x-ratelimit-remaining']), wait: headers['retry-after'], headers }
    }
    return { organization, ask }
  }

  it('is 200 in any minute for an account, for all endpoints together, without refused requests', async () => {
    const { organization, ask } = await minute()
    const { clock } = organization.server
    for (let index = 0; index < 100; index += 1) expect((await ask()).left).toBe(199 - index)
    await clock.advance(30_000)
    for (let index = 0; index < 100; index += 1) expect((await ask('/streams')).left).toBe(99 - index)
    const refused = await ask()
    expect(refused).toMatchObject({ status: 429, left: 0, wait: '30.000' })
    expect(Number(refused.headers['x-ratelimit-reset'])).toBe(Math.floor(clock.now() / 1000) + 30)
    await clock.advance(29_250)
    expect(await ask()).toMatchObject({ status: 429, wait: '0.750' })
    await clock.advance(750)
    // The first hundred are a minute old, the others are not.
    for (let index = 0; index < 100; index += 1) expect((await ask()).left).toBe(99 - index)
    expect(await ask()).toMatchObject({ status: 429, wait: '30.000' })
    await organization.close()
  })

  it('counts polls separately, and each account alone', async () => {
    const { organization, ask } = await minute()
    while ((await ask()).left > 0);
    const poll = await ask('/events')
    expect(poll).toMatchObject({ status: 400, left: 199 })
    const other = await organization.player.play(plainCall('hana', 'GET', '/users/me'))
    expect(other.headers['x-ratelimit-remaining']).toBe('199')
    await organization.close()
  })
})
