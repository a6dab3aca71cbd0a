import { afterAll, describe, expect, it, vi } from 'vitest'
import { describedParameters, type DescribedParameter } from '../../contract/parameters.ts'
import { Parameters } from '#server/http/parameters.ts'
import { multipartBody } from '#support/forms.ts'
import { holding } from '#support/held.ts'
import { chooseSeed, isDrill, SeededRandom } from '#support/random.ts'
import { keepTable, writeTable } from '#support/results.ts'
import { Service } from '#support/service.ts'
import type { Account } from '#support/test-server.ts'

const sizes = isDrill ? [1, 10, 1e3, 1e5, 1e6] : [1, 1e4]
/**
 * Maximum blocking of the event loop by a request in milliseconds; in ordinary runs the machine is busy with other
 * tests.
 */
const longestMs = isDrill ? 250 : 2500

/** Values with which a request reaches the parameter under test. */
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

/** The value of a parameter while another one is varied. */
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

/** A text of some size, created on demand. */
type Kind = readonly [name: string, make: (size: number, w: World) => string]

const list = (size: number, member: unknown) => `[${Array.from({ length: size }, () => JSON.stringify(member)).join()}]`

/** A text of that length, a list with that number of entries, the number itself, and other JSON. */
const kinds: readonly Kind[] = [
  ['text', (size) => 'x'.repeat(size)],
  ['blanks', (size) => ' '.repeat(size)],
  ['lines', (size) => '\n'.repeat(size)],
  ['emoji', (size) => '🙂'.repeat(size)],
  ['number', String],
  ['negative', (size) => String(-size)],
  ['ids', (size, w) => list(size, w.message)],
  ['texts', (size) => list(size, 'x')],
  ['pairs', (size) => list(size, ['topic', 'x'])],
  ['objects', (size) => list(size, { name: 'x' })],
  ['depth', (size) => `${'['.repeat(size)}${']'.repeat(size)}`],
  ['entries', (size) => JSON.stringify(Object.fromEntries(Array.from({ length: size }, (_, n) => [`k${n}`, n])))],
  ['long member', (size) => JSON.stringify(['x'.repeat(size)])],
  ['search', (size) => JSON.stringify([['search', 'fox '.repeat(Math.ceil(size / 4))]])],
]

/** The name of an endpoint without its parameter names: `GET /users/:`. */
function endpointName(method: string, path: string): string {
  return `${method} ${path.replaceAll(/\{[^}]+\}|:\w+|\*/g, ':')}`
}

interface Endpoint {
  readonly method: DescribedParameter['method']
  readonly path: string
  readonly parameters: DescribedParameter[]
}

/**
 * All endpoints of the server by their names. The described ones have the parameters of the description; further ones
 * are found by calling them.
 */
function endpointsOf(names: readonly string[]): Map<string, Endpoint> {
  const described = Map.groupBy(describedParameters, ({ method, path }) => endpointName(method, path))
  return new Map(
    names.map((name) => {
      const [method, path] = name.split(' ') as [DescribedParameter['method'], string] // as the server names them
      const parameters = described.get(endpointName(method, path)) ?? []
      const inBraces = parameters[0]?.path ?? path.replaceAll(/:(\w+)/g, '{$1}').replace('*', '{filename}')
      const inPath = [...inBraces.matchAll(/\{(\w+)\}/g)].map(([, given = '']): DescribedParameter => {
        return { method, path: inBraces, name: given, isInPath: true }
      })
      const all = [...inPath, ...parameters.filter(({ isInPath }) => !isInPath)]
      return [endpointName(method, path), { method, path: inBraces, parameters: all }]
    }),
  )
}

interface Worst {
  heldMs: number
  slowest: string
  largestBytes: number
  largest: string
}

