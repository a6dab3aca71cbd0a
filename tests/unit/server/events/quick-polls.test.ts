import { Agent, request as ask, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { temporaryDatabase } from '#support/files.ts'
import { Service } from '#support/service.ts'
import type { Account } from '#support/test-server.ts'

interface Heard {
  readonly status: number | undefined
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

let service: Service
let mara: Account
let noor: Account
let general: number
let agent: Agent

async function start(options: Parameters<typeof Service.start>[0] = {}, flush?: () => Promise<void>): Promise<void> {
  agent = new Agent({ keepAlive: true })
  service = await Service.start(options, temporaryDatabase(), flush)
  mara = service.person('Mara')
  noor = service.person('Noor')
  general = await service.stream('general', [mara, noor])
  await service.server.built.app.listen({ host: '127.0.0.1', port: 0 })
}

beforeEach(() => start())
afterEach(async () => {
  agent.destroy()
  if (service.server.isUp) await service.server.stop()
})

const authorization = ({ email, apiKey }: Account) => `Basic ${Buffer.from(`${email}:${apiKey}`).toString('base64')}`

/** Two paths of the same request: one that the fast path answers, and one with a slash that only Fastify accepts. */
const ways = { quick: '/api/v1/events?', usual: '/api/v1/events/?' } as const
type Way = keyof typeof ways

function poll(way: Way, query: string, headers: Record<string, string> = {}, abandon?: (end: () => void) => void) {
  const { port } = service.server.built.app.server.address() as AddressInfo
  return new Promise<Heard>((found, failed) => {
    const asked = ask({ port, host: '127.0.0.1', agent, path: ways[way] + query, headers }, (response) => {
      let body = ''
      response.setEncoding('utf8')
      response.on('data', (chunk: string) => (body += chunk))
      response.on('end', () => {
        const { date, ...others } = response.headers
        expect(date).toBeDefined()
        found({ status: response.statusCode, headers: others, body })
      })
    })
    asked.on('error', failed)
    asked.end()
    abandon?.(() => asked.destroy())
  })
}

/** A separate queue, so that the two paths do not affect each other. */
async function queue(account: Account): Promise<string> {
  return String((await service.ok(account, 'POST', '/register', { event_types: ['message'] })).queue_id)
}

/** The answers on both paths; ids of queues are made equal. */
async function both(
  query: (queueId: string) => string,
  headers: Record<string, string>,
  meanwhile: () => Promise<unknown> = () => Promise.resolve(),
): Promise<Record<Way, Heard>> {
  const ids = { quick: await queue(mara), usual: await queue(mara) }
  const asked = { quick: poll('quick', query(ids.quick), headers), usual: poll('usual', query(ids.usual), headers) }
  await meanwhile()
  const heard = { quick: await asked.quick, usual: await asked.usual }
  const alike = (way: Way): Heard => {
    const body = heard[way].body.replaceAll(ids[way], 'QUEUE')
    const { 'content-length': length, ...others } = heard[way].headers
    expect(Number(length)).toBe(Buffer.byteLength(heard[way].body))
    return { ...heard[way], headers: others, body }
  }
  return { quick: alike('quick'), usual: alike('usual') }
}

const usualQuery = (id: string) => `queue_id=${id}&last_event_id=-1`
/** Resolves when both polls wait. */
async function waiting(): Promise<void> {
  const spy = vi.spyOn(service.context.events, 'poll')
  await vi.waitFor(() => expect(spy).toHaveBeenCalledTimes(2))
  await Promise.resolve()
  spy.mockRestore()
}

describe('the fast path of polls', () => {
  it('answers with earlier and later events, as Fastify does', async () => {
    const first = await both(usualQuery, { authorization: authorization(mara) }, async () => {
      await waiting()
      await service.say(noor, general, 'news', 'Crème brûlée 🍮')
    })
    expect(first.quick).toEqual(first.usual)
    expect(first.quick.status).toBe(200)
    expect(JSON.parse(first.quick.body)).toMatchObject({ result: 'success', events: [{ type: 'message', id: 0 }] })
  })

  it('answers at once without waiting, and without events when the queue ends or the server closes', async () => {
    const empty = await both((id) => `${usualQuery(id)}&dont_block=true`, { authorization: authorization(mara) })
    expect(empty.quick).toEqual(empty.usual)
    expect(JSON.parse(empty.quick.body)).toMatchObject({ events: [] })
    const ended = await both(usualQuery, { authorization: authorization(mara) }, async () => {
      await waiting()
      service.context.events.removeOf(mara.id)
    })
    expect(ended.quick).toEqual(ended.usual)
    expect(JSON.parse(ended.quick.body)).toMatchObject({ code: 'BAD_EVENT_QUEUE_ID', queue_id: 'QUEUE' })
    let closed: Promise<void> | undefined
    const last = await both(usualQuery, { authorization: authorization(mara) }, async () => {
      await waiting()
      closed = service.server.stop()
    })
    await closed
    expect({ ...last.quick.headers, connection: undefined }).toEqual({ ...last.usual.headers, connection: undefined })
    expect(last.quick.body).toBe(last.usual.body)
  })

  it('answers with a heartbeat if there are no events', async () => {
    const beats = await both(usualQuery, { authorization: authorization(mara) }, async () => {
      await waiting()
      await service.server.clock.advance(60_000)
    })
    expect(beats.quick).toEqual(beats.usual)
    expect(JSON.parse(beats.quick.body)).toMatchObject({ events: [{ type: 'heartbeat' }] })
  })

  for (const dialect of ['svc', 'zulip'] as const) {
    it(`refuses requests for the same reasons (${dialect})`, async () => {
      await service.server.stop()
      await start({ dialect })
      const own = { authorization: authorization(mara) }
      const foreign = await queue(noor)
      const cases: [(id: string) => string, Record<string, string>][] = [
        [usualQuery, {}],
        [usualQuery, { authorization: 'Basic nonsense' }],
        [usualQuery, { authorization: authorization({ ...mara, apiKey: 'another' }) }],
        [usualQuery, { ...own, host: 'no host at all/' }],
        [() => 'queue_id=none-such&last_event_id=-1', own],
        [() => usualQuery(foreign), own],
        [(id) => `queue_id=${id}&last_event_id=7`, own],
        [(id) => `queue_id=${id}&last_event_id=1e3`, own],
        [(id) => `queue_id=${id}&last_event_id=`, own],
        [(id) => `queue_id=${id}`, own],
        [(id) => `queue_id=${id}&last_event_id=-1&dont_block=perhaps`, own],
        [(id) => `queue_id=${id}&queue_id=${id}&last_event_id=9`, own],
        [(id) => `queue_id=${id}&last_event_id=-1&dont_block=true&colour=blue`, own],
        [(id) => `queue_id=${encodeURIComponent(`${id}é`)}&last_event_id=-1`, own],
        [() => `queue_id=${'x'.repeat(5000)}&last_event_id=-1`, own],
      ]
      for (const [query, headers] of cases) {
        const heard = await both(query, headers)
        expect(heard.quick, query('ID')).toEqual(heard.usual)
      }
    })
  }

  it('counts requests for the same limit', async () => {
    await service.server.stop()
    await start({ rateLimits: { perUser: 9, perAddress: 100 } })
    const statuses: (number | undefined)[] = []
    const id = await queue(mara)
    for (let index = 0; index < 12; index += 1) {
      const way = index % 2 === 0 ? 'quick' : 'usual'
      const heard = await poll(way, `${usualQuery(id)}&dont_block=true`, { authorization: authorization(mara) })
      statuses.push(heard.status)
      if (heard.status === 200) expect(heard.headers['x-ratelimit-remaining']).toBe(String(8 - index))
      else expect(heard.headers).toMatchObject({ 'retry-after': expect.stringMatching(/^[\d.]+$/) as string })
    }
    expect(statuses).toEqual([...Array<number>(9).fill(200), 429, 429, 429])
  })

  it('answers after the change is durable, and not at all if the disk fails', async () => {
    await service.server.stop()
    let isQuick = true
    let fail: (error: Error) => void = () => undefined
    await start({}, () =>
      isQuick
        ? Promise.resolve()
        : new Promise((_done, failed) => {
            fail = failed
          }),
    )
    const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    const heard = await both(usualQuery, { authorization: authorization(mara) }, async () => {
      await waiting()
      isQuick = false
      const said = service.call(noor, 'POST', '/messages', {
        type: 'stream',
        to: general,
        topic: 'news',
        content: 'Is it kept?',
      })
      const begun = fail
      await vi.waitFor(() => expect(fail).not.toBe(begun))
      fail(new Error('EIO'))
      expect((await said).status).toBe(500)
    })
    written.mockRestore()
    expect(heard.quick).toEqual(heard.usual)
    expect(heard.quick.status).toBe(500)
  })

  it('ends the poll of a disconnected client', async () => {
    const id = await queue(mara)
    let end: () => void = () => undefined
    const spy = vi.spyOn(service.context.events, 'poll')
    const gone = poll('quick', usualQuery(id), { authorization: authorization(mara) }, (destroy) => {
      end = destroy
    })
    await vi.waitFor(() => expect(spy).toHaveBeenCalledTimes(1))
    end()
    await expect(gone).rejects.toThrow()
    // The wait has ended, so later events go to the next poll.
    await expect(spy.mock.results[0]?.value).resolves.toEqual([])
    await service.say(noor, general, 'news', 'hello')
    const next = await poll('quick', usualQuery(id), { authorization: authorization(mara) })
    expect(JSON.parse(next.body)).toMatchObject({ events: [{ type: 'message', id: 0 }] })
  })
})
