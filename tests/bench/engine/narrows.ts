import Database from 'better-sqlite3'
import { SeededRandom } from '#support/random.ts'
import { milliseconds, percentile, watchLoop, type Row } from '../rows.ts'
import { openEngine } from '../world.ts'
import { copyOf, removeCopy, type LargeCache } from './cache.ts'
import { bareQuery, placesOf } from './places.ts'
import { testWindow } from '#support/test-window.ts'

const narrows = 500
const searches = 300

/** Measures changes of narrow and searches in a large cache without other work. */
export async function measureNarrows(cache: LargeCache): Promise<Row[]> {
  const path = copyOf(cache.large)
  const random = new SeededRandom(5)
  const engine = openEngine(path)
  const database = new Database(path, { readonly: true })
  const bare = database.prepare(bareQuery)
  const places = placesOf(path, random, narrows)
  const floors = places.map(({ streamId, key }) => milliseconds(() => bare.all(streamId, key)))
  const index = database.prepare(
    'SELECT rowid FROM message_text WHERE message_text MATCH ? ORDER BY rowid DESC LIMIT 50',
  )
  const queries = searchMix(vocabulary(database), random)
  const searchFloors = queries.map(({ first }) => milliseconds(() => index.all(`"${first}" *`)))
  const loop = watchLoop()
  const times: number[] = []
  for (const { streamId, topic } of places) {
    const begun = performance.now()
    const narrow = { kind: 'topic', streamId, topic } as const
    const answer = await engine.call(
      'views.open',
      {
        viewId: 'v',
        query: { type: 'conversation', narrow, anchor: 'first_unread' },
      },
      testWindow,
    )
    JSON.stringify(answer)
    times.push(performance.now() - begun)
    await new Promise((resolve) => setImmediate(resolve))
  }
  const searchTimes: number[] = []
  for (const { query } of queries) {
    const begun = performance.now()
    const answer = await engine.call('messages.search', { query, before: null, limit: 50, where: 'disk' })
    JSON.stringify(answer)
    searchTimes.push(performance.now() - begun)
  }
  const delays = loop.end('changes of narrow and searches')
  engine.close()
  database.close()
  removeCopy(path)
  return [
    {
      what: `change of narrow, rows as JSON (p99 of ${narrows})`,
      value: percentile(times, 0.99),
      unit: 'ms',
      floor: percentile(floors, 0.99),
      floorIs: 'the bare query',
    },
    ...[0.95, 0.99].map((share) => ({
      what: `search, first 50 hits with snippets (p${share * 100} of ${searches})`,
      value: percentile(searchTimes, share),
      unit: 'ms' as const,
      floor: percentile(searchFloors, share),
      floorIs: 'the bare index, one word',
    })),
    ...delays,
  ]
}

/** Single words, two words, prefixes, phrases and filters, in equal shares. */
function searchMix(words: readonly string[], random: SeededRandom): { first: string; query: string }[] {
  return Array.from({ length: searches }, () => {
    const [first, second] = [random.pick(words), random.pick(words)]
    const query = random.pick([
      first,
      `${first} ${second}`,
      first.slice(0, 2 + random.below(3)),
      `"${first} ${second}"`,
      `${first} has:link`,
      `${first} is:dm`,
    ])
    return { first, query }
  })
}

/** Words of the cached texts, from the most common to the rarest. */
function vocabulary(database: Database.Database): string[] {
  const counts = new Map<string, number>()
  const rows = database.prepare<[], { plain: string }>('SELECT plain FROM message WHERE id % 50 = 0').iterate()
  for (const { plain } of rows) {
    for (const word of plain.toLowerCase().match(/[a-z]{4,}/g) ?? []) counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  const sorted = [...counts].sort((a, b) => b[1] - a[1]).map(([word]) => word)
  // Ten words of each tenth, so that common and rare words have equal shares.
  const tenth = Math.max(1, Math.floor(sorted.length / 10))
  return Array.from({ length: 10 }, (_, decile) => sorted.slice(decile * tenth, decile * tenth + 10)).flat()
}
