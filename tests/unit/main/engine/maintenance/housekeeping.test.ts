import { describe, expect, it } from 'vitest'
import type { Core } from '#engine/core/core.ts'
import type { IndexMerger } from '#engine/maintenance/index-merger.ts'
import type { Eviction } from '#engine/maintenance/eviction.ts'
import { Housekeeping } from '#engine/maintenance/housekeeping.ts'
import { VirtualClock } from '#support/virtual-clock.ts'

const minute = 60_000
const day = 24 * 60 * minute

/** A housekeeping that records its steps; half of the file is free, and merging takes ten steps of a minute. */
function tidying() {
  const clock = new VirtualClock()
  const done: string[] = []
  let tidiedAt = 0
  const core = {
    ports: { clock, log: () => undefined },
    noteDamage: () => undefined,
    runInBackground: () => undefined,
    store: {
      transaction: (change: () => unknown) => change(),
      notificationLog: { prune: () => undefined },
      meta: { tidiedAt: () => tidiedAt, setTidiedAt: (at: number) => (tidiedAt = at) },
      optimize: () => done.push('optimize'),
      freeBytes: () => 100_000_000,
      usedBytes: () => 100_000_000,
      vacuum: () => done.push('vacuum'),
      checkpoint: () => done.push('checkpoint'),
    },
  } as unknown as Core // the members that the housekeeping uses
  const eviction = {
    run: () => Promise.resolve(done.push('evict')),
    stop: () => undefined,
  } as unknown as Eviction // the same
  const merger = {
    async finish(mayGoOn: () => boolean) {
      for (let step = 0; step < 10 && mayGoOn(); step += 1) {
        await new Promise<void>((resolve) => clock.schedule(minute, resolve))
      }
      done.push('merge')
    },
  } as unknown as IndexMerger // the same
  const housekeeping = new Housekeeping(core, eviction, merger)
  housekeeping.start()
  return { clock, done, housekeeping }
}

describe('the housekeeping', () => {
  it('starts when the user has been idle for five minutes, and then once a day', async () => {
    const { clock, done, housekeeping } = tidying()
    await clock.advance(4 * minute)
    housekeeping.noteUse()
    await clock.advance(4 * minute)
    expect(done).toEqual([])
    await clock.advance(12 * minute)
    expect(done).toEqual(['evict', 'merge', 'optimize', 'vacuum', 'checkpoint'])
    await clock.advance(day / 2)
    expect(done).toHaveLength(5)
    await clock.advance(day / 2 + 10 * minute)
    expect(done).toHaveLength(10)
  })

  it('stops when the user returns, before uninterruptible steps, and resumes later', async () => {
    const { clock, done, housekeeping } = tidying()
    await clock.advance(8 * minute)
    housekeeping.noteUse()
    await clock.advance(2 * minute)
    expect(done).toEqual(['evict', 'merge'])
    await clock.advance(15 * minute)
    expect(done).toEqual(['evict', 'merge', 'evict', 'merge', 'optimize', 'vacuum', 'checkpoint'])
  })

  it('ends with its engine', async () => {
    const { clock, done, housekeeping } = tidying()
    await clock.advance(8 * minute)
    housekeeping.stop()
    await clock.advance(2 * day)
    expect(done).toEqual(['evict', 'merge'])
  })
})
