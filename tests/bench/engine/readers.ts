import Database from 'better-sqlite3'
import { openStore } from '#engine/store/store.ts'
import { testWindow } from '#support/test-window.ts'
import { budgeted, milliseconds, percentile, watchLoop, type Row } from '../rows.ts'
import { openEngine } from '../world.ts'
import { copyOf, removeCopy, type LargeCache } from './cache.ts'

const openings = 40
/** The budget of the panel with the people of a stream, in milliseconds. */
const budget = 60

/** Measures the list of a stream to which all twenty thousand people are subscribed, opened and searched from disk. */
export async function measureReaders(cache: LargeCache): Promise<Row[]> {
  const path = copyOf(cache.small)
  const store = openStore(path)
  const people = store.directory.people().map(({ id }) => id)
  const [stream] = store.directory.streams()
  if (stream === undefined) throw new Error('the directory is empty')
  store.transaction(() => {
    store.directory.putSubscribers(stream.id, { userIds: new Set(people), epoch: store.meta.epoch() }, 1)
  })
  store.close()
  const engine = openEngine(path)
  const database = new Database(path, { readonly: true })
  const bare = database.prepare('SELECT id, name FROM person WHERE is_active = 1 ORDER BY name')
  const narrow = { kind: 'stream', streamId: stream.id } as const
  const open = async (query: string): Promise<number> => {
    const begun = performance.now()
    const answer = await engine.call(
      'views.open',
      { viewId: 'v', query: { type: 'readers', narrow, query } },
      testWindow,
    )
    JSON.stringify(answer)
    return performance.now() - begun
  }
  const loop = watchLoop()
  const times: number[] = []
  const searches: number[] = []
  const floors: number[] = []
  for (let index = 0; index < openings; index += 1) {
    times.push(await open(''))
    searches.push(await open('an'))
    floors.push(milliseconds(() => bare.all()))
    await new Promise((resolve) => setImmediate(resolve))
  }
  const delays = loop.end('openings of a list of subscribers')
  engine.close()
  database.close()
  removeCopy(path)
  const row = (what: string, values: readonly number[]): Row => ({
    what: `${what}, ${people.length} people (p95 of ${openings})`,
    value: percentile(values, 0.95),
    unit: 'ms',
    floor: percentile(floors, 0.95),
    floorIs: 'the bare people in the order of their names',
  })
  return [
    row('subscribers of a stream, opened', times),
    row('subscribers of a stream, searched', searches),
    budgeted('subscribers of a stream, opened (p95)', percentile(times, 0.95), budget),
    ...delays,
  ]
}
