import type { Core } from '../core/core.ts'
import { limitedShare } from '../sync/kept-history.ts'
import type { KeptHistoryRow } from '../store/history/kept-history.ts'
import type { TouchedMessages } from '../sync/touched.ts'
import { containerName, containerOfRanges, type Container } from '../values/conversation.ts'
import { intervalOf, rangeRows, union } from '../values/ranges.ts'

const day = 86_400
const rowsPerTransaction = 60
const containersAtOnce = 50
/**
 * The share of its limit to which an oversized cache is reduced, so that the next message does not start another
 * eviction.
 */
const slack = 0.9

/** Messages of a container that are to be evicted: those below an id. */
interface Target {
  readonly container: Container
  readonly below: number
}

/**
 * Evicts messages that are older or more numerous than the user wants to keep: by the choice for their container, or
 * else by the cache policy. Ranges are cut first, so that views fetch evicted messages again. Starred messages and those
 * that the outbox needs stay; unread ones do not, because they would leave the cache unbounded.
 */
export class Eviction {
  readonly #core: Core
  readonly #touched: TouchedMessages
  /** The lowest message id on screen; messages from there on are not evicted. */
  readonly #lowestShown: () => number
  #isRunning = false
  #isAskedAgain = false
  #isStopped = false

  constructor(core: Core, touched: TouchedMessages, lowestShown: () => number) {
    this.#core = core
    this.#touched = touched
    this.#lowestShown = lowestShown
  }

  stop(): void {
    this.#isStopped = true
  }

  /** Evicts by age, then by size; returns the number of evicted messages. A call during a run repeats the run. */
  async run(): Promise<number> {
    if (this.#isRunning) {
      this.#isAskedAgain = true
      return 0
    }
    this.#isRunning = true
    try {
      let evicted = 0
      do {
        this.#isAskedAgain = false
        evicted += await this.#runOnce()
      } while (this.#isDueAgain())
      return evicted
    } finally {
      this.#isRunning = false
    }
  }

  #isDueAgain(): boolean {
    return this.#isAskedAgain && !this.#isStopped
  }

