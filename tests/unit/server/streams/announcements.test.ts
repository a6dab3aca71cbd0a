import { describe, expect, it } from 'vitest'
import type { Drawing } from '#server/markdown/drawing/drawing.ts'
import { renderMarkdown } from '#server/markdown/render.ts'
import { chooseSeed, SeededRandom } from '#support/random.ts'
import { Service } from '#support/service.ts'

/** Parts of names that try to be markup. */
const hostile = [
  'x** @**all**',
  '@**all**',
  'x** @**Noor**',
  '@*crew*',
  'x** @*crew*',
  '`x`',
  '`',
  'a>b',
  '$$x$$',
  '[x](https://evil.example)',
  'x](https://evil.example)[y',
  '<time:2024-01-01>',
  '&#64;**all**',
  'https://evil.example',
  '~~x~~',
  ':tada:',
  '*',
  '**',
  '# x',
  '> x',
  '😀'.repeat(60),
]
const parts = [...hostile, 'design', ' ', 'a.b', 'R&D', '(x)', '_y_', '\\', '|']

async function world() {
  const service = await Service.start()
  const ada = service.person('Ada', 'administrator')
  const noor = service.person('Noor')
  await service.ok(ada, 'POST', '/user_groups/create', { name: 'crew', description: '', members: [noor.id] })
  return { service, ada, noor }
}

interface Said {
  readonly content: string
  readonly html: string
  readonly flags: number
}

/** The notification bot's messages since the start, with their effects on readers. */
function said(service: Service): Said[] {
  const { messages, users } = service.context.tables
  const bots = new Set(users.system().map((user) => user.id))
  const all: Said[] = []
  for (let id = 1; id <= messages.maxId(); id += 1) {
    const row = messages.get(id, 0)
    if (row === undefined || !bots.has(row.sender_id)) continue
    const flags = messages.readers(id).reduce((sum, reader) => sum | reader.flags, 0)
    all.push({ content: row.content, html: row.rendered, flags })
  }
  return all
}

const mentionFlags = 8 | 16 | 64
const loud = /class="(?:user|user-group|topic)-mention"/

function expectQuiet(all: readonly Said[]): void {
  const bad = all.filter(({ flags, html }) => (flags & mentionFlags) !== 0 || loud.test(html))
  expect(bad.map(({ content }) => content)).toEqual([])
}

