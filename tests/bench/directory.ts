import { foldName } from '#shared/name-query.ts'
import { SeededRandom } from '#support/random.ts'
import { directoryQuery } from '#support/directory-query.ts'
import { testWindow } from '#support/test-window.ts'
import { temporaryDatabase } from '#support/files.ts'
import { openStore } from '#engine/store/store.ts'
import { people, word } from './many-places.ts'
import { budgeted, milliseconds, percentile, watchLoop, type Row } from './rows.ts'
import { fillDirectory, openEngine } from './world.ts'

const keys = 200
/** Minimum time between the opening of the directory and the first key, in milliseconds. */
const untilFirstKey = 300
/** Time after a start until the names are indexed, in milliseconds. */
const untilIndexed = 4_000

/** An account of many people, each with three fields in the profile. */
function manyPeople(random: SeededRandom): string {
  const path = temporaryDatabase()
  const store = openStore(path)
  fillDirectory(store)
  const [person] = store.directory.people()
  if (person === undefined) throw new Error('the directory is empty')
  const words = () => `${word(random)} ${word(random)}`
  const value = () => ({ value: words(), html: null })
  store.transaction(() => {
    const field = { position: 0, type: 1, hint: '', data: '', in_summary: 0 }
    store.organization.replaceProfileFields([1, 2, 3].map((id) => ({ ...field, id, name: `Field ${id}` })))
    for (let id = 1; id <= people; id += 1) {
      const profile = JSON.stringify({ 1: value(), 2: value(), 3: value() })
      store.directory.putPerson({ ...person, id, name: words(), email: `p${id}@x`, profile })
    }
  })
  store.close()
  return path
}

/** Measures the opening of the directory by an engine that has not indexed the names. */
async function openAtStart(path: string): Promise<number> {
  const engine = openEngine(path)
  const begun = performance.now()
  const opened = await engine.call('views.open', { viewId: 'directory', query: directoryQuery() }, testWindow)
  JSON.stringify(opened)
  const time = performance.now() - begun
  engine.close()
  return time
}

/** Measures the directory: its opening, and each key in its search. */
export async function measureDirectory(): Promise<Row[]> {
  const random = new SeededRandom(31)
  const path = manyPeople(random)
  const atStart = await openAtStart(path)
  const engine = openEngine(path)
  let view = 0
  /** Opens a view in place of the last one, as the page does after each key. */
  const open = async (query: ReturnType<typeof directoryQuery>) => {
    view += 1
    const begun = performance.now()
    const opened = await engine.call('views.open', { viewId: `directory ${view}`, query }, testWindow)
    JSON.stringify(opened)
    const time = performance.now() - begun
    if (!opened.ok) throw new Error(opened.error.code)
    await engine.call('views.close', { viewId: `directory ${view - 1}` }, testWindow)
    return time
  }
  engine.start()
  const starting = watchLoop()
  await new Promise((resolve) => setTimeout(resolve, untilIndexed))
  const indexing = starting.end('the start with the index of people')
  const opening = await open(directoryQuery())
  await new Promise((resolve) => setTimeout(resolve, untilFirstKey))
  const loop = watchLoop()
  const times: number[] = []
  for (let index = 0; index < keys; index += 1) {
    const [first, second] = [word(random), word(random)]
    const query = random.pick([
      first.slice(0, 1),
      first.slice(1, 4),
      first,
      `${first.slice(0, 2)} ${second.slice(0, 2)}`,
    ])
    times.push(await open(directoryQuery(query, {}, { sort: random.pick(['name', 'activity']) })))
    // The calls end within one turn of the event loop, whose delay is measured between turns.
    await new Promise((resolve) => setImmediate(resolve))
  }
  const held = loop.end('keys in the directory')
  const again = await open(directoryQuery())
  engine.close()
  const store = openStore(path)
  const names = store.directory.people().map(({ name }) => foldName(name))
  store.close()
  const floors: number[] = []
  for (let index = 0; index < keys; index += 1) {
    const wanted = word(random)
    floors.push(milliseconds(() => names.filter((name) => name.includes(wanted))))
  }
  const keyRows = [0.5, 0.95].map((share) => ({
    what: `key in the directory, ${people} people (p${share * 100})`,
    value: percentile(times, share),
    unit: 'ms' as const,
    floor: percentile(floors, share),
    floorIs: 'a scan of the folded names, one word',
  }))
  return [
    budgeted(`directory opened, ${people} people, as the first act after a start`, atStart, 60),
    budgeted(`directory opened, ${people} people, first`, opening, 60),
    budgeted(`directory opened, ${people} people, again`, again, 60),
    ...keyRows,
    budgeted('key in the directory (p95)', percentile(times, 0.95), 16),
    ...indexing,
    ...held,
  ]
}
