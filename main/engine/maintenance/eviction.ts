import type { Core } from '../core/core.ts'
import { intervalOf, rangeRows, union } from '../values/ranges.ts'
import type { TouchedMessages } from '../sync/touched.ts'

const day = 86_400
const rowsPerTransaction = 60
const containersAtOnce = 50
/**
 * The share of its limit to which an oversized cache is reduced, so that the next message does not start another
 * eviction.
 */
const slack = 0.9

/**
 * Evicts messages that are older or more numerous than the cache policy allows. Ranges are cut first, so that views
 * fetch evicted messages again. Starred messages and those that the outbox needs stay; unread ones do not, because they
 * would leave the cache unbounded.
 */
export class Eviction {
  readonly #core: Core
  readonly #touched: TouchedMessages
  /** The lowest message id on screen; messages from there on are not evicted. */
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

  /** Evicts by age, then by size; returns the number of evicted messages. */
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

  /** The id below which messages are evicted; 0 if there is nothing to do. */
  #cut(): number {
    const { store, accountState, ports } = this.#core
    const policy = store.meta.cachePolicy()
    if (policy.keepsEverything) return 0
    const oldest = accountState.serverSeconds(ports.clock.now()) - policy.days * day
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
    // Ranges are cut before rows are removed: after an interruption there may be rows without a range, but no range
    // without rows.
    while (!this.#isStopped && this.#cutRanges(below, containersAtOnce)) await core.breathe()
    while (!this.#isStopped) {
      const ids = core.store.messages.evictable(below, rowsPerTransaction)
      const last = ids.at(-1)
      // A view has scrolled back in the meantime; a later run evicts the remaining messages.
      if (last === undefined || this.#lowestShown() < below) return evicted
      // Ranges that were fetched again in the meantime must be cut as well.
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

  /** Removes ids below `below` from the ranges of some containers; returns whether there were any. */
  #cutRanges(below: number, limit: number): boolean {
    const { store, accountState } = this.#core
    const containers = store.ranges.reachingBelow(below, limit)
    if (containers.length === 0) return false
    this.#core.commit(() => {
      for (const container of containers) {
        const known = union(
          store.ranges.of(container).map((row) => intervalOf(row, accountState.epoch, accountState.epochHighs)),
        )
        const kept = known.flatMap(({ low, high }) => (high < below ? [] : [{ low: Math.max(low, below), high }]))
        store.ranges.replace(
          container,
          rangeRows(kept, accountState.epoch, accountState.epochHighs.get(accountState.epoch) ?? 0),
        )
      }
      return containers.map((container) => ({ kind: 'ranges', container }))
    })
    return true
  }
}
