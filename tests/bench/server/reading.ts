import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { buildServer } from '#server/build-server.ts'
import { folderStore, systemClock, systemIds, systemRandom } from '#server/system-ports.ts'
import { SeededRandom } from '#support/random.ts'
import { percentile, type Row } from '../rows.ts'
import { generated, startServer, type Account } from './large.ts'

const sizes = 'users=20000,streams=5000,messages=1000000'
const registers = 12
const fetches = 200
const searches = 120
const words =
  'encoder belt drawing calibration alarm panel supplier Tomas lunch "cold chamber" "second arm" camera'.match(
    /"[^"]+"|\S+/g,
  ) ?? []

/** Measures the cost of a large organization for its readers: registering, fetching, searching, and memory. */
export async function measureReading(): Promise<Row[]> {
  const { folder, owner } = await generated(sizes)
  const memory = await measureMemory(folder, owner)
  const database = join(folder, 'organization.sqlite')
  const server = await buildServer(
    { clock: systemClock, random: systemRandom, ids: systemIds, database, files: folderStore(join(folder, 'files')) },
    { forgetQueues: true },
  )
  const inject = async (method: 'GET' | 'POST', path: string, form: Record<string, string>) => {
    const encoded = new URLSearchParams(form).toString()
    const begun = performance.now()
    const response = await server.app.inject({
      method,
      url: `/api/v1${path}${method === 'GET' ? `?${encoded}` : ''}`,
      headers: { authorization: basic(owner), 'content-type': 'application/x-www-form-urlencoded' },
      ...(method === 'GET' ? {} : { payload: encoded }),
    })
    const elapsed = performance.now() - begun
    if (response.statusCode !== 200) throw new Error(`${path}: ${response.body.slice(0, 300)}`)
    return { elapsed, body: response.body }
  }
  const rows = [await register(inject), await fetchMessages(inject, database), await search(inject, database), memory]
  await server.close()
  return rows
}

type Inject = (
  method: 'GET' | 'POST',
  path: string,
  form: Record<string, string>,
) => Promise<{ elapsed: number; body: string }>

function basic(account: Account): string {
  return `Basic ${Buffer.from(`${account.email}:${account.api_key}`).toString('base64')}`
}

async function register(inject: Inject): Promise<Row> {
  const times: number[] = []
  const floors: number[] = []
  let bytes = 0
  for (let time = 0; time < registers; time += 1) {
    const { elapsed, body } = await inject('POST', '/register', {
      apply_markdown: 'true',
      client_capabilities: '{"notification_settings_null":true,"user_list_incomplete":true}',
    })
    times.push(elapsed)
    const state: unknown = JSON.parse(body)
    const begun = performance.now()
    bytes = JSON.stringify(state).length
    floors.push(performance.now() - begun)
  }
  return {
    what: 'register, 20 000 users, 5 000 streams (≤ 3 ×)',
    value: percentile(times, 0.5),
    unit: 'ms',
    floor: percentile(floors, 0.5),
    floorIs: `serialising its ${(bytes / 1e6).toFixed(1)} MB`,
  }
}

async function fetchMessages(inject: Inject, file: string): Promise<Row> {
  const random = new SeededRandom(5)
  const narrows = [
    '[]',
    '[["stream","general"]]',
    '[["streams","public"]]',
    '[["is","dm"]]',
    '[["is","mentioned"]]',
    '[["in","home"]]',
  ]
  const times: number[] = []
  for (let index = 0; index < fetches; index += 1) {
    const anchor = random.chance(0.3) ? 'newest' : String(1 + random.below(1_000_000))
    const { elapsed } = await inject('GET', '/messages', {
      anchor,
      num_before: '50',
      num_after: '50',
      narrow: random.pick(narrows),
    })
    times.push(elapsed)
  }
  const database = new Database(file, { readonly: true })
  const rows = database.prepare('SELECT * FROM message WHERE id > ? ORDER BY id LIMIT 100')
  const floors = Array.from({ length: fetches }, () => {
    const begun = performance.now()
    JSON.stringify(rows.all(random.below(999_000)))
    return performance.now() - begun
  })
  database.close()
  return {
    what: 'GET /messages of 100 on 1 M, p95 (≤ 15 ms)',
    value: percentile(times, 0.95),
    unit: 'ms',
    floor: percentile(floors, 0.95),
    floorIs: '100 bare rows by id, serialised',
  }
}

async function search(inject: Inject, file: string): Promise<Row> {
  const random = new SeededRandom(6)
  const times: number[] = []
  for (let index = 0; index < searches; index += 1) {
    const query = random.chance(0.4) ? random.pick(words) : `${random.pick(words)} ${random.pick(words)}`
    const narrow = [['search', query], ...(random.chance(0.5) ? [['streams', 'public']] : [])]
    const { elapsed } = await inject('GET', '/messages', {
      anchor: 'newest',
      num_before: '50',
      num_after: '0',
      narrow: JSON.stringify(narrow),
    })
    times.push(elapsed)
  }
  const database = new Database(file, { readonly: true })
  const rows = database.prepare(
    'SELECT rowid FROM message_search WHERE message_search MATCH ? ORDER BY rowid DESC LIMIT 50',
  )
  const floors = Array.from({ length: searches }, () => {
    const begun = performance.now()
    rows.all(`${random.pick(words)} AND ${random.pick(words)}`)
    return performance.now() - begun
  })
  database.close()
  return {
    what: 'search on 1 M, p95 (≤ 60 ms)',
    value: percentile(times, 0.95),
    unit: 'ms',
    floor: percentile(floors, 0.95),
    floorIs: 'the bare full-text query',
  }
}

async function measureMemory(folder: string, owner: Account): Promise<Row> {
  const server = await startServer(folder)
  const headers = { authorization: basic(owner) }
  const get = async (path: string) => (await fetch(`${server.url}/api/v1${path}`, { headers })).text()
  for (let time = 0; time < 5; time += 1) {
    await (
      await fetch(`${server.url}/api/v1/register`, {
        method: 'POST',
        headers,
        body: new URLSearchParams({ apply_markdown: 'true' }),
      })
    ).text()
  }
  for (let time = 0; time < 50; time += 1) {
    await get('/messages?anchor=newest&num_before=100&num_after=0')
    await get(`/messages?anchor=newest&num_before=50&num_after=0&narrow=${encodeURIComponent('[["search","belt"]]')}`)
  }
  const used = residentMib(server.pid)
  await server.stop()
  const bare = Number(
    execFileSync(process.execPath, ['-e', 'console.log(process.memoryUsage.rss() / 1048576)'], { encoding: 'utf8' }),
  )
  return {
    what: 'memory, 20 000 users, 1 M messages (≤ 400 MB)',
    value: used,
    unit: 'MiB',
    floor: bare,
    floorIs: 'Node with nothing to do',
  }
}

/** Resident memory of another process in MiB; NaN on systems without `ps`. */
function residentMib(pid: number): number {
  try {
    return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) / 1024
  } catch {
    return Number.NaN
  }
}
