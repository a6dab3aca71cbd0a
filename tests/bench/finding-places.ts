import Database from 'better-sqlite3'
import { openStore } from '../../main/engine/store/store.ts'
import { temporaryDatabase } from '../support/files.ts'
import { SeededRandom } from '../support/random.ts'
import { milliseconds, percentile, watchLoop, type Row } from './rows.ts'
import { fillDirectory, generatedMessage, openEngine } from './world.ts'

const people = 20_000
const streams = 5_000
const topics = 200_000
const searches = 200
const syllables = [
  'ka',
  'to',
  'ri',
  'lem',
  'sa',
  'vun',
  'op',
  'mi',
  'der',
  'shu',
  'al',
  'pen',
  'xi',
  'gor',
  'né',
  '東京',
]

function word(random: SeededRandom): string {
  return Array.from({ length: 2 + random.below(3) }, () => random.pick(syllables)).join('')
}

function generate(random: SeededRandom): string {
  const path = temporaryDatabase()
  const store = openStore(path)
  fillDirectory(store)
  const [person] = store.directory.people()
  const [stream] = store.directory.streams()
  if (person === undefined || stream === undefined) throw new Error('the directory is empty')
  store.transaction(() => {
    for (let id = 1; id <= people; id += 1) {
      store.directory.putPerson({ ...person, id, name: `${word(random)} ${word(random)}`, email: `p${id}@x` })
    }
    for (let id = 1; id <= streams; id += 1) {
      store.directory.putStream({ ...stream, id, name: `${word(random)} ${word(random)}`, is_subscribed: id % 2 })
    }
  })
  for (let id = 1; id <= topics;) {
    store.transaction(() => {
      for (let batch = 0; batch < 5000 && id <= topics; batch += 1, id += 1) {
        const topic = `${word(random)} ${word(random)} ${id}`
        const place = { stream_id: 1 + random.below(streams), topic, topic_key: topic }
        store.messages.put({ ...generatedMessage(id, random), ...place })
      }
    })
  }
  store.close()
  return path
}

/** A search of everything by name, as each key press in the field of the navigation asks for. */
export async function measureFindingPlaces(): Promise<Row[]> {
  const random = new SeededRandom(21)
  const path = generate(random)
  const engine = openEngine(path)
  const database = new Database(path, { readonly: true })
  const bare = database.prepare('SELECT count(*) FROM topic WHERE instr(topic_key, ?) > 0')
  const times: number[] = []
  const floors: number[] = []
  // The first search starts the reader's thread.
  await engine.call('places.find', { query: 'a' })
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
    JSON.stringify(await engine.call('places.find', { query }))
    times.push(performance.now() - begun)
  }
  const held = loop.end('searches for places')
  for (let index = 0; index < searches; index += 1) floors.push(milliseconds(() => bare.all(word(random))))
  engine.close()
  database.close()
  return [
    ...[0.5, 0.95].map((share) => ({
      what: `search for places, ${people} people, ${streams} streams, ${topics} topics (p${share * 100})`,
      value: percentile(times, share),
      unit: 'ms' as const,
      floor: percentile(floors, share),
      floorIs: 'a bare scan of the topics, one word',
    })),
    ...held,
  ]
}
