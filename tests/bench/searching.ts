import Database from 'better-sqlite3'
import { openStore } from '#engine/store/store.ts'
import { temporaryDatabase } from '#support/files.ts'
import { SeededRandom } from '#support/random.ts'
import { milliseconds, percentile, type Row } from './rows.ts'
import { fillDirectory, generatedMessage, openEngine } from './world.ts'

const messages = 200_000
const searches = 300
const vocabulary = 20_000
const syllables = ['ka', 'to', 'ri', 'lem', 'sa', 'vun', 'op', 'mi', 'der', 'shu', 'al', 'pen', 'xi', 'gor', 'ne']

function word(rank: number): string {
  let text = ''
  for (let rest = rank + 20; rest > 0; rest = Math.floor(rest / syllables.length)) {
    text += syllables[rest % syllables.length] ?? ''
  }
  return text
}

/** Words with the frequencies of a language: the tenth is ten times rarer than the first. */
function pick(random: SeededRandom): string {
  return word(Math.floor(vocabulary ** (random.below(1_000_000) / 1_000_000)) - 1)
}

function generate(): string {
  const path = temporaryDatabase()
  const store = openStore(path)
  const random = new SeededRandom(11)
  fillDirectory(store)
  for (let id = 1; id <= messages;) {
    store.transaction(() => {
      for (let batch = 0; batch < 5000 && id <= messages; batch += 1, id += 1) {
        const plain = Array.from({ length: 4 + random.below(16) }, () => pick(random)).join(' ')
        store.messages.put({ ...generatedMessage(id, random), plain, content: `<p>${plain}</p>` })
      }
    })
  }
  store.close()
  return path
}

/** Measures the first fifty hits with their snippets: words of every frequency, prefixes, phrases, filters. */
export async function measureSearching(): Promise<Row[]> {
  const path = generate()
  const engine = openEngine(path)
  const database = new Database(path, { readonly: true })
  const bare = database.prepare(
    'SELECT rowid FROM message_text WHERE message_text MATCH ? ORDER BY rowid DESC LIMIT 50',
  )
  const random = new SeededRandom(12)
  const times: number[] = []
  const floors: number[] = []
  for (let index = 0; index < searches; index += 1) {
    const [first, second] = [pick(random), pick(random)]
    const query = random.pick([
      first,
      `${first} ${second}`,
      first.slice(0, 2 + random.below(3)),
      `"${first} ${second}"`,
      `${first} stream:"stream ${1 + random.below(40)}"`,
      `${first} sender:"Person ${1 + random.below(200)}"`,
    ])
    floors.push(milliseconds(() => bare.all(`"${first}" *`)))
    const begun = performance.now()
    const answer = await engine.call('messages.search', { query, before: null, limit: 50, where: 'disk' })
    JSON.stringify(answer)
    times.push(performance.now() - begun)
  }
  engine.close()
  database.close()
  return [0.5, 0.95, 0.99].map((share) => ({
    what: `search on disk, ${messages} messages, 50 hits with snippets (p${share * 100})`,
    value: percentile(times, share),
    unit: 'ms' as const,
    floor: percentile(floors, share),
    floorIs: 'the bare index, one word',
  }))
}
