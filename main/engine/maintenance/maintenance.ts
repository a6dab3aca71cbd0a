import type { CachePolicy } from '#contract/accounts.ts'
import type { Core } from '../core/core.ts'
import type { Service } from '../core/service.ts'
import type { Backfill } from '../sync/backfill.ts'
import type { TouchedMessages } from '../sync/touched.ts'
import { contentRenewal, searchIndexer, type Chore } from './chores.ts'
import { Eviction } from './eviction.ts'
import { Housekeeping } from './housekeeping.ts'
import { IndexMerger } from './index-merger.ts'

/** The background work on the account's file. */
export class Maintenance implements Service {
  readonly #core: Core
  readonly #backfill: Backfill
  readonly #indexer: Chore
  readonly #renewal: Chore
  readonly #merger: IndexMerger
  readonly #eviction: Eviction
  readonly #housekeeping: Housekeeping
  #isStopped = false

  /** `lowestShown` is the lowest message id on screen; messages from there on are not evicted. */
  constructor(core: Core, parts: { touched: TouchedMessages; backfill: Backfill; lowestShown: () => number }) {
    this.#core = core
    this.#backfill = parts.backfill
    this.#indexer = searchIndexer(core)
    this.#renewal = contentRenewal(core)
    this.#merger = new IndexMerger(core)
    this.#eviction = new Eviction(core, parts.touched, parts.lowestShown)
    this.#housekeeping = new Housekeeping(core, this.#eviction, this.#merger)
  }

  start(): void {
    this.#core.runInBackground('the search index', this.#indexer.run())
    this.#core.runInBackground('the renewal of texts', this.#renewal.run())
    this.#housekeeping.start()
  }

  stop(): void {
    this.#isStopped = true
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
