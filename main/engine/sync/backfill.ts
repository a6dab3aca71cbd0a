import type { FailureNote } from '#contract/accounts.ts'
import type { Core } from '../core/core.ts'
import type { Service } from '../core/service.ts'
import { containerName, type Container } from '../values/conversation.ts'
import { catchUpOverlap } from '../values/ranges.ts'
import { failureNote } from './connection-record.ts'
import { failureKind } from '../api/request-failures.ts'
import type { FetchRequest } from './fetch-proof.ts'
import type { Fetcher } from './fetcher.ts'
import { knownIntervals, ownContainers } from './own-containers.ts'
import { keptHistory, limitedShare } from './kept-history.ts'

const firstPage = 400
const page = 1000
/** If a container missed more pages, its newest part is fetched first and a gap remains before it. */
const pagesBeforeJump = 3
/** At most sixty background requests a minute are sent, after an initial burst of this size. */
const burst = 20
const pauseMs = 1000
const day = 86_400

/** The running fetch of history, with the round to which it belongs. */
interface Deepening {
  readonly round: number
  isAskedAgain: boolean
  done: Promise<boolean>
}

/**
 * Fetches what the containers missed after each registration, those with unread messages first: a cached container is
 * continued, others get their newest part. Then it fetches history backwards as far as the cache policy wants.
 * Foreground requests have priority. A lost connection ends the round, and the next round starts again.
 */
export class Backfill implements Service {
  readonly #core: Core
  readonly #fetcher: Fetcher
  #round = 0
  #requests = 0
  #abort = new AbortController()
  #deepening: Deepening | null = null
  #failure: FailureNote | null = null
  /** The share of the file that the limit of bytes is about; null until it is needed. */
  #limitedShare: number | null = null

  constructor(core: Core, fetcher: Fetcher) {
    this.#core = core
    this.#fetcher = fetcher
  }

  /** The failure of the last failed request. */
  get failure(): FailureNote | null {
    return this.#failure
  }

  /**
   * Starts a round over all containers and cancels a running one. It resolves with true if all containers are up to
   * date; `onProgress` receives the number of those that are.
   */
  async fill(onProgress: (done: number, total: number) => void = () => undefined): Promise<boolean> {
    this.#round += 1
    this.#requests = 0
    this.#abort.abort()
    this.#abort = new AbortController()
    const round = this.#round
    this.#failure = null
    const scopes = ownContainers(this.#core)
    for (const [done, scope] of scopes.entries()) {
      onProgress(done, scopes.length)
      if (!(await this.#catchUp(scope, round))) return false
    }
    return true
  }

  /**
   * Fetches history, one page of each container in turn, as far as the cache policy wants. It resolves with true when
   * the history is complete or another call fetches it, with false if a request failed.
   */
  deepen(): Promise<boolean> {
    const running = this.#deepening
    // Two fetches would request the same pages, and the running one uses the changed policy.
    if (running?.round === this.#round) {
      running.isAskedAgain = true
      return running.done
    }
    const own = { round: this.#round, isAskedAgain: false, done: Promise.resolve(true) }
    this.#deepening = own
    own.done = this.#deepenAll(own).finally(() => {
      if (this.#deepening === own) this.#deepening = null
    })
    return own.done
  }

  async #deepenAll(own: Deepening): Promise<boolean> {
    const isDueAgain = () => own.isAskedAgain && own.round === this.#round
    do {
      own.isAskedAgain = false
      if (!(await this.#deepenOnce(own.round))) return false
    } while (isDueAgain())
    return true
  }

  async #deepenOnce(round: number): Promise<boolean> {
    this.#limitedShare = null
    let open: readonly Container[] = ownContainers(this.#core)
    while (open.length > 0) {
      const next: Container[] = []
      for (const scope of open) {
        // The engine may have been closed while the request was in flight.
        if (round !== this.#round) return true
        const request = this.#older(scope)
        if (request === undefined) continue
        if (!(await this.#fetch(request, round))) return round !== this.#round
        next.push(scope)
      }
      open = next
    }
    return true
  }

  stop(): void {
    this.#round += 1
    this.#abort.abort()
  }

  async #catchUp(scope: Container, round: number): Promise<boolean> {
    for (let pages = 0; ; pages += 1) {
      if (round !== this.#round) return false
      const request = this.#newer(scope, pages)
      if (request === undefined) return true
      const result = await this.#fetch(request, round)
      if (!result) return false
      if (result.foundNewest) return true
    }
  }

  async #fetch(request: FetchRequest, round: number) {
    this.#requests += 1
    if (this.#requests > burst) await this.#pause()
    if (round !== this.#round) return false
    try {
      return await this.#fetcher.fetch(request, this.#abort.signal)
    } catch (error) {
      this.#failure = failureNote(failureKind(error))
      this.#core.ports.log('info', `backfill stopped: ${String(error)}`)
      return false
    }
  }

  #newer(scope: Container, pagesDone: number): FetchRequest | undefined {
    const newest = knownIntervals(this.#core, scope).at(-1)
    if (newest?.high === Infinity) return undefined
    const base = { scope, priority: 'background' as const }
    if (newest === undefined || pagesDone >= pagesBeforeJump) {
      return { ...base, anchor: 'newest', numBefore: newest === undefined ? firstPage : page, numAfter: 0 }
    }
    return { ...base, anchor: Math.max(newest.low, newest.high - catchUpOverlap), numBefore: 0, numAfter: page }
  }

  /** Returns the request of the next page of a container's history; undefined if enough is cached. */
  #older(scope: Container): FetchRequest | undefined {
    const { store, accountState, ports } = this.#core
    const newest = knownIntervals(this.#core, scope).at(-1)
    if (newest === undefined || newest.low === 0 || newest.high !== Infinity) return undefined
    const name = containerName(scope)
    // The user fetches its whole history, or has cancelled that.
    const state = store.historyFetches.of(name)?.state
    if (state !== undefined && state !== 'done') return undefined
    const { days, isOwn, evictedBelow } = keptHistory(this.#core, name)
    if (days !== null) {
      // Without this check the next page would revert each eviction.
      if (newest.low <= evictedBelow) return undefined
      const first = store.messages.get(newest.low)
      const wanted = accountState.serverSeconds(ports.clock.now()) - days * day
      // The first message may be deleted, so that its time is unknown; the time of the next one is used then.
      const timestamp = first?.timestamp ?? store.messages.timestampFrom(newest.low)
      if (timestamp !== undefined && timestamp < wanted) return undefined
      if (!isOwn && this.#isFull()) return undefined
    }
    return { scope, priority: 'background', anchor: newest.low, numBefore: page, numAfter: 0 }
  }

  /** Returns whether the file has reached its limit. */
  #isFull(): boolean {
    const { store } = this.#core
    const used = store.usedBytes()
    const { maxBytes } = store.meta.cachePolicy()
    if (used <= maxBytes) return false
    this.#limitedShare ??= limitedShare(this.#core)
    return used * this.#limitedShare > maxBytes
  }

  #pause(): Promise<void> {
    return new Promise((resolve) => {
      this.#core.ports.clock.schedule(pauseMs, resolve)
    })
  }
}
