import type { FailureNote } from '#contract/accounts.ts'
import type { Core } from '../../core/core.ts'
import { containerName, containerOfName, type Container } from '../../values/conversation.ts'
import { intervalOf, union, without, type Interval } from '../../values/ranges.ts'
import { readLatelyMs } from './container-reads.ts'
import { failureNote } from '../connection-record.ts'
import { failureKind } from '../../api/request-failures.ts'
import type { FetchRequest } from '../fetch-proof.ts'
import type { Fetcher } from '../fetcher.ts'

/** Of each container this number of newest messages is revalidated in the background; older ones stay stale. */
const newest = 1000
/** The limit of rows per request. */
const page = 1000
/** The number of additional rows in a request, because messages may have been moved there. */
const slack = 100
/** The request budget of an epoch, including lookups of missing messages. */
export const requestsAnEpoch = 20
/** At most this many messages that an answer lacks are looked up individually; moved ones reappear elsewhere. */
const lookupsAPage = 5
const pauseMs = 1000

/**
 * Revalidates rows that are stale since the last registration where the user reads: the newest thousand messages of
 * each container read in the last thirty days, most recently read first. Only intervals that were not fetched in this
 * epoch are requested. The number of requests is stored, so that a restart continues with the remaining budget.
 */
export class Revalidation {
  readonly #core: Core
  readonly #fetcher: Fetcher
  #round = 0
  #abort = new AbortController()
  #failure: FailureNote | null = null
  /** The epoch in which the budget does not cover all stale rows. */
  #epochWithPending: number | null = null
  /** Containers for which the server refuses to answer, with their epoch. */
  #refused: { readonly epoch: number; readonly containers: Set<string> } = { epoch: 0, containers: new Set() }

  constructor(core: Core, fetcher: Fetcher) {
    this.#core = core
    this.#fetcher = fetcher
  }

  /** The failure of the last failed request. */
  get failure(): FailureNote | null {
    return this.#failure
  }

  /** Returns whether the budget of this epoch does not cover all stale rows. */
  get hasPending(): boolean {
    return this.#epochWithPending === this.#core.accountState.epoch
  }

  /** Starts or continues. It resolves with false if a request failed, with true if nothing is left to do. */
  async run(): Promise<boolean> {
    this.#round += 1
    this.#abort.abort()
    this.#abort = new AbortController()
    const round = this.#round
    const { accountState } = this.#core
    const { epoch } = accountState
    const isOver = () => round !== this.#round || accountState.epoch !== epoch
    for (let requests = 0; ; requests += 1) {
      const next = this.#next(epoch)
      if (next === undefined) {
        this.#epochWithPending = this.#find(epoch) === undefined ? null : epoch
        return true
      }
      if (requests > 0) await this.#pause()
      if (isOver()) return true
      if (!(await this.#revalidate(next, epoch))) return isOver()
      if (isOver()) return true
    }
  }

  stop(): void {
    this.#round += 1
    this.#abort.abort()
  }

  async #revalidate({ container, request }: { container: Container; request: FetchRequest }, epoch: number) {
    // The request is recorded before it is sent, so that a crash does not refund it.
    this.#spend(epoch, 1)
    try {
      const { lookups } = await this.#fetcher.fetch(
        { ...request, mostLookups: this.#lookups(epoch) },
        this.#abort.signal,
      )
      if (this.#core.store.isOpen()) this.#spend(epoch, lookups)
      return true
    } catch (error) {
      if (!this.#core.store.isOpen()) return false
      const failure = failureKind(error)
      if (failure.kind === 'refused') {
        if (this.#refused.epoch !== epoch) this.#refused = { epoch, containers: new Set() }
        this.#refused.containers.add(containerName(container))
        return true
      }
      this.#failure = failureNote(failure)
      // The next attempt pays for it.
      this.#spend(epoch, -1)
      this.#core.ports.log('info', `revalidation stopped: ${String(error)}`)
      return false
    }
  }

  #lookups(epoch: number): number {
    return Math.min(lookupsAPage, requestsAnEpoch - this.#spent(epoch))
  }

  #spent(epoch: number): number {
    const spent = this.#core.store.meta.revalidated()
    return spent.epoch === epoch ? spent.requests : 0
  }

  #spend(epoch: number, requests: number): void {
    if (requests === 0) return
    const { store } = this.#core
    store.transaction(() => store.meta.setRevalidated({ epoch, requests: this.#spent(epoch) + requests }))
  }

  #next(epoch: number): { container: Container; request: FetchRequest } | undefined {
    return this.#spent(epoch) >= requestsAnEpoch ? undefined : this.#find(epoch)
  }

  /** Returns the newest stale interval of the most recently read container. */
  #find(epoch: number): { container: Container; request: FetchRequest } | undefined {
    const { store, accountState, ports } = this.#core
    for (const name of store.containers.readSince(ports.clock.now() - readLatelyMs)) {
      const container = containerOfName(name)
      const isLive = accountState.isLive(container.kind === 'stream' ? container.streamId : null)
      if (!isLive || (this.#refused.epoch === epoch && this.#refused.containers.has(name))) continue
      const interval = this.#staleOf(container)
      if (interval === undefined) continue
      const stored = store.containers.count(container, interval.low, interval.high)
      const request = {
        scope: container,
        priority: 'background',
        anchor: interval.high,
        numBefore: Math.min(page, stored + slack),
        numAfter: 0,
      } as const
      return { container, request }
    }
    return undefined
  }

  /** Returns the unfetched interval of the newest messages. Ids outside of ranges cannot be stale. */
  #staleOf(container: Container): Interval | undefined {
    const { store, accountState } = this.#core
    const name = containerName(container)
    const covered = union(
      store.ranges.of(name).map((row) => intervalOf(row, accountState.epoch, accountState.epochHighs)),
    )
    const first = store.containers.nthNewest(container, newest) ?? 0
    const fresh = store.ranges.fresh(name)
    const stale = covered.flatMap(({ low, high }) => without({ low: Math.max(low, first), high }, fresh)).at(-1)
    // Catching up fetches the end that the queue continues.
    return stale?.high === Infinity ? undefined : stale
  }

  #pause(): Promise<void> {
    return new Promise((resolve) => {
      this.#core.ports.clock.schedule(pauseMs, resolve)
    })
  }
}
