import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import Database from 'better-sqlite3'
import { SeededRandom } from '#support/random.ts'
import { percentile, type Row } from '../rows.ts'
import { generated, startProcess, startServer } from './large.ts'

const pollers = 1000
const sizes = `users=${pollers},streams=150,messages=2000`
const rate = 300
const steadySeconds = 10
const hastySeconds = 6
const warmUpSeconds = 3
const hastySenders = 16

interface Person {
  readonly id: number
  /** The HTTP header line with the credentials. */
  readonly headers: string
  readonly streams: readonly number[]
}

/**
 * One keep-alive connection with one request at a time. Node's client would take more time than the server, and the
 * load generator must not dominate the measurement.
 */
class Line {
  readonly #socket: Socket
  readonly #host: string
  #received = ''
  #answer: ((body: string) => void) | undefined
  #failed: ((error: Error) => void) | undefined
  /** Resolves when the server has accepted the connection. */
  readonly connected: Promise<void>
  isOpen = true

  constructor(url: string) {
    const { hostname, port, host } = new URL(url)
    this.#host = host
    this.#socket = connect(Number(port), hostname)
    this.connected = new Promise((resolve) => {
      this.#socket.once('connect', resolve)
    })
    this.#socket.setNoDelay(true)
    this.#socket.setEncoding('utf8')
    this.#socket.on('data', (chunk: string) => {
      this.#received += chunk
      this.#read()
    })
    this.#socket.on('error', () => undefined)
    this.#socket.on('close', () => {
      this.isOpen = false
      this.#failed?.(new Error('the server closed the connection'))
    })
  }

  ask(method: 'GET' | 'POST', path: string, headers: string, body = ''): Promise<string> {
    return new Promise((found, failed) => {
      this.#answer = found
      this.#failed = failed
      const length = body === '' ? '' : `content-length: ${Buffer.byteLength(body)}\r\n`
      this.#socket.write(`${method} ${path} HTTP/1.1\r\nhost: ${this.#host}\r\n${headers}${length}\r\n${body}`)
    })
  }

  /** Reads answers, which are ASCII, so that bytes and characters are equal in number. */
  #read(): void {
    const end = this.#received.indexOf('\r\n\r\n')
    if (end < 0) return
    const chunked = /transfer-encoding: chunked/i.test(this.#received.slice(0, end))
    const length = Number(/content-length: (\d+)/i.exec(this.#received.slice(0, end))?.[1] ?? 0)
    const rest = this.#received.slice(end + 4)
    if (chunked ? !rest.endsWith('0\r\n\r\n') : rest.length < length) return
    this.#received = chunked ? '' : rest.slice(length)
    const answer = this.#answer
    this.#answer = undefined
    this.#failed = undefined
    answer?.(chunked ? rest.replaceAll(/(?:^|\r\n)[0-9a-f]+\r\n/gi, '') : rest.slice(0, length))
  }

  close(): void {
    this.#socket.destroy()
  }
}

const formType = 'content-type: application/x-www-form-urlencoded\r\n'
const jsonType = 'content-type: application/json\r\n'

/** Connections of senders: one for each concurrent sending. */
class Lines {
  readonly #url: string
  readonly #free: Line[] = []
  readonly #all: Line[] = []

  constructor(url: string) {
    this.#url = url
  }

  async ask(...asked: Parameters<Line['ask']>): Promise<string> {
    // The server may close idle connections.
    let line = this.#free.pop()
    while (line?.isOpen === false) line = this.#free.pop()
    line ??= this.#open()
    try {
      const answer = await line.ask(...asked)
      this.#free.push(line)
      return answer
    } catch (error) {
      if (line.isOpen) throw error
      return await this.#open().ask(...asked)
    }
  }

  close(): void {
    for (const line of this.#all) line.close()
  }

  #open(): Line {
    const line = new Line(this.#url)
    this.#all.push(line)
    return line
  }
}

/** Sends at a steady rate, independent of the duration; the delay of a late request counts, as for a client. */
async function steadily(send: () => Promise<void>): Promise<void> {
  const begun = performance.now()
  const all: Promise<void>[] = []
  for (let index = 0; index < rate * steadySeconds; index += 1) {
    const due = begun + (index * 1000) / rate
    const wait = due - performance.now()
    if (wait > 0) await new Promise((passed) => setTimeout(passed, wait))
    all.push(send())
  }
  await Promise.all(all)
}

/** Sends as fast as answers arrive. Returns the number of sends per second. */
async function hastily(send: () => Promise<void>, seconds: number): Promise<number> {
  const end = performance.now() + seconds * 1000
  let sent = 0
  await Promise.all(
    Array.from({ length: hastySenders }, async () => {
      while (performance.now() < end) {
        sent += 1
        await send()
      }
    }),
  )
  return sent / seconds
}

function readPeople(folder: string): Person[] {
  const database = new Database(join(folder, 'organization.sqlite'), { readonly: true })
  const users = database
    .prepare<[], { id: number; delivery_email: string; api_key: string }>(
      'SELECT id, delivery_email, api_key FROM user WHERE is_system = 0 ORDER BY id',
    )
    .all()
  const streams = database.prepare<[number], { stream_id: number }>(
    'SELECT stream_id FROM subscription WHERE user_id = ? AND stream_id > 1',
  )
  const people = users.map((user) => ({
    id: user.id,
    headers: `authorization: Basic ${Buffer.from(`${user.delivery_email}:${user.api_key}`).toString('base64')}\r\n`,
    streams: streams.all(user.id).map((row) => row.stream_id),
  }))
  database.close()
  return people
}

/** Measures sends and their delivery to all subscribers of the stream, with 1 000 clients that wait for events. */
export async function measureDelivery(): Promise<Row[]> {
  // The folder is a copy, so that the messages of one run do not slow down the next.
  const folder = mkdtempSync(join(tmpdir(), 'skein-bench-delivery-'))
  cpSync((await generated(sizes)).folder, folder, { recursive: true })
  const people = readPeople(folder)
  const members = new Map<number, number[]>()
  for (const person of people) {
    for (const stream of person.streams) members.set(stream, [...(members.get(stream) ?? []), person.id])
  }
  const real = await throughServer(folder, people)
  const bare = await throughBroker(people, members)
  const keeping = await throughBroker(people, members, join(folder, 'broker.log'))
  rmSync(folder, { recursive: true, force: true })
  const readers = [...members.values()].map((list) => list.length)
  const average = readers.reduce((sum, count) => sum + count, 0) / readers.length
  process.stderr.write(`bench: ${pollers} pollers, ${average.toFixed(0)} readers a stream on average\n`)
  for (const [name, { latencies }] of Object.entries({
    server: real,
    'bare broker': bare,
    'broker that keeps': keeping,
  })) {
    const spread = [0.5, 0.9, 0.99, 1].map((part) => percentile(latencies, part).toFixed(1)).join(' · ')
    process.stderr.write(`bench: delivery through the ${name}, p50 · p90 · p99 · most: ${spread} ms\n`)
  }
  return [
    {
      what: `sends with ${pollers} pollers (≥ 300/s)`,
      value: real.sendsPerSecond,
      unit: '/s',
      floor: bare.sendsPerSecond,
      floorIs: 'a bare HTTP broker without storage',
    },
    {
      what: `delivery at ${rate} sends/s, p99 (≤ 250 ms)`,
      value: percentile(real.latencies, 0.99),
      unit: 'ms',
      floor: percentile(bare.latencies, 0.99),
      floorIs: 'the same load on the bare broker',
    },
    {
      what: `delivery at ${rate} sends/s, p99, beside a disk`,
      value: percentile(real.latencies, 0.99),
      unit: 'ms',
      floor: percentile(keeping.latencies, 0.99),
      floorIs: 'the same load on a broker that tells nobody before it is on disk',
    },
  ]
}

interface Measured {
  readonly sendsPerSecond: number
  readonly latencies: readonly number[]
}

/** Keeps one poll of each person open until stopped; resolves when all are connected. */
async function pollAll(
  people: readonly Person[],
  url: string,
  poll: (person: Person, line: Line) => Promise<readonly number[]>,
): Promise<{ latencies: number[]; stop: () => void }> {
  const latencies: number[] = []
  const lines: Line[] = []
  let isStopped = false
  for (const person of people) {
    const line = new Line(url)
    lines.push(line)
    // Connections are opened sequentially: a dropped connection reconnects seconds later and then gets older messages.
    await line.connected
    void (async () => {
      while (!isStopped) {
        const sentAt = await poll(person, line).catch(() => [])
        const now = performance.now()
        for (const time of sentAt) latencies.push(now - time)
      }
    })()
  }
  return {
    latencies,
    stop: () => {
      isStopped = true
      for (const line of lines) line.close()
    },
  }
}

/** Drives the server or its floor: some seconds at a steady rate, then at full speed. */
async function drive(latencies: readonly number[], send: () => Promise<void>): Promise<Measured> {
  // The first sends wait for the JIT compiler.
  await hastily(send, warmUpSeconds)
  const before = latencies.length
  await steadily(send)
  const steady = latencies.slice(before)
  return { sendsPerSecond: await hastily(send, hastySeconds), latencies: steady }
}

async function throughServer(folder: string, people: readonly Person[]): Promise<Measured> {
  const server = await startServer(folder)
  const lines = new Lines(server.url)
  const queues = new Map<number, { id: string; last: number }>()

  for (const person of people) {
    const body = new URLSearchParams({ event_types: '["message"]', apply_markdown: 'true' }).toString()
    const answer = await lines.ask('POST', '/api/v1/register', person.headers + formType, body)
    queues.set(person.id, { id: (JSON.parse(answer) as { queue_id: string }).queue_id, last: -1 })
  }
  const { latencies, stop } = await pollAll(people, server.url, async (person, line) => {
    const queue = queues.get(person.id)!
    const text = await line.ask(
      'GET',
      `/api/v1/events?queue_id=${queue.id}&last_event_id=${queue.last}`,
      person.headers,
    )
    // Only these two values are read, to keep the load generator cheap.
    queue.last = Number(/"id":(\d+)\}\]/.exec(text.slice(-200))?.[1] ?? queue.last)
    return [...text.matchAll(/that was sent at (\d+\.\d+)/g)].map(([, time]) => Number(time))
  })
  const random = new SeededRandom(3)
  const writers = people.filter((person) => person.streams.length > 0)
  const measured = await drive(latencies, async () => {
    const person = random.pick(writers)
    const content = `A message of usual length that was sent at ${performance.now().toFixed(3)}, with **some** Markdown.`
    const form = { type: 'stream', to: String(random.pick(person.streams)), topic: `topic ${random.below(9)}`, content }
    await lines.ask('POST', '/api/v1/messages', person.headers + formType, new URLSearchParams(form).toString())
  })
  stop()
  lines.close()
  await server.stop()
  return measured
}

async function throughBroker(
  people: readonly Person[],
  members: ReadonlyMap<number, readonly number[]>,
  file?: string,
): Promise<Measured> {
  const broker = await startProcess(resolve(import.meta.dirname, 'bare-broker.ts'), file === undefined ? [] : [file])
  const lines = new Lines(broker.url)
  const { latencies, stop } = await pollAll(people, broker.url, async (person, line) => {
    const text = await line.ask('GET', `/poll/${person.id}`, '')
    return [...text.matchAll(/"at":(\d+\.\d+)/g)].map(([, time]) => Number(time))
  })
  const random = new SeededRandom(3)
  const streams = [...members.keys()]
  const measured = await drive(latencies, async () => {
    const at = Number(performance.now().toFixed(3)) + 0.0001
    const body = JSON.stringify({ members: members.get(random.pick(streams)), body: { at, text: 'x'.repeat(800) } })
    await lines.ask('POST', '/send', jsonType, body)
  })
  stop()
  lines.close()
  await broker.stop()
  return measured
}
