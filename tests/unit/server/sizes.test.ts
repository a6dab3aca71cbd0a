import { monitorEventLoopDelay } from 'node:perf_hooks'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { describedParameters, type DescribedParameter } from '../../contract/parameters.ts'
import { multipartBody } from '../../support/forms.ts'
import { Service } from '../../support/service.ts'
import type { Account } from '../../support/world.ts'

const isDrill = process.env.SKEIN_DRILL !== undefined
const sizes = isDrill ? [1, 10, 1e3, 1e5, 1e6] : [1, 1e3, 1e5]
/** A request may hold the event loop for so long; every day the machine is busy with other tests too. */
const longestMs = isDrill ? 250 : 2500

/** Values that an endpoint needs so that it gets as far as the one under test. */
async function world() {
  const service = await Service.start()
  const olga = service.person('Olga', 'owner')
  const noor = service.person('Noor')
  const general = await service.stream('general', [olga, noor])
  const message = await service.say(olga, general, 'x', 'y')
  await service.listen(olga)
  const { uri } = await service.upload(olga, '/user_uploads', 'plan.txt', Buffer.from('x'))
  const queue = service.context.events.queuesOf(olga.id)[0]
  return { service, olga, noor, general, message, uri: String(uri), queue: queue ?? '' }
}

type World = Awaited<ReturnType<typeof world>>

/** What stands for a parameter while another one is varied. */
function usual(name: string, w: World): unknown {
  const known: Readonly<Record<string, unknown>> = {
    anchor: 'newest',
    num_before: 1,
    num_after: 1,
    narrow: [],
    type: 'stream',
    to: w.general,
    topic: 'x',
    topic_name: 'x',
    content: 'x',
    stream_id: w.general,
    stream: 'general',
    message_id: w.message,
    messages: [w.message],
    msg_ids: [w.message],
    msg_type: 'widget',
    op: 'add',
    flag: 'starred',
    queue_id: w.queue,
    last_event_id: -1,
    dont_block: true,
    emoji_name: 'tada',
    scheduled_delivery_timestamp: w.service.context.nowSeconds() + 600,
    drafts: [],
    draft: { type: '', to: [], topic: '', content: 'x' },
    subscriptions: [{ name: 'general' }],
    visibility_policy: 1,
    email: 'new@test.example',
    password: 'long enough',
    full_name: 'New Person',
    username: w.olga.email,
    name: 'name',
    description: 'x',
    members: [w.olga.id],
    pattern: '#(?P<id>[0-9]+)',
    url_template: 'https://a.example/{id}',
    pygments_language: 'Python',
    field_type: 1,
    order: [],
    ordered_linkifier_ids: [],
    alert_words: ['x'],
    status_text: 'x',
    subscription_data: [{ stream_id: w.general, property: 'color', value: '#336699' }],
    can_mention_group: 1,
    event_types: ['message'],
    client_capabilities: { notification_settings_null: true },
  }
  return known[name]
}

/** Values of one size: a text of that length, a list of so many, the number itself, and what else comes as JSON. */
function varied(size: number, w: World): [kind: string, value: string][] {
  const list = (member: unknown) => JSON.stringify(Array.from({ length: size }, () => member))
  return [
    ['text', 'x'.repeat(size)],
    ['blanks', ' '.repeat(size)],
    ['lines', '\n'.repeat(size)],
    ['emoji', '🙂'.repeat(size)],
    ['number', String(size)],
    ['negative', String(-size)],
    ['ids', list(w.message)],
    ['texts', list('x')],
    ['pairs', list(['topic', 'x'])],
    ['objects', list({ name: 'x' })],
    ['depth', `${'['.repeat(size)}${']'.repeat(size)}`],
    [
      'entries',
      JSON.stringify(Object.fromEntries(Array.from({ length: Math.min(size, 1e5) }, (_, n) => [`k${n}`, n]))),
    ],
    ['long member', JSON.stringify(['x'.repeat(size)])],
    ['search', JSON.stringify([['search', 'fox '.repeat(Math.ceil(size / 4))]])],
  ]
}

/** Endpoints that the description does not name. */
const others: readonly DescribedParameter[] = [
  ['POST', '/submessage', ['message_id', 'msg_type', 'content']],
  ['POST', '/users/me/presence', ['status', 'ping_only', 'slim_presence']],
  ['PATCH', '/users/me/profile_data', ['data']],
  ['DELETE', '/users/me/profile_data', ['data']],
  ['PATCH', '/realm', ['name', 'description', 'message_retention_days']],
  ['POST', '/bots', ['full_name', 'short_name']],
  ['POST', '/messages', ['widget_content']],
].flatMap(([method, path, names]) =>
  (names as string[]).map((name) => ({ method: method as 'POST', path: String(path), name, isInPath: false })),
)

interface Worst {
  slowestMs: number
  slowest: string
  largestBytes: number
  largest: string
}

