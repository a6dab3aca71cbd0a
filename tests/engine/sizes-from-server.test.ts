import { writeFileSync } from 'node:fs'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, describe, expect, it } from 'vitest'
import { hostileHtml } from '../corpora/hostile-html.ts'
import { newerHtml } from '../corpora/newer-html.ts'
import { recordedHtml } from '../corpora/recorded-html.ts'
import { chooseSeed, SeededRandom } from '../support/random.ts'
import { sizedValues, valueAt, withValue } from '../support/sized.ts'
import { SizedClient, type Effect } from '../support/sized-client.ts'
import { toldEvents, toldWorld } from '../support/told-events.ts'
import { nameOf, waysIn } from '../support/ways.ts'

const isDrill = process.env.SKEIN_DRILL !== undefined
const sizes = isDrill ? [1, 10, 1e3, 1e5, 1e6] : [1, 1e3, 1e5]
/** So long an answer may hold the engine's thread, which neither the page nor the program waits for. */
const longestMs = isDrill ? 1_000 : 5_000
/** So many of the cases `npm test` draws. */
const drawn = 80
const casesPerLife = 250
const mib = 1024 * 1024
/** What a client may keep in memory of all that it met. */
const mostKept = 64 * mib

interface Case {
  readonly field: string
  readonly size: number
  readonly meet: (client: SizedClient) => Promise<Effect>
}

/** Kinds of events that our server's people do not cause. */
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
    const { type, op, property } = event as Readonly<Record<string, unknown>>
    // It gets the id of the event in whose place it comes.
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

/** What the client asks for by itself or for its user, and what makes it ask. */
const asked: readonly { name: string; path: RegExp; provoke: (client: SizedClient) => unknown }[] = [
  {
    name: 'messages',
    path: /\/messages$/,
    provoke: ({ client, general, newest }) =>
      client.openConversation({ kind: 'topic', streamId: general, topic: `topic ${newest}` }, 'newest'),
  },
  {
    name: 'message',
    path: /\/messages\/\d+$/,
    provoke: ({ client, newest }) => client.engine.call('messages.raw', { messageId: newest }),
  },
  {
    name: 'history',
    path: /\/history$/,
    provoke: ({ client, newest }) => client.engine.call('messages.history', { messageId: newest }),
  },
  {
    name: 'receipts',
    path: /\/read_receipts$/,
    provoke: ({ client, newest }) => client.engine.call('messages.receipts', { messageId: newest }),
  },
  {
    name: 'sending',
    path: /\/messages$/,
    provoke: ({ client, general }) => client.send({ kind: 'topic', streamId: general, topic: 'a' }, 'mine'),
  },
]

async function answerCases(): Promise<Case[]> {
  const cases: Case[] = []
  const client = await SizedClient.start(2)
  for (const { name, path, provoke } of asked) {
    let honest: Record<string, unknown> = {}
    const look = (body: Record<string, unknown>) => {
      honest = body
      return JSON.stringify(body)
    }
    await client.meet(path, look, () => void provoke(client))
    for (const way of waysIn(honest)) {
      for (const size of sizes) {
        for (const sized of sizedValues(valueAt(honest, way), way, size)) {
          const meet = (met: SizedClient) =>
            met.meet(
              path,
              (body) => withValue(body, way, sized.json()),
              () => void provoke(met),
            )
          cases.push({ field: `${name}: ${nameOf(way)}`, size, meet })
        }
      }
    }
  }
  await client.end()
  return cases
}

/** A message of each form of HTML, so many times over as an answer may be long. */
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

type Worst = Effect & { readonly failure: string }

class Table {
  readonly #rows = new Map<string, Map<number, Worst>>()

  note(field: string, size: number, effect: Effect, failure = ''): void {
    const row = this.#rows.get(field) ?? new Map<number, Worst>()
    this.#rows.set(field, row)
    const known = row.get(size)
    row.set(size, {
      heldMs: Math.max(effect.heldMs, known?.heldMs ?? 0),
      size: Math.max(effect.size, known?.size ?? 0),
      hasRegistered: effect.hasRegistered || known?.hasRegistered === true,
      failure: failure || (known?.failure ?? ''),
    })
  }

