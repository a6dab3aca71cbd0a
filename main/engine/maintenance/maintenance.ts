import type { CachePolicy } from '#contract/accounts.ts'
import type { Core } from '../core/core.ts'
import type { Service } from '../core/service.ts'
import type { Change } from '../state/changes.ts'
import type { Backfill } from '../sync/backfill.ts'
import type { TouchedMessages } from '../sync/touched.ts'
import { contentRenewal, peopleIndexer, searchIndexer, type Chore } from './chores.ts'
import { Eviction } from './eviction.ts'
import { Housekeeping } from './housekeeping.ts'
import { IndexMerger } from './index-merger.ts'

/** Milliseconds from a start, or a change of people, until their names are indexed; a start has more urgent work. */
const untilPeopleIndexed = 3_000

/** The background work on the account's file, and on the indexes in memory. */
export class Maintenance implements Service {
  readonly #core: Core
  readonly #backfill: Backfill
  readonly #indexer: Chore
  readonly #renewal: Chore
  readonly #people: Chore
  readonly #merger: IndexMerger
  readonly #eviction: Eviction
  readonly #housekeeping: Housekeeping
  #isStopped = false
  #cancelPeople: (() => void) | null = null

  /** `lowestShown` is the lowest message id on screen; messages from there on are not evicted. */
  constructor(core: Core, parts: { touched: TouchedMessages; backfill: Backfill; lowestShown: () => number }) {
    this.#core = core
    this.#backfill = parts.backfill
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
  }

  changeCachePolicy(change: CachePolicyChange): CachePolicy {
    const parts = { eviction: this.#eviction, backfill: this.#backfill, isClosed: () => this.#isStopped }
    return changeCachePolicy(this.#core, parts, change)
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

/** Changes how much history is cached. A larger policy fetches more, a smaller one evicts. */
export function changeCachePolicy(
  core: Core,
  parts: { readonly eviction: Eviction; readonly backfill: Backfill; readonly isClosed: () => boolean },
  change: CachePolicyChange,
): CachePolicy {
  const { meta } = core.store
  const known = meta.cachePolicy()
  const policy = {
    keepsEverything: change.keepsEverything ?? known.keepsEverything,
    days: change.days ?? known.days,
    maxBytes: change.maxBytes ?? known.maxBytes,
  }
  if (JSON.stringify(policy) === JSON.stringify(known)) return policy
  core.store.transaction(() => {
    meta.setCachePolicy(policy)
    meta.setEvictedBelow(0)
  })
  const applied = async () => {
    try {
      await parts.eviction.run()
      if (!parts.isClosed()) await parts.backfill.deepen()
    } catch (error) {
      // The daily housekeeping repeats the work.
      core.ports.log('warn', `the cache could not be fitted to its new limits: ${String(error)}`)
    }
  }
  core.runInBackground('the cache policy', applied())
  return policy
}