  /** Returns the number of cached messages that a run evicts, of which starred ones stay. */
  evictable(): number {
    const { store } = this.#core
    return this.#targets().reduce(
      (sum, { container, below }) => sum + store.containers.count(container, 0, below - 1),
      0,
    )
  }

  async #runOnce(): Promise<number> {
    const targets = this.#targets()
    if (targets.length === 0) return 0
    // Ranges are cut before rows are removed: after an interruption there may be rows without a range, but no range
    // without rows.
    await this.#cutAll(new Map(targets.map(({ container, below }) => [containerName(container), below])))
    let evicted = 0
    for (const target of targets) {
      evicted += await this.#evict(target)
      // A view has scrolled back in the meantime; a later run evicts the remaining messages.
      if (this.#isStopped || this.#lowestShown() < target.below) break
    }
    return evicted
  }

  /** Returns what is to be evicted, by container. */
  #targets(): Target[] {
    const { store } = this.#core
    const choices = store.keptHistory.all()
    const shown = this.#lowestShown()
    const usual = this.#usualCut(choices)
    const cuts = new Map<number, number>()
    const olderThan = (days: number) => {
      const cut = cuts.get(days) ?? this.#olderThan(days)
      cuts.set(days, cut)
      return cut
    }
    const containers: Container[] = [
      { kind: 'direct_all' },
      ...store.containers.streams().map((streamId) => ({ kind: 'stream' as const, streamId })),
    ]
    return containers.flatMap((container) => {
      const own = choices.get(containerName(container))
      const cut = own === undefined ? usual : own.days === null ? 0 : olderThan(own.days)
      const below = Math.min(cut, shown)
      // Without rows to evict, its ranges stay: a range down to the first message says that there is nothing older.
      return below > 0 && store.containers.evictable(container, 0, below, 1).length > 0 ? [{ container, below }] : []
    })
  }

  /** The id below which messages are evicted by the cache policy; 0 if there is nothing to do. */
  #usualCut(choices: ReadonlyMap<string, KeptHistoryRow>): number {
    const policy = this.#core.store.meta.cachePolicy()
    if (policy.keepsEverything) return 0
    return Math.max(this.#olderThan(policy.days), this.#tooMuch(policy.maxBytes, choices))
  }

  /**
   * The id below which all messages are older than a number of days. Imported messages have high ids and may be old, so
   * that ids are not in the order of time: those above a younger one stay until that is old, too.
   */
  #olderThan(days: number): number {
    const { store, accountState, ports } = this.#core
    const time = accountState.serverSeconds(ports.clock.now()) - days * day
    if (!store.messages.hasBefore(time)) return 0
    return store.messages.firstSince(time) ?? store.messages.maxId() + 1
  }

  #tooMuch(maxBytes: number, choices: ReadonlyMap<string, KeptHistoryRow>): number {
    const { store } = this.#core
    if (store.usedBytes() <= maxBytes) return 0
    const share = limitedShare(this.#core, choices)
    const used = store.usedBytes() * share
    if (used <= maxBytes) return 0
    const position = Math.floor(store.messages.count() * share * (1 - (maxBytes * slack) / used))
    return (share === 1 ? store.messages.idAt(position) : store.messages.limitedIdAt(position)) ?? 0
  }

  async #evict({ container, below }: Target): Promise<number> {
    const core = this.#core
    const name = containerName(container)
    let evicted = 0
    let from = 0
    while (!this.#isStopped && this.#lowestShown() >= below) {
      const ids = core.store.containers.evictable(container, from, below, rowsPerTransaction)
      const last = ids.at(-1)
      if (last === undefined) break
      // Ranges that were fetched again in the meantime must be cut as well.
      this.#cut(new Map([[name, last + 1]]), this.#reaching(new Map([[name, last + 1]])))
      core.commit(() => {
        this.#noteEvictedBelow(name, last + 1)
        for (const id of ids) core.store.messages.remove(id)
        return [{ kind: 'message', id: last, conversation: '*' }]
      })
      this.#touched.noteEvicted(name, last + 1)
      evicted += ids.length
      from = last + 1
      await core.breathe()
    }
    return evicted
  }

  /** Records inside of a transaction that the background does not fetch messages below an id again. */
  #noteEvictedBelow(container: string, id: number): void {
    const { keptHistory, meta } = this.#core.store
    const own = keptHistory.of(container)
    if (own !== undefined) keptHistory.setEvictedBelow(container, Math.max(own.evicted_below, id))
    else if (meta.evictedBelow() < id) meta.setEvictedBelow(id)
  }

  /** Removes the ids below those of `cuts` from the ranges of the containers, in short transactions. */
  async #cutAll(cuts: ReadonlyMap<string, number>): Promise<void> {
    const names = this.#reaching(cuts)
    for (let start = 0; start < names.length && !this.#isStopped; start += containersAtOnce) {
      this.#cut(cuts, names.slice(start, start + containersAtOnce))
      await this.#core.breathe()
    }
  }

  /** Returns the keys of the ranges with ids below those of `cuts`. */
  #reaching(cuts: ReadonlyMap<string, number>): string[] {
    const { ranges } = this.#core.store
    const highest = Math.max(...cuts.values())
    return ranges
      .reachingBelow(highest)
      .filter((name) => cutOf(cuts, name) > 0 && ranges.of(name).some(({ low }) => low < cutOf(cuts, name)))
  }

  #cut(cuts: ReadonlyMap<string, number>, names: readonly string[]): void {
    const { store, accountState } = this.#core
    if (names.length === 0) return
    this.#core.commit(() => {
      for (const name of names) {
        const below = cutOf(cuts, name)
        const known = union(
          store.ranges.of(name).map((row) => intervalOf(row, accountState.epoch, accountState.epochHighs)),
        )
        const kept = known.flatMap(({ low, high }) => (high < below ? [] : [{ low: Math.max(low, below), high }]))
        store.ranges.replace(
          name,
          rangeRows(kept, accountState.epoch, accountState.epochHighs.get(accountState.epoch) ?? 0),
        )
      }
      return names.map((container) => ({ kind: 'ranges', container }))
    })
  }
}

/** Returns the id from which a range stays. A feed has messages of all containers. */
function cutOf(cuts: ReadonlyMap<string, number>, name: string): number {
  const container = containerOfRanges(name)
  return container === null ? Math.max(0, ...cuts.values()) : (cuts.get(container) ?? 0)
}
