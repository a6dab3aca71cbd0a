import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, describe, expect, it } from 'vitest'
import type { TransportRequest } from '#engine/ports.ts'
import type { FeatureLevel } from '#server/base/feature-levels.ts'
import { hostileHtml } from '../corpora/hostile-html.ts'
import { newerHtml } from '../corpora/newer-html.ts'
import { recordedHtml } from '../corpora/recorded-html.ts'
import { askedElsewhere, everyAsked } from '#support/asked-answers.ts'
import { callName, callsOfTheClient } from '#support/client-calls.ts'
import { chooseSeed, isDrill, SeededRandom } from '#support/random.ts'
import { sizedValues, valueAt, withValue } from '#support/sized.ts'
import { SizeTable } from '#support/size-table.ts'
import { SizedClient, type Effect } from '#support/sized-client.ts'
import { toldEvents, toldWorld } from '#support/told-events.ts'
import { nameOf, waysIn } from '#support/ways.ts'

const sizes = isDrill ? [1, 10, 1e3, 1e5, 1e6] : [1, 1e3, 1e5]
/** The longest blocking of the engine’s thread by an answer, in its processor time. */
const longestMs = isDrill ? 1_000 : 5_000
/** The number of cases of each part in `npm test`. */
const drawn = 8
const casesPerLife = 250
const mib = 1024 * 1024
/** The memory that a client may keep after all answers. */
const mostKept = 64 * mib
/** The same for all sizes of one field, in memory or on disk. */
const mostKeptOfField = 16 * mib

interface Case {
  readonly field: string
  /** The level of the server. */
  readonly featureLevel?: FeatureLevel
  readonly size: number
  readonly meet: (client: SizedClient) => Promise<Effect>
}

/** Kinds of events that users of our server do not cause. */
const otherEvents: readonly Readonly<Record<string, unknown>>[] = [
  { type: 'heartbeat' },
  { type: 'invented', op: 'add', things: [1, 2, 3] },
  { type: 'muted_topics', muted_topics: [['general', 'a', 1]] },
  { type: 'realm', op: 'update', property: 'name', value: 'x' },
  { type: 'realm', op: 'update_dict', property: 'default', data: { name: 'x', message_content_edit_limit_seconds: 5 } },
  { type: 'subscription', op: 'peer_add', stream_ids: [1], user_ids: [2] },
  { type: 'realm_emoji', op: 'add', emoji: { id: '5', name: 'x', source_url: '/user_avatars/x.png' } },
  { type: 'presence', presences: { '2': { active_timestamp: 1, idle_timestamp: 1 } } },
  { type: 'custom_profile_fields', fields: [{ id: 1, type: 1, name: 'x', hint: '', field_data: '' }] },
  { type: 'realm_linkifiers', realm_linkifiers: [{ id: 1, pattern: 'x', url_template: 'https://x.y/{id}' }] },
  { type: 'realm_playgrounds', realm_playgrounds: [{ id: 1, name: 'x', pygments_language: 'x', url_template: 'x' }] },
  { type: 'realm_domains', op: 'add', realm_domain: { domain: 'x.y', allow_subdomains: true } },
  { type: 'default_stream_groups', default_stream_groups: [{ id: 1, name: 'x', description: '', streams: [1] }] },
  { type: 'realm_bot', op: 'add', bot: { user_id: 9, full_name: 'x', email: 'x', services: [] } },
  { type: 'restart', zulip_feature_level: 400, server_generation: 1 },
]

async function eventCases(): Promise<Case[]> {
  const told = await toldEvents(await toldWorld())
  const kinds = new Map<string, Readonly<Record<string, unknown>>>()
  for (const event of [...told, ...otherEvents]) {
    const { type, op, property } = event
    // The event gets the id of the event that it replaces.
    const rest = Object.fromEntries(Object.entries(event).filter(([key]) => key !== 'id'))
    kinds.set([type, op, property].filter((part) => typeof part === 'string').join(' '), rest)
  }
  return [...kinds].flatMap(([kind, event]) =>
    [...waysIn(event)].flatMap((way) =>
      sizes.flatMap((size) =>
        sizedValues(valueAt(event, way), way, size).map((sized): Case => {
          const field = `event ${kind}: ${nameOf(way)}`
          return { field, size, meet: (client) => client.meetEvent(withValue(event, way, sized.json())) }
        }),
      ),
    ),
  )
}