  lines(): string[] {
    const cell = (worst: Worst | undefined): string => {
      if (worst === undefined) return '–'
      const result = worst.failure !== '' ? 'FAILED' : worst.hasRegistered ? 'anew' : 'ok'
      return `${result} ${worst.heldMs} ms ${worst.size} B`
    }
    return [
      `| Field | ${sizes.join(' | ')} |`,
      `| --- | ${sizes.map(() => '---').join(' | ')} |`,
      ...[...this.#rows].map(
        ([field, row]) => `| ${field} | ${sizes.map((size) => cell(row.get(size))).join(' | ')} |`,
      ),
    ]
  }

  /** Those that held the engine longest, the first of them first. */
  slowest(count: number): string[] {
    const all = [...this.#rows].flatMap(([field, row]) =>
      [...row].map(([size, worst]) => ({ field, size, heldMs: worst.heldMs })),
    )
    return all
      .sort((a, b) => b.heldMs - a.heldMs)
      .slice(0, count)
      .map(({ field, size, heldMs }) => `${heldMs} ms: ${field} at ${size}`)
  }
}

/** Bytes that are still in use once everything that can go is gone. */
function kept(): number {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void // the flag has just made it
  collect()
  return process.memoryUsage().heapUsed
}

/** The cases in an order that the seed decides; in `npm test` as many as there is time for. */
function chosen(cases: readonly Case[], random: SeededRandom): readonly Case[] {
  if (isDrill) return cases
  const rest = [...cases]
  return Array.from({ length: Math.min(drawn, cases.length) }, () => rest.splice(random.below(rest.length), 1)).flat()
}

describe('sizes towards the client', () => {
  const table = new Table()

  const save = () => {
    const file = process.env.SKEIN_CLIENT_SIZES
    if (file !== undefined) writeFileSync(file, `${table.lines().join('\n')}\n`)
  }
  afterAll(save)

  it(
    `every text, list, number and nesting of what a server sends at ${sizes.join(', ')} holds nobody up, and an honest message follows`,
    { timeout: 4 * 3_600_000 },
    async () => {
      const seed = chooseSeed()
      const random = new SeededRandom(seed)
      const kinds = {
        events: await eventCases(),
        registrations: await registrationCases(),
        answers: await answerCases(),
        html: htmlCases(),
      }
      const wanted = process.env.SKEIN_SIZES_OF
      const cases = chosen(
        Object.entries(kinds).flatMap(([kind, list]) => (wanted === undefined || wanted === kind ? list : [])),
        random,
      )
      console.log(`sizes towards the client: ${cases.length} cases from seed ${seed}`)
      const before = kept()
      let peak = 0
      const wrong: string[] = []
      for (let start = 0; start < cases.length; start += casesPerLife) {
        let client = await SizedClient.start(seed + start)
        for (const { field, size, meet } of cases.slice(start, start + casesPerLife)) {
          try {
            table.note(field, size, await meet(client))
          } catch (error) {
            const failure = `${field} at ${size}: ${error instanceof Error ? error.message : String(error)}`
            table.note(field, size, { heldMs: 0, size: 0, hasRegistered: false }, failure)
            wrong.push(failure)
            client = await SizedClient.start(seed + start)
          }
          peak = Math.max(peak, process.memoryUsage().rss)
        }
        wrong.push(...(await client.end()).map((what) => `after the cases from ${start} on: ${what}`))
        save()
        if (isDrill)
          console.log(`${Math.min(start + casesPerLife, cases.length)} of ${cases.length}; wrong: ${wrong.length}`)
      }
      const held = kept() - before
      console.log(
        `kept ${(held / mib).toFixed(1)} MiB, ${(peak / mib).toFixed(0)} MiB at most\n${table.slowest(15).join('\n')}`,
      )
      expect(wrong).toEqual([])
      expect(held).toBeLessThan(mostKept)
      expect(table.slowest(15).filter((line) => Number.parseInt(line) > longestMs)).toEqual([])
    },
  )
})