describe('the notification bot', () => {
  it.each(hostile)('mentions nobody and links correctly if a topic is named %j', async (name) => {
    const { service, ada, noor } = await world()
    const from = await service.stream('from', [ada, noor])
    const to = await service.stream('to', [ada, noor])
    const id = await service.say(noor, from, name, 'to be moved')
    const move = { stream_id: to, propagate_mode: 'change_all', send_notification_to_old_thread: true }
    await service.ok(ada, 'PATCH', `/messages/${id}`, move)
    const all = said(service).filter(({ content }) => content.includes('moved'))
    expect(all).toHaveLength(2)
    expectQuiet(all)
    for (const [{ html }, stream] of [[all[0], from] as const, [all[1], to] as const].map(
      ([one, stream]) => [one ?? { html: '' }, stream] as const,
    )) {
      const links = [...html.matchAll(/<a [^>]*href="([^"]*)"/g)].map(([, href]) => href)
      expect(links).toHaveLength(1)
      expect(links[0]).toContain(`#narrow/stream/${stream}-`)
      expect(links[0]).toContain('/topic/')
    }
  })

  it.each(hostile)('mentions nobody if a stream is named %j', async (name) => {
    const { service, ada, noor } = await world()
    const stream = await service.stream('plain', [ada])
    await service.ok(ada, 'PATCH', `/streams/${stream}`, { new_name: name })
    await service.ok(ada, 'POST', '/users/me/subscriptions', { subscriptions: [{ name }], principals: [noor.id] })
    const other = await service.stream('other', [ada, noor])
    const id = await service.say(noor, stream, 'plans', 'to be moved')
    await service.ok(ada, 'PATCH', `/messages/${id}`, { stream_id: other, send_notification_to_old_thread: true })
    await service.ok(ada, 'PATCH', `/streams/${stream}`, { new_name: 'plain again' })
    const all = said(service)
    expect(all.length).toBeGreaterThanOrEqual(5)
    // The server itself mentions the subscribing user (recorded), who is no part of the name.
    const bySubscribing = all.filter(({ content }) => content.includes('subscribed you'))
    expect(bySubscribing.map(({ html }) => html.match(/user-mention/g)?.length)).toEqual([1])
    expect(bySubscribing.map(({ flags }) => flags & mentionFlags)).toEqual([0])
    expect(bySubscribing[0]?.html).toContain(`#narrow/stream/${stream}-`)
    expectQuiet(all.filter((one) => !bySubscribing.includes(one)))
  })

  it.each(['````', '~~~~', '````\r@**all**', 'x\r````\r\r@**all**', '> x', '\u2028@**all**', '```` quote', '`````'])(
    'mentions nobody if a stream is described as %j',
    async (text) => {
      const { service, ada, noor } = await world()
      const subscriptions = [{ name: 'described', description: `${text} @**all** @*crew*` }]
      await service.ok(noor, 'POST', '/users/me/subscriptions', { subscriptions, principals: [noor.id, ada.id] })
      const { stream_id: id } = await service.ok(ada, 'GET', '/get_stream_id', { stream: 'described' })
      for (const description of [text, '@**all**', `${text}\r@**all**`, '@**all**']) {
        await service.call(ada, 'PATCH', `/streams/${String(id)}`, { description })
      }
      const all = said(service)
      expect(all.length).toBeGreaterThanOrEqual(3)
      expectQuiet(all)
    },
  )

  it.each(['all', 'everyone', 'stream', 'topic'])('names one user if that user is called %s', async (name) => {
    const { service, ada, noor } = await world()
    const named = service.person(name)
    await service.stream('meeting', [named])
    await service.ok(named, 'POST', '/users/me/subscriptions', {
      subscriptions: [{ name: 'meeting' }],
      principals: [noor.id, ada.id],
    })
    const told = said(service).filter(({ content }) => content.includes('subscribed you'))
    expect(told).toHaveLength(2)
    for (const { html, flags } of told) {
      expect(html).toContain(`data-user-id="${named.id}"`)
      expect(flags & mentionFlags).toBe(0)
    }
  })

  it('writes any name literally', async () => {
    const { draw } = await import('#server/markdown/drawing/draw.ts')
    const { plainMarkdown } = await import('#server/markdown/html/escape.ts')
    const random = new SeededRandom(chooseSeed())
    const directory = {
      user: (name: string) => ({ id: 1, fullName: name }),
      group: (name: string) => ({ id: 1, name }),
      stream: (name: string) => ({ id: 1, name }),
      customEmoji: (name: string) => ({ source: name }),
      defaultCodeLanguage: () => '',
      linkify: () => [],
      drawn: (drawing: Drawing) => draw(drawing) ?? undefined,
    }
    for (let round = 0; round < 500; round += 1) {
      const name = Array.from({ length: 1 + random.below(4) }, () => parts[random.below(parts.length)] ?? '').join('')
      const rendered = renderMarkdown(`It is **${plainMarkdown(name)}** now.`, directory)
      const where = `seed ${random.seed}, name ${JSON.stringify(name)}: ${rendered.html}`
      expect([...rendered.mentionedUserIds, ...rendered.mentionedGroupIds], where).toEqual([])
      expect(rendered.mentionsEveryone || rendered.mentionsTopic || rendered.hasLink, where).toBe(false)
      expect(rendered.html, where).toMatch(/^<p>It is <strong>[^]*<\/strong> now.<\/p>$/)
      expect(rendered.html, where).not.toMatch(/<code|<em|<del|<time|katex/)
    }
  })
})
