import type { CachePolicy } from '#contract/accounts.ts'
import type { Core } from '../core/core.ts'
import type { Backfill } from '../sync/backfill.ts'
import type { Eviction } from './eviction.ts'

/** The changed properties; absent ones stay unchanged. */
export type CachePolicyChange = { readonly [K in keyof CachePolicy]?: CachePolicy[K] | undefined }

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
