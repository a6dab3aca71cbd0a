import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { searchDisk } from '#engine/search/search.ts'
import { parseQuery } from '#engine/search/query.ts'
import { serverTerms } from '#engine/search/server-search.ts'
import type { SearchItem, SearchMeta } from '#contract/search.ts'
import type { FeatureLevel } from '#server/base/feature-levels.ts'
import { filterText, nameWithId } from '#shared/search-terms.ts'
import { temporaryDatabase } from '#support/files.ts'
import { chooseSeed, sampled, SeededRandom } from '#support/random.ts'
import { openCore, setupWorld } from '#support/setup-world.ts'

const words = ['walrus', 'pepper', 'lantern', 'encoder']
const topics = ['lunch', 'Drift', '✔ done', 'cup, "tall"']
const day = 86_400
const runs = sampled(25, 150)

/** The properties of a message that the test has posted. */
interface Posted {
  readonly id: number
  readonly sender: number
  readonly stream: number | null
  readonly topic: string
  /** The other people of a direct conversation. */
  readonly others: readonly number[]
  readonly words: readonly string[]
  readonly has: readonly string[]
  readonly is: readonly string[]
  readonly timestamp: number
}

/** A filter as text, and the messages that it matches. */
interface Wanted {
  readonly text: string
  readonly fits: (message: Posted) => boolean
}

async function organization(featureLevel?: FeatureLevel) {
  const { server, people, start } = await setupWorld({
    engine: 'none',
    settings: featureLevel === undefined ? {} : { featureLevel },
  })
  const { iris, noor, mei, general, design } = people
  const random = new SeededRandom(7)
  const posted: Posted[] = []
  for (let index = 0; index < 48; index += 1) {
    const author = random.pick([iris, noor, mei])
    const chosen = words.filter(() => random.below(3) === 0)
    const has = ['link', 'reaction', 'image'].filter(() => random.below(4) === 0)
    const isMentioned = random.below(5) === 0
    const text = [
      `m${index}`,
      ...chosen,
      ...(has.includes('link') ? ['https://tea.example/'] : []),
      ...(has.includes('image') ? ['[p.png](/user_uploads/2/ab/p.png)'] : []),
      ...(isMentioned ? ['@**Iris**'] : []),
    ].join(' ')
    const isDirect = random.below(3) === 0
    const stream = random.pick([general, design])
    const topic = random.pick(topics)
    const members = random.pick([[iris, noor], [iris, mei], [iris, noor, mei], [iris]])
    const sender = members.includes(author) || !isDirect ? author : iris
    const to = isDirect ? { direct: members.map(({ id }) => id) } : { stream, topic }
    const id = await server.post(sender, to, text)
    const isStarred = random.below(4) === 0
    if (isStarred) {
      await server.call(iris, 'POST', '/messages/flags', { messages: JSON.stringify([id]), op: 'add', flag: 'starred' })
    }
    const isRead = random.below(2) === 0 || sender === iris
    if (isRead) {
      await server.call(iris, 'POST', '/messages/flags', { messages: JSON.stringify([id]), op: 'add', flag: 'read' })
    }
    if (has.includes('reaction')) {
      const form = { emoji_name: 'thumbs_up', emoji_code: '1f44d', reaction_type: 'unicode_emoji' }
      await server.call(noor, 'POST', `/messages/${id}/reactions`, form)
    }
    posted.push({
      id,
      sender: sender.id,
      stream: isDirect ? null : stream,
      topic: isDirect ? '' : topic,
      others: isDirect ? members.filter((one) => one !== iris).map((one) => one.id) : [],
      words: chosen,
      // A file is a link too.
      has: [...has, ...(has.includes('image') ? ['attachment', 'link'] : [])],
      is: [
        ...(isStarred ? ['starred'] : []),
        ...(isRead ? [] : ['unread']),
        ...(isMentioned ? ['mentioned'] : []),
        ...(isDirect ? ['dm'] : []),
        ...(!isDirect && topic.startsWith('✔') ? ['resolved'] : []),
        ...(!isDirect && stream === general && topic === 'lunch' ? ['followed'] : []),
      ],
      timestamp: Math.floor(server.clock.now() / 1000),
    })
    await server.clock.sleep(index % 12 === 11 ? day * 1000 : 1000)
  }
  if (featureLevel === undefined || featureLevel >= 219) {
    await server.setTopicPolicy(iris, { stream: general, topic: 'lunch' }, 3)
  }
  // The client starts only now, since days of a connected client take seconds.
  const database = temporaryDatabase()
  const client = start({ database })
  await client.online()
  await server.clock.advance(60_000)
  client.engine.close()
  const core = openCore(client, database)
  const named = [
    { ...iris, name: 'Iris' },
    { ...noor, name: 'Noor' },
    { ...mei, name: 'Mei' },
  ]
  const streams = [
    { id: general, name: 'general' },
    { id: design, name: 'design' },
  ]
  return { server, core, posted, iris, named, streams }
}

type Organization = Awaited<ReturnType<typeof organization>>

