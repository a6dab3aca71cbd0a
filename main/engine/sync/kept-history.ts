import type { Core } from '../core/core.ts'
import { containerOfName } from '../values/conversation.ts'
import type { KeptHistoryRow } from '../store/history/kept-history.ts'

/** How much of a container's past is kept. */
export interface KeptHistory {
  /** The number of days; null if everything is kept. */
  readonly days: number | null
  /** Whether the user chose it for this container. Otherwise the cache policy holds, also its limit of bytes. */
  readonly isOwn: boolean
  /** Messages below this id were evicted and are not fetched in the background. */
  readonly evictedBelow: number
}

/** Returns how much of a container's past is kept. */
export function keptHistory({ store }: Pick<Core, 'store'>, container: string): KeptHistory {
  const own = store.keptHistory.of(container)
  if (own !== undefined) return { days: own.days, isOwn: true, evictedBelow: own.evicted_below }
  const { keepsEverything, days } = store.meta.cachePolicy()
  return { days: keepsEverything ? null : days, isOwn: false, evictedBelow: store.meta.evictedBelow() }
}

/**
 * Returns the share of the file that the limit of bytes is about: the containers that are kept whole do not count,
 * because others would be evicted for them.
 */
export function limitedShare(
  { store }: Pick<Core, 'store'>,
  choices: ReadonlyMap<string, KeptHistoryRow> = store.keptHistory.all(),
): number {
  const whole = [...choices.values()].filter(({ days }) => days === null)
  if (whole.length === 0) return 1
  const all = store.messages.count()
  if (all === 0) return 1
  const kept = whole.reduce(
    (sum, { container }) => sum + store.containers.count(containerOfName(container), 0, Infinity),
    0,
  )
  return Math.max(0, all - kept) / all
}
