import type { CachePolicy } from '#contract/accounts.ts'
import type { EngineInput } from '#contract/calls.ts'
import type { Core } from '../core/core.ts'
import type { Service } from '../core/service.ts'
import type { Change } from '../state/changes.ts'
import type { Backfill } from '../sync/backfill.ts'
import type { HistoryFetch } from '../sync/history-fetch.ts'
import type { TouchedMessages } from '../sync/touched.ts'
import { containerName } from '../values/conversation.ts'
import { contentRenewal, peopleIndexer, searchIndexer, type Chore } from './chores.ts'
import { Eviction } from './eviction.ts'
import { Housekeeping } from './housekeeping.ts'
import { IndexMerger } from './index-merger.ts'

/** Milliseconds from a start, or a change of people, until their names are indexed; a start has more urgent work. */
const untilPeopleIndexed = 3_000

/** The parts of the engine that maintenance needs. */
export interface MaintenanceParts {
  readonly touched: TouchedMessages
  readonly backfill: Backfill
  readonly history: HistoryFetch
  /** The lowest message id on screen; messages from there on are not evicted. */
  readonly lowestShown: () => number
}

/** The background work on the account's file, and on the indexes in memory. */
export class Maintenance implements Service {
  readonly #core: Core
  readonly #backfill: Backfill
  readonly #history: HistoryFetch
  readonly #indexer: Chore
  readonly #renewal: Chore
  readonly #people: Chore
  readonly #merger: IndexMerger
  readonly #eviction: Eviction
  readonly #housekeeping: Housekeeping
  #isStopped = false
  #cancelPeople: (() => void) | null = null

  constructor(core: Core, parts: MaintenanceParts) {
    this.#core = core
    this.#backfill = parts.backfill
    this.#history = parts.history
    this.#indexer = searchIndexer(core)
    this.#renewal = contentRenewal(core)
    this.#people = peopleIndexer(core)
    this.#merger = new IndexMerger(core)
    this.#eviction = new Eviction(core, parts.touched, parts.lowestShown)
    this.#housekeeping = new Housekeeping(core, this.#eviction, this.#merger)
  }

  start(): void {
    this.#core.runInBackground('the search index', this.#indexer.run())
    this.#core.runInBackground('the renewal of texts', this.#renewal.run())
    this.#indexPeopleSoon()
    this.#housekeeping.start()
  }

  onCommit(changes: readonly Change[]): void {
    if (changes.some(({ kind }) => kind === 'people')) this.#indexPeopleSoon()
  }

  stop(): void {
    this.#isStopped = true
    this.#cancelPeople?.()
    this.#people.stop()
    this.#indexer.stop()
    this.#renewal.stop()
    this.#merger.stop()
    this.#housekeeping.stop()
  }

  /** Records activity of the user; no long task starts now. */
  noteUse(): void {
    this.#housekeeping.noteUse()
    this.#history.noteUse()
  }

  /** The number of cached messages that are older than what is kept, of which starred ones stay. */
  surplus(): number {
    return this.#eviction.evictable()
  }

  /** Evicts what is older than what is kept. The next housekeeping, which is due, makes the file smaller. */
  async evict(): Promise<number> {
    const { store } = this.#core
    const evicted = await this.#eviction.run()
    if (evicted > 0 && !this.#isStopped) {
      store.transaction(() => store.meta.setTidiedAt(0))
      this.#housekeeping.tidySoon()
    }
    return evicted
  }

  /**
   * Changes how much history is cached. A larger policy fetches more, a smaller one evicts and ends the fetches of what
   * it does not keep.
   */
  changeCachePolicy(change: CachePolicyChange): CachePolicy {
    const { meta, historyFetches } = this.#core.store
    const known = meta.cachePolicy()
    const policy = {
      keepsEverything: change.keepsEverything ?? known.keepsEverything,
      days: change.days ?? known.days,
      maxBytes: change.maxBytes ?? known.maxBytes,
    }
    if (JSON.stringify(policy) === JSON.stringify(known)) return policy
    this.#core.commit(() => {
      meta.setCachePolicy(policy)
      meta.setEvictedBelow(0)
      if (!policy.keepsEverything) historyFetches.removeUnkept()
      return [{ kind: 'history' }]
    })
    this.#history.noteChanged()
    this.#fit()
    return policy
  }

  /** Changes how much history of a container is cached, with the same effects as `changeCachePolicy`. */
  keep({ container, keeps }: EngineInput<'storage.keep'>): void {
    const { keptHistory, historyFetches } = this.#core.store
    const name = containerName(container)
    this.#core.commit(() => {
      if (keeps === 'organization') keptHistory.remove(name)
      else keptHistory.set(name, keeps === 'everything' ? null : keeps)
      // The background fetches what is kept.
      if (keeps !== 'everything') historyFetches.remove(name)
      return [{ kind: 'history' }]
    })
    this.#history.noteChanged()
    this.#fit()
  }

  /** Fits the cache to a changed choice. */
  #fit(): void {
    const fitted = async () => {
      try {
        await this.#eviction.run()
        if (!this.#isStopped) await this.#backfill.deepen()
      } catch (error) {
        // The daily housekeeping repeats the work.
        this.#core.ports.log('warn', `the cache could not be fitted to its new limits: ${String(error)}`)
      }
    }
    this.#core.runInBackground('the cache policy', fitted())
  }

  #indexPeopleSoon(): void {
    if (this.#isStopped) return
    this.#cancelPeople ??= this.#core.ports.clock.schedule(untilPeopleIndexed, () => {
      this.#cancelPeople = null
      this.#core.runInBackground('the index of people', this.#people.run())
    })
  }
}

/** The changed properties; absent ones stay unchanged. */
type CachePolicyChange = { readonly [K in keyof CachePolicy]?: CachePolicy[K] | undefined }