function dateOf(seconds: number): string {
  const date = new Date(seconds * 1000)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

/** Any filter or word, by the properties of the posted messages. */
function anyTerm({ named, streams, posted, iris }: Organization): fc.Arbitrary<Wanted> {
  const times = posted.map(({ timestamp }) => timestamp)
  const dates = [...new Set(times.map(dateOf))]
  const term = fc.oneof(
    fc.constantFrom(...words).map((word) => ({ text: `"${word}"`, fits: (m: Posted) => m.words.includes(word) })),
    fc.constantFrom(...named).map(({ id, name }) => ({
      text: filterText('sender', nameWithId(name, id)),
      fits: (m: Posted) => m.sender === id,
    })),
    fc.constantFrom(...streams).map(({ id, name }) => ({
      text: filterText('stream', nameWithId(name, id)),
      fits: (m: Posted) => m.stream === id,
    })),
    fc.constantFrom(...topics).map((topic) => ({
      text: filterText('topic', topic.toUpperCase()),
      fits: (m: Posted) => m.topic === topic,
    })),
    fc.subarray(named, { minLength: 1 }).map((people) => {
      const others = people.filter(({ id }) => id !== iris.id).map(({ id }) => id)
      return {
        text: filterText('dm', people.map(({ name, id }) => nameWithId(name, id)).join(', ')),
        fits: (m: Posted) => m.stream === null && m.others.join() === others.join(),
      }
    }),
    fc.constantFrom(...named).map(({ id, name }) => ({
      text: filterText('with', name),
      fits: (m: Posted) => m.stream === null && (id === iris.id || m.others.includes(id)),
    })),
    fc.constantFrom('link', 'image', 'attachment', 'reaction').map((what) => ({
      text: `has:${what}`,
      fits: (m: Posted) => m.has.includes(what),
    })),
    fc
      .constantFrom('starred', 'unread', 'mentioned', 'dm', 'resolved', 'followed')
      .map((what) => ({ text: `is:${what}`, fits: (m: Posted) => m.is.includes(what) })),
    fc.constantFrom(...dates).map((date) => ({
      text: `before:${date}`,
      fits: (m: Posted) => dateOf(m.timestamp) < date,
    })),
    fc.constantFrom(...dates).map((date) => ({
      text: `after:${date}`,
      fits: (m: Posted) => dateOf(m.timestamp) >= date,
    })),
    fc.constantFrom(...dates).map((date) => ({
      text: `on:${date}`,
      fits: (m: Posted) => dateOf(m.timestamp) === date,
    })),
  )
  return fc.tuple(term, fc.boolean()).map(([{ text, fits }, isNegated]) => ({
    text: isNegated ? `-${text}` : text,
    fits: (m: Posted) => fits(m) !== isNegated,
  }))
}

const impossible = new Set<string>(['SEARCH_TWO_OF_ONE', 'SEARCH_STREAM_AND_DIRECT'])

describe.each([undefined, 300 as const])('filters of a search, at level %s', (level) => {
  it('match the same messages on disk, at the server and by their properties, in any combination', async () => {
    const seed = chooseSeed()
    const known = await organization(level)
    const { server, core, posted, iris } = known
    let compared = 0
    await fc.assert(
      fc.asyncProperty(fc.array(anyTerm(known), { minLength: 1, maxLength: 4 }), async (terms) => {
        const query = terms.map(({ text }) => text).join(' ')
        const facts = posted
          .filter((message) => terms.every(({ fits }) => fits(message)))
          .map(({ id }) => id)
          .reverse()
        const disk = await searchDisk(core, { query, before: null, limit: 100 }, 'test')
        if (!disk.ok) {
          expect([query, impossible.has(disk.error.code), facts]).toEqual([query, true, []])
          return
        }
        expect([query, disk.value.hits.map(({ messageId }) => messageId)]).toEqual([query, facts])
        const read = parseQuery(query, core.accountState)
        const isAsked = terms.every(({ text }) => !/^-?(?:before|after|on):/.test(text))
        const narrow = serverTerms(core, read).map(([operator, operand, isNegated = false]) => ({
          operator,
          operand,
          negated: isNegated,
        }))
        // Below levels 249 and 265 the server has no such filters.
        const isLacking = level === undefined && terms.some(({ text }) => /has:reaction|is:followed/.test(text))
        if (!isAsked || isLacking) return
        compared += 1
        const answer = await server.call(iris, 'GET', '/messages', {
          anchor: 'newest',
          num_before: '100',
          num_after: '0',
          narrow: JSON.stringify(narrow),
        })
        const found = (answer.messages as { id: number }[] | undefined)?.map(({ id }) => id).reverse()
        expect([query, answer.msg, found]).toEqual([query, '', facts])
      }),
      { seed, numRuns: runs },
    )
    expect(compared).toBeGreaterThan(sampled(0, runs / 5))
  })
})

describe('a filter that the server lacks', () => {
  it.each([237, 445 as const])('is applied to its answers, at level %s: old days, and reactions', async (level) => {
    const { server, iris, noor, general, start } = await setupWorld({
      engine: 'none',
      settings: { featureLevel: level as FeatureLevel },
    })
    const place = { stream: general, topic: 'old' }
    const first = await server.post(noor, place, 'the first one')
    await server.call(noor, 'POST', `/messages/${first}/reactions`, {
      emoji_name: 'thumbs_up',
      emoji_code: '1f44d',
      reaction_type: 'unicode_emoji',
    })
    await server.clock.sleep(3 * day * 1000)
    server.fill(place, { from: noor, to: iris, count: 230 })
    await server.clock.advance(5_000)
    const client = start({
      // Only the requests of the search succeed.
      faultFor: ({ path, form }) =>
        path.endsWith('/messages') && form.narrow !== '[]' && form.num_before !== '100' && form.num_before !== '50'
          ? { status: 500 }
          : undefined,
    })
    await client.online()
    const date = dateOf(server.clock.now() / 1000 - day)
    for (const query of [`before:${date}`, 'has:reaction']) {
      const view = await client.openView<{ item: SearchItem; meta: SearchMeta }>({ type: 'search', query })
      await server.clock.until('it is found', () => view.items().length === 1)
      expect(view.items().map(({ messageId }) => messageId)).toEqual([first])
      await server.clock.until('the server has answered', () => view.meta().server === 'answered')
      expect([view.meta().problem, view.meta().hasMore]).toEqual([null, false])
    }
  })
})