describe('the size of input', () => {
  afterAll(() => {
    vi.restoreAllMocks()
  })

  it(
    `of every text, list and number at ${sizes.join(', ')} is answered below 500 by every endpoint, without blocking`,
    { timeout: 7_200_000 },
    async () => {
      const complaints: string[] = []
      vi.spyOn(process.stderr, 'write').mockImplementation((text) => complaints.push(String(text)) > 0)
      // The parameters that the server reads become known by a call.
      let askedFor = new Set<string>()
      const optionalText = Object.getOwnPropertyDescriptor(Parameters.prototype, 'optionalText')!.value as (
        this: Parameters,
        name: string,
      ) => string | undefined
      vi.spyOn(Parameters.prototype, 'optionalText').mockImplementation(function (this: Parameters, name) {
        askedFor.add(name)
        return optionalText.call(this, name)
      })
      const random = new SeededRandom(chooseSeed())
      const table = new Map<string, Worst>()
      const first = await world()
      const endpoints = endpointsOf(first.service.server.built.endpoints)
      await first.service.server.stop()
      const undescribed = new Set(describedParameters.map(({ method, path }) => endpointName(method, path)))
      for (const name of endpoints.keys()) undescribed.delete(name)
      // Each endpoint of the contract exists on the server.
      expect([...undescribed]).toEqual([])

      let reading: World | undefined
      let requests = 0
      const rows = () => [
        ['endpoint', 'parameters', 'longest hold, ms', 'of', 'largest answer, bytes', 'of'],
        ...[...table].map(([endpoint, { heldMs, slowest, largestBytes, largest }]) => {
          const { length } = endpoints.get(endpoint)!.parameters
          return [endpoint, length, heldMs.toFixed(0), slowest, largestBytes, largest]
        }),
        [`${requests} requests`],
      ]
      for (const [endpoint, { method, path, parameters }] of endpoints) {
        const worst: Worst = { heldMs: 0, slowest: '', largestBytes: 0, largest: '' }
        table.set(endpoint, worst)
        // Endpoints that only read share one organization.
        const w = method === 'GET' && reading !== undefined ? reading : await world()
        if (method === 'GET') reading = w
        askedFor = new Set()
        const measure = async (what: string, parameter: DescribedParameter, value: string | undefined) => {
          requests += 1
          // The first run includes compilation; a slow case is slow again.
          let least = Infinity
          for (let time = 0; time < 2 && least > longestMs; time += 1) {
            const { result, heldMs } = await holding(async () => ask(w, w.olga, parameter, parameters, value))
            least = Math.min(least, heldMs)
            expect(
              result.statusCode,
              `${endpoint} ${what}: ${result.body.slice(0, 300)} ${complaints.join('').slice(0, 2000)}`,
            ).toBeLessThan(500)
            if (result.rawPayload.length > worst.largestBytes) {
              worst.largestBytes = result.rawPayload.length
              worst.largest = what
            }
          }
          if (least > worst.heldMs) {
            worst.heldMs = least
            worst.slowest = what
          }
        }
        const plain: DescribedParameter = { method, path, name: '', isInPath: false }
        await measure('as it is', plain, undefined)
        // The list grows with the parameters that the server reads.
        for (let index = 0; index < parameters.length || noteAsked(); index += 1) {
          const parameter = parameters[index]!
          for (const size of sizes) {
            // Without the drill each parameter has one of the kinds, which the seed chooses.
            for (const [kind, make] of isDrill ? kinds : [random.pick(kinds)]) {
              await measure(`${parameter.name}: ${kind} of ${size}`, parameter, make(size, w))
            }
          }
        }
        if (w !== reading) await w.service.server.stop()
        writeTable('sizes', rows())

        /** Adds parameters that the server has read and no case varies. Returns whether there were any. */
        function noteAsked(): boolean {
          const known = new Set(parameters.map(({ name }) => name))
          const found = [...askedFor].filter((name) => !known.has(name))
          for (const name of found) parameters.push({ method, path, name, isInPath: false })
          return found.length > 0
        }
      }
      await reading?.service.server.stop()
      keepTable('sizes', rows())
      expect(complaints).toEqual([])
      expect([...table].filter(([, { heldMs }]) => heldMs > longestMs)).toEqual([])
    },
  )
})

function ask(
  w: World,
  account: Account,
  varied: DescribedParameter,
  parameters: readonly DescribedParameter[],
  value: string | undefined,
) {
  const fields: [string, string][] = parameters.flatMap(({ name, isInPath }): [string, string][] => {
    if (isInPath || name === varied.name) return []
    const given = usual(name, w)
    return given === undefined ? [] : [[name, typeof given === 'string' ? given : JSON.stringify(given)]]
  })
  if (!varied.isInPath && value !== undefined) fields.push([varied.name, value])
  if (varied.path === '/events') fields.push(['dont_block', 'true'])
  const inPath = (name: string) =>
    varied.isInPath && name === varied.name ? (value ?? '').slice(0, 20_000) : String(pathValue(name, w))
  const path = varied.path.replaceAll(/\{([^}]+)\}/g, (_, name: string) =>
    encodeURIComponent(inPath(name).toWellFormed()),
  )
  const takesFile = /^\/(?:user_uploads$|realm\/emoji\/|users\/me\/avatar$|realm\/(?:icon|logo)$)/.test(varied.path)
  const isFile = takesFile && varied.method === 'POST' && value !== undefined
  return w.service.server.built.app.inject({
    method: varied.method,
    url: `/api/v1${path}`,
    headers: {
      host: 'test.example',
      authorization: `Basic ${Buffer.from(`${account.email}:${account.apiKey}`).toString('base64')}`,
      // A multipart body keeps a million characters of any kind as they are; URL-encoding triples them.
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

/** A path parameter with the value of an existing object. */
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