describe('sizes', () => {
  afterAll(() => {
    vi.restoreAllMocks()
  })

  it(
    `every text, list and number of every endpoint at ${sizes.join(', ')} is answered below 500, and holds nobody up`,
    { timeout: 7_200_000 },
    async () => {
      const complaints: string[] = []
      vi.spyOn(process.stderr, 'write').mockImplementation((text) => complaints.push(String(text)) > 0)
      const table = new Map<string, Worst>()
      const byEndpoint = Map.groupBy([...describedParameters, ...others], ({ method, path }) => `${method} ${path}`)
      const delays = monitorEventLoopDelay({ resolution: 1 })
      delays.enable()
      let asked = 0
      for (const [endpoint, parameters] of byEndpoint) {
        const worst: Worst = { slowestMs: 0, slowest: '', largestBytes: 0, largest: '' }
        table.set(endpoint, worst)
        const w = await world()
        for (const parameter of parameters) {
          for (const size of sizes) {
            // Without the drill each parameter has some of the values, chosen by its place.
            const values = varied(size, w).filter((_, index) => isDrill || (asked + index) % 7 === 0)
            for (const [kind, value] of values) {
              asked += 1
              const what = `${parameter.name}: ${kind} of ${size}`
              // The first time code is compiled; what takes long takes long again.
              let held = Infinity
              for (let time = 0; time < 2 && held > longestMs; time += 1) {
                await new Promise(setImmediate)
                delays.reset()
                const start = process.cpuUsage()
                const answer = await ask(w, w.olga, parameter, parameters, value)
                await new Promise(setImmediate)
                const { user, system } = process.cpuUsage(start)
                // A delay that this process did not work through is another's.
                held = Math.min(delays.max / 1e6, (user + system) / 1000)
                expect(
                  answer.statusCode,
                  `${endpoint} ${what}: ${answer.body.slice(0, 300)} ${complaints.join('')}`,
                ).toBeLessThan(500)
                if (answer.rawPayload.length > worst.largestBytes) {
                  worst.largestBytes = answer.rawPayload.length
                  worst.largest = what
                }
              }
              if (held > worst.slowestMs) {
                worst.slowestMs = held
                worst.slowest = what
              }
            }
          }
        }
        await w.service.server.stop()
      }
      delays.disable()
      const rows = [...table].map(
        ([endpoint, { slowestMs, slowest, largestBytes, largest }]) =>
          `${endpoint.padEnd(62)} ${slowestMs.toFixed(0).padStart(5)} ms (${slowest}) ${String(largestBytes).padStart(9)} bytes (${largest})`,
      )
      process.stdout.write(`sizes: ${asked} requests\n${rows.join('\n')}\n`)
      expect(complaints).toEqual([])
      expect([...table].filter(([, { slowestMs }]) => slowestMs > longestMs)).toEqual([])
    },
  )
})

function ask(
  w: World,
  account: Account,
  varied: DescribedParameter,
  parameters: readonly DescribedParameter[],
  value: string,
) {
  const fields: [string, string][] = parameters.flatMap(({ name, isInPath }): [string, string][] => {
    if (isInPath || name === varied.name) return []
    const given = usual(name, w)
    return given === undefined ? [] : [[name, typeof given === 'string' ? given : JSON.stringify(given)]]
  })
  if (!varied.isInPath) fields.push([varied.name, value])
  if (varied.path === '/events') fields.push(['dont_block', 'true'])
  const inPath = (name: string) =>
    varied.isInPath && name === varied.name ? value.slice(0, 20_000) : String(pathValue(name, w))
  const path = varied.path.replaceAll(/\{([^}]+)\}/g, (_, name: string) =>
    encodeURIComponent(inPath(name).toWellFormed()),
  )
  const upload = varied.path === '/user_uploads' || varied.path.startsWith('/realm/emoji/')
  const isFile = upload && varied.method === 'POST'
  return w.service.server.built.app.inject({
    method: varied.method,
    url: `/api/v1${path}`,
    headers: {
      host: 'test.example',
      authorization: `Basic ${Buffer.from(`${account.email}:${account.apiKey}`).toString('base64')}`,
      // A multipart body carries a million characters of any kind; URL-encoded ones grow to three times that.
      'content-type': 'multipart/form-data; boundary=part',
    },
    payload: isFile
      ? multipartBody([], {
          boundary: 'part',
          file: { name: value.slice(0, 100_000).replaceAll(/["\r\n]/g, ''), bytes: Buffer.from(value) },
        })
      : multipartBody(fields, { boundary: 'part' }),
  })
}

/** A path parameter that leads somewhere. */
function pathValue(name: string, w: World): string | number {
  switch (name) {
    case 'message_id':
      return w.message
    case 'stream_id':
      return w.general
    case 'user_id':
    case 'user_id_or_email':
    case 'muted_user_id':
      return w.noor.id
    case 'email':
      return w.noor.email
    case 'filename':
      return w.uri.split('/').slice(3).join('/')
    case 'emoji_name':
      return 'party'
    default:
      return 1
  }
}