async function honestRegistration(): Promise<Record<string, unknown>> {
  const client = await SizedClient.start(1)
  let honest: Record<string, unknown> = {}
  await client.meetRegistration((body) => {
    honest = body
    return JSON.stringify(body)
  })
  await client.end()
  return honest
}

async function registrationCases(): Promise<Case[]> {
  const honest = await honestRegistration()
  return [...waysIn(honest)].flatMap((way) =>
    sizes.flatMap((size) =>
      sizedValues(valueAt(honest, way), way, size).map((sized): Case => {
        const meet = (client: SizedClient) => client.meetRegistration((body) => withValue(body, way, sized.json()))
        return { field: `registration: ${nameOf(way)}`, size, meet }
      }),
    ),
  )
}

/** Each answer except a registration; a call that the client cannot be made to send is an error. */
async function answerCases(): Promise<Case[]> {
  const met = new Set([...everyAsked.map(({ call }) => call), ...Object.keys(askedElsewhere)])
  expect([...met].sort()).toEqual(callsOfTheClient().map(({ name }) => name))
  const cases: Case[] = []
  for (const [featureLevel, asked] of Map.groupBy(everyAsked, (one) => one.featureLevel)) {
    const client = await SizedClient.start(2, featureLevel)
    for (const { call, kind, isMeant, provoke } of asked) {
      const name = kind === undefined ? call : `${call}, ${kind}`
      const request = {
        name,
        isMeant: ({ method, path, form }: TransportRequest) =>
          callName(method, path) === call && isMeant?.(form) !== false,
      }
      let honest: Record<string, unknown> = {}
      const look = (body: Record<string, unknown>) => {
        honest = body
        return JSON.stringify(body)
      }
      await client.meet(request, look, () => provoke(client))
      const whole = sizes.flatMap((size) => sizedValues(honest, [], size).map((sized) => ({ way: [], size, sized })))
      const parts = [...waysIn(honest)].flatMap((way) =>
        sizes.flatMap((size) => sizedValues(valueAt(honest, way), way, size).map((sized) => ({ way, size, sized }))),
      )
      for (const { way, size, sized } of [...whole, ...parts]) {
        const meet = (other: SizedClient) =>
          other.meet(
            request,
            (body) => withValue(body, way, sized.json()),
            () => provoke(other),
          )
        cases.push({
          field: `${name}: ${nameOf(way) || 'all of it'}`,
          size,
          meet,
          ...(featureLevel === undefined ? {} : { featureLevel }),
        })
      }
    }
    await client.end()
  }
  return cases
}

/** A message of each form of HTML, repeated up to the length that an answer may have. */
function htmlCases(): Case[] {
  const forms: readonly (readonly [string, string])[] = [
    ...Object.entries(recordedHtml),
    ...Object.entries(newerHtml),
    ...hostileHtml.map((html, index) => [`hostile ${index}`, html] as const),
    ...['<blockquote>', '<b>', '<table><tr><td>', '<ul><li>', '<svg>', '<math><mtext>', '<', '&', '<p ', '<!--'].map(
      (html) => [`opening ${html}`, html] as const,
    ),
  ]
  return forms.flatMap(([name, html]) =>
    sizes.map((size): Case => {
      const times = Math.min(size, Math.ceil((20 * mib) / html.length))
      const meet = (client: SizedClient) =>
        client.meetEvent(
          JSON.stringify({
            type: 'message',
            flags: [],
            message: {
              id: 1_000_000 + client.newest,
              type: 'stream',
              sender_id: client.noor.id,
              content: html.repeat(times),
              display_recipient: 'general',
              stream_id: client.general,
              subject: 'html',
              timestamp: 1_700_000_000,
            },
          }),
        )
      return { field: `HTML: ${name}`, size, meet }
    }),
  )
}

