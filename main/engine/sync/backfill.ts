import type { Core } from '../core.ts'
import { intervalOf, union } from '../model/ranges.ts'
import type { FetchRequest, Fetcher } from './fetcher.ts'

/** Events are not strictly in id order, so filling starts a little below what is known (design.md §3). */
const overlap = 100
const firstPage = 400
const page = 1000
/** More than this missed in one container: its newest part first, a gap stays before it. */
const pagesBeforeJump = 3
/** At most sixty background requests a minute; the first ones may go out at once. */
const burst = 20
const pauseMs = 1000

/**
 * Brings the containers up to the live queue after each registration: what was on disk is continued, what was never
 * fetched gets its newest part. Foreground work goes first; a lost connection ends the round, the next one begins anew.
 */
export class Backfill {
  readonly #core: Core
  readonly #fetcher: Fetcher
  #round = 0
  #abort = new AbortController()

  constructor(core: Core, fetcher: Fetcher) {
    this.#core = core
    this.#fetcher = fetcher
  }

  /** Starts a round over all containers; a running round is given up. Resolves with whether all are done. */
  async start(): Promise<boolean> {
    this.#round += 1
    this.#abort.abort()
    this.#abort = new AbortController()
    const round = this.#round
    let requests = 0
    for (const scope of this.#scopes()) {
      for (let pages = 0; ; pages += 1) {
        if (round !== this.#round) return false
        const request = this.#next(scope, pages)
        if (request === undefined) break
        requests += 1
        if (requests > burst) await this.#pause()
        if (round !== this.#round) return false
        try {
          const result = await this.#fetcher.fetch(request, this.#abort.signal)
          if (result.foundNewest) break
        } catch (error) {
          this.#core.ports.log('info', `backfill stopped: ${String(error)}`)
          return false
        }
      }
    }
    return true
  }

  stop(): void {
    this.#round += 1
    this.#abort.abort()
  }

  /** Direct messages first, then the subscribed streams: with unread messages first, muted ones last. */
  #scopes(): FetchRequest['scope'][] {
    const { world } = this.#core
    const streams = [...world.streams.values()]
      .filter((stream) => stream.is_subscribed === 1)
      .map((stream) => ({
        id: stream.id,
        rank: (stream.is_muted === 1 ? 2 : 0) + (world.unread.ids(`stream:${stream.id}`).length > 0 ? 0 : 1),
      }))
      .sort((a, b) => a.rank - b.rank || a.id - b.id)
    return [{ kind: 'direct_all' }, ...streams.map(({ id }) => ({ kind: 'stream' as const, streamId: id }))]
  }

  #next(scope: FetchRequest['scope'], pagesDone: number): FetchRequest | undefined {
    const { store, world } = this.#core
    const container = scope.kind === 'direct_all' ? 'direct' : `stream:${'streamId' in scope ? scope.streamId : 0}`
    const intervals = union(store.ranges.of(container).map((row) => intervalOf(row, world.epoch, world.epochHighs)))
    const newest = intervals.at(-1)
    if (newest?.high === Infinity) return undefined
    const base = { scope, priority: 'background' as const }
    if (newest === undefined || pagesDone >= pagesBeforeJump) {
      return { ...base, anchor: 'newest', numBefore: newest === undefined ? firstPage : page, numAfter: 0 }
    }
    return { ...base, anchor: Math.max(newest.low, newest.high - overlap), numBefore: 0, numAfter: page }
  }

  #pause(): Promise<void> {
    return new Promise((resolve) => {
      this.#core.ports.clock.schedule(pauseMs, resolve)
    })
  }
}
