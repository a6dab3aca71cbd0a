import type { Narrow } from '#contract/base/values.ts'
import type { FeedNarrow } from '#contract/conversations.ts'
import type { MessagesPage } from '../api/messages.ts'
import type { Core } from '../core/core.ts'
import type { Change } from '../state/changes.ts'
import { feedContainer } from '../state/completeness/feeds.ts'
import type { Priority } from '../ports.ts'
import { conversationKey } from '../values/conversation.ts'
import { intervalOf, provenBy, rangeRows, union, without, type Interval } from '../values/ranges.ts'
import type { Watch } from './touched.ts'

/** Above this number the holes in an answer's proof are joined into one. */
const mostHoles = 20

/** A request for messages of a narrow or a feed around an anchor. */
export interface FetchRequest {
  readonly scope: Narrow | FeedNarrow
  readonly anchor: number | 'newest' | 'oldest'
  readonly numBefore: number
  readonly numAfter: number
  readonly priority: Priority
  /**
   * At most this many missing messages are looked up individually. Others are removed as if deleted, and a moved one
   * reappears when its conversation is fetched. The default is twenty.
   */
  readonly mostLookups?: number
  /** Called with the bytes of each answer (`CallOptions`). */
  readonly onBytes?: (bytes: number) => void
}

/**
 * Returns the holes of an answer that is older than received events (M4): an uncached message that they name may just
 * have been moved there (M13), and the contents of a feed may have changed (M17, M19).
 */
export function unreported(core: Core, scope: FetchRequest['scope'], watch: Watch): readonly Interval[] {
  if (watch.lost.has(containerOf(scope))) return [{ low: 0, high: Infinity }]
  if (!isConversation(scope) && scope.kind !== 'direct_all') return []
  const ids = [...watch.changed].filter((id) => !watch.deleted.has(id) && core.store.messages.get(id) === undefined)
  if (ids.length <= mostHoles) return union(ids.map((id) => ({ low: id, high: id })))
  return [
    ids.reduce((hole, id) => ({ low: Math.min(hole.low, id), high: Math.max(hole.high, id) }), {
      low: Infinity,
      high: 0,
    }),
  ]
}

/** Returns the interval of ids for which an answer proves completeness; undefined if there is none. */
export function provenInterval(request: FetchRequest, page: MessagesPage): Interval | undefined {
  return provenBy({
    anchor: request.anchor,
    numBefore: request.numBefore,
    numAfter: request.numAfter,
    foundOldest: page.found_oldest,
    foundNewest: page.found_newest,
    ids: page.messages.map((message) => message.id),
  })
}

/** Stores the interval that an answer proves, without ids that were evicted meanwhile and without `holes`. */
export function recordRange(
  core: Core,
  request: FetchRequest,
  page: MessagesPage,
  hasSameStamps: boolean,
  evictedBelow: number,
  holes: readonly Interval[],
): Change[] {
  const { store, accountState } = core
  const proven = provenInterval(request, page)
  if (proven === undefined) return []
  const container = containerOf(request.scope)
  const streamId = 'streamId' in request.scope ? request.scope.streamId : null
  // An interval can be live only if the queue continues it and has continued it since before the request.
  const isLive = proven.high === Infinity && hasSameStamps && accountState.isLive(streamId)
  const lastId = page.messages.at(-1)?.id ?? 0
  const numericAnchor = typeof request.anchor === 'number' ? request.anchor : 0
  const known = store.ranges.of(container).map((row) => intervalOf(row, accountState.epoch, accountState.epochHighs))
  const high = isLive ? Infinity : Math.min(proven.high, Math.max(lastId, numericAnchor))
  const added = { low: Math.max(proven.low, evictedBelow), high }
  const parts = without(added, holes)
  if (parts.length === 0) return []
  const epochHigh = accountState.epochHighs.get(accountState.epoch) ?? 0
  store.ranges.replace(
    container,
    rangeRows(union([...known, ...parts]), accountState.epoch, Math.max(lastId, epochHigh)),
  )
  // Without a queue the proof is valid only at this moment.
  if (hasSameStamps && accountState.isLive(streamId)) for (const part of parts) store.ranges.noteFresh(container, part)
  return [{ kind: 'ranges', container }]
}

/** Returns whether a scope is a narrow of one conversation or stream, not a feed. */
export function isConversation(scope: FetchRequest['scope']): scope is Narrow {
  return scope.kind === 'topic' || scope.kind === 'stream' || scope.kind === 'direct'
}

/** Returns the container id of a scope's ranges. */
export function containerOf(scope: FetchRequest['scope']): string {
  if (isConversation(scope)) return conversationKey(scope)
  return feedContainer(scope)
}