/** Bytes in use after garbage collection. */
function kept(): number {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void // the flag has just made it
  collect()
  return process.memoryUsage().heapUsed
}

/** The cases in an order that the seed decides; `npm test` runs a sample. */
function chosen(cases: readonly Case[], random: SeededRandom): readonly Case[] {
  return isDrill ? cases : random.several(cases, drawn)
}

/** Splits the cases into the lives of clients, one after another. */
function lives(cases: readonly Case[]): (readonly Case[])[] {
  return [...Map.groupBy(cases, ({ featureLevel }) => featureLevel).values()].flatMap((ofLevel) =>
    Array.from({ length: Math.ceil(ofLevel.length / casesPerLife) }, (_, index) =>
      ofLevel.slice(index * casesPerLife, (index + 1) * casesPerLife),
    ),
  )
}

describe('the client', () => {
  const table = new SizeTable(sizes)

  const save = () => {
    const file = process.env.SKEIN_CLIENT_SIZES
    if (file === undefined) return
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, `${table.lines().join('\n')}\n`)
  }
  afterAll(save)

  it(
    `is not blocked by any text, list, number or nesting of the server at ${sizes.join(', ')}, and receives the next message`,
    { timeout: 4 * 3_600_000 },
    async () => {
      const seed = chooseSeed()
      const random = new SeededRandom(seed)
      const kinds: Readonly<Record<string, () => readonly Case[] | Promise<readonly Case[]>>> = {
        events: eventCases,
        registrations: registrationCases,
        answers: answerCases,
        html: htmlCases,
      }
      const wanted = process.env.SKEIN_SIZES_OF
      const cases: Case[] = []
      for (const [kind, make] of Object.entries(kinds)) {
        if (wanted === undefined || wanted === kind) cases.push(...chosen(await make(), random))
      }
      console.log(`sizes towards the client: ${cases.length} cases from seed ${seed}`)
      const before = kept()
      let peak = 0
      let done = 0
      const wrong: string[] = []
      for (const life of lives(cases)) {
        const start = () => SizedClient.start(seed + done, life[0]?.featureLevel)
        let client = await start()
        let last = { memory: kept(), disk: client.onDisk() }
        for (const [index, { field, size, meet }] of life.entries()) {
          try {
            table.note(field, size, await meet(client))
          } catch (error) {
            const failure = `${field} at ${size}: ${error instanceof Error ? error.message : String(error)}`
            table.note(field, size, { heldMs: 0, size: 0, hasRegistered: false }, failure)
            wrong.push(failure)
            client.abandon()
            client = await start()
            last = { memory: kept(), disk: client.onDisk() }
          }
          peak = Math.max(peak, process.memoryUsage().rss)
          // The cases of a field are spread over different days.
          if (!isDrill || life[index + 1]?.field === field) continue
          const now = { memory: kept(), disk: client.onDisk() }
          table.noteKept(field, { memory: now.memory - last.memory, disk: now.disk - last.disk })
          last = now
        }
        wrong.push(...(await client.end()).map((what) => `after the cases from ${done} on: ${what}`))
        done += life.length
        save()
        if (isDrill) console.log(`${done} of ${cases.length}; wrong: ${wrong.length}`)
      }
      const held = kept() - before
      const slowest = table.slowest(15)
      const heaviest = table.heaviest(10)
      console.log(
        [
          `kept ${(held / mib).toFixed(1)} MiB, ${(peak / mib).toFixed(0)} MiB at most`,
          ...[...slowest, ...heaviest].map(({ what }) => what),
        ].join('\n'),
      )
      expect(wrong).toEqual([])
      expect(held).toBeLessThan(mostKept)
      expect(slowest.filter(({ heldMs }) => heldMs > longestMs).map(({ what }) => what)).toEqual([])
      expect(heaviest.filter(({ bytes }) => bytes > mostKeptOfField).map(({ what }) => what)).toEqual([])
    },
  )
})
