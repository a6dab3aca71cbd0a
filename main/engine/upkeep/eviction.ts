import type { Core } from '../core.ts'
import { intervalOf, rangeRows, union } from '../values/ranges.ts'
import type { TouchedMessages } from '../sync/touched.ts'

const day = 86_400
const rowsPerTransaction = 60
const containersAtOnce = 50
/** A cache that is too large is made this much smaller than its limit, so that the next message does not begin anew. */
const slack = 0.9

/**
 * Forgets messages that are older or more than the user wants on this disk. Ranges lose what they claimed of it
 * first, so that what is gone is fetched again when somebody looks. Unreads, starred messages and whatever
 * waits in the outbox stay.
 */
export class Eviction {
  readonly #core: Core
  readonly #touched: TouchedMessages
  /** The lowest message on a screen: nothing from there on is taken away under the user's eyes. */
  readonly #lowestShown: () => number
  #isRunning = false
  #isStopped = false

  constructor(core: Core, touched: TouchedMessages, lowestShown: () => number) {
    this.#core = core
    this.#touched = touched
    this.#lowestShown = lowestShown
  }

  stop(): void {
    this.#isStopped = true
  }

  /** Takes away what is too old, then what is too much; returns how many messages went. */
  async run(): Promise<number> {
    if (this.#isRunning) return 0
    this.#isRunning = true
    try {
      const below = Math.min(this.#cut(), this.#lowestShown())
      return below <= 0 ? 0 : await this.#evict(below)
    } finally {
      this.#isRunning = false
    }
  }

  /** The id below which nothing is kept; 0 for nothing to do. */
  #cut(): number {
    const { store, world, ports } = this.#core
    const policy = store.meta.cachePolicy()
    if (policy.keepsEverything) return 0
    const oldest = world.serverSeconds(ports.clock.now()) - policy.days * day
    const tooOld = store.messages.newestBefore(oldest)
    return Math.max(tooOld === undefined ? 0 : tooOld + 1, this.#tooMuch(policy.maxBytes))
  }

  #tooMuch(maxBytes: number): number {
    const { store } = this.#core
    const used = store.usedBytes()
    if (used <= maxBytes) return 0
    const excess = 1 - (maxBytes * slack) / used
    return store.messages.idAt(Math.floor(store.messages.count() * excess)) ?? 0
  }

  async #evict(below: number): Promise<number> {
    const core = this.#core
    let evicted = 0
    // First what is claimed, then what was: a stop in between leaves rows that nobody counts on.
    while (!this.#isStopped && this.#cutRanges(below, containersAtOnce)) await core.breathe()
    while (!this.#isStopped) {
      const ids = core.store.messages.evictable(below, rowsPerTransaction)
      const last = ids.at(-1)
      // Somebody has scrolled back meanwhile: the rest waits for the next time.
      if (last === undefined || this.#lowestShown() < below) return evicted
      // What was fetched again since must not be claimed either.
      this.#cutRanges(last + 1, Number.MAX_SAFE_INTEGER)
      core.commit(() => {
        core.store.meta.setEvictedBelow(last + 1)
        for (const id of ids) core.store.messages.remove(id)
        return [{ kind: 'message', id: last, conversation: '*' }]
      })
      this.#touched.noteEvicted(last + 1)
      evicted += ids.length
      await core.breathe()
    }
    return evicted
  }

  /** Takes what lies below an id out of some containers' claims; returns whether there were any. */
  #cutRanges(below: number, limit: number): boolean {
    const { store, world } = this.#core
    const containers = store.ranges.reachingBelow(below, limit)
    if (containers.length === 0) return false
    this.#core.commit(() => {
      for (const container of containers) {
        const known = union(store.ranges.of(container).map((row) => intervalOf(row, world.epoch, world.epochHighs)))
        const kept = known.flatMap(({ low, high }) => (high < below ? [] : [{ low: Math.max(low, below), high }]))
        store.ranges.replace(container, rangeRows(kept, world.epoch, world.epochHighs.get(world.epoch) ?? 0))
      }
      return containers.map((container) => ({ kind: 'ranges', container }))
    })
    return true
  }
}
