import Database from 'better-sqlite3'
import { SeededRandom } from '#support/random.ts'
import { manyPlaces, people, streams, topics, word } from './many-places.ts'
import { milliseconds, percentile, watchLoop, type Row } from './rows.ts'
import { openEngine } from './world.ts'

const searches = 200
/** Minimum time between the key that opens the field and the next key, in milliseconds. */
const untilFirstKey = 300

/** Measures a search of everything by name, as after each key press in the field of the navigation. */
export async function measureFindingPlaces(): Promise<Row[]> {
  const random = new SeededRandom(21)
  const path = manyPlaces(random)
  const engine = openEngine(path)
  const database = new Database(path, { readonly: true })
  const bare = database.prepare('SELECT count(*) FROM topic WHERE instr(topic_key, ?) > 0')
  const times: number[] = []
  const nearTimes: number[] = []
  const floors: number[] = []
  // The page does this when the field is opened: it starts the reader's thread, which reads the names.
  await engine.call('narrows.find', { query: '' })
  await new Promise((resolve) => setTimeout(resolve, untilFirstKey))
  const loop = watchLoop()
  for (let index = 0; index < searches; index += 1) {
    const [first, second] = [word(random), word(random)]
    const query = random.pick([
      first.slice(0, 1),
      first.slice(0, 3),
      first,
      `${first.slice(0, 2)} ${second.slice(0, 2)}`,
    ])
    const begun = performance.now()
    JSON.stringify(await engine.call('narrows.find', { query }))
    times.push(performance.now() - begun)
  }
  const held = loop.end('searches for places')
  // The first search reads all names.
  const begun = performance.now()
  await engine.call('narrows.find', { query: misspelt(random) })
  const reading = performance.now() - begun
  const nearLoop = watchLoop()
  for (let index = 0; index < searches; index += 1) {
    const query = misspelt(random)
    const asked = performance.now()
    JSON.stringify(await engine.call('narrows.find', { query }))
    nearTimes.push(performance.now() - asked)
  }
  const heldNear = nearLoop.end('searches for places nearly so called')
  for (let index = 0; index < searches; index += 1) floors.push(milliseconds(() => bare.all(word(random))))
  engine.close()
  database.close()
  const rowsOf = (what: string, values: readonly number[], shares: readonly number[]) =>
    shares.map((share) => ({
      what: `${what}, ${people} people, ${streams} streams, ${topics} topics (p${share * 100})`,
      value: percentile(values, share),
      unit: 'ms' as const,
      floor: percentile(floors, share),
      floorIs: 'a bare scan of the topics, one word',
    }))
  return [
    ...rowsOf('search for places', times, [0.5, 0.95]),
    ...held,
    ...rowsOf('search for places nearly so called', nearTimes, [0.5, 0.95]),
    ...rowsOf('the first of those, which reads all names', [reading], [0.5]),
    ...heldNear,
  ]
}

/** A word of a name with a letter that no name has, or the beginnings of two words. */
function misspelt(random: SeededRandom): string {
  const [first, second] = [word(random), word(random)]
  return random.below(2) === 0 ? `${first.slice(0, 3)}q${first.slice(4)}` : `${first.slice(0, 4)}${second.slice(0, 4)}`
}
