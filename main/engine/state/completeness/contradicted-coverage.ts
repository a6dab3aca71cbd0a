import type { StreamId } from '../../values/ids.ts'
import {
  directConversation,
  parseConversation,
  streamConversation,
  topicConversation,
} from '../../values/conversation.ts'
import { intervalAt, intervalOf, rangeRows, union, without, type Interval } from '../../values/ranges.ts'
import type { ReducerContext } from '../context.ts'
import type { Change } from '../changes.ts'

/** The location of a message as far as it is known. `key` is null if the topic or the participants are unknown. */
export interface MessageLocation {
  /** It is null for a direct message. */
  readonly streamId: StreamId | null
  readonly key: string | null
}

/** Converts a conversation key to its location. */
export function locationOfKey(conversation: string): MessageLocation {
  const parts = parseConversation(conversation)
  if (parts?.kind === 'topic') return { streamId: parts.streamId, key: parts.topicKey }
  return { streamId: null, key: parts?.kind === 'direct' ? parts.directKey : conversation }
}

/** Returns the containers that contain a message of this location. */
export function containersOfLocation(
  { store }: Pick<ReducerContext, 'store'>,
  { streamId, key }: MessageLocation,
): string[] {
  if (streamId === null)
    return key === null ? ['direct', ...store.ranges.directContainers()] : ['direct', directConversation(key)]
  return [
    streamConversation(streamId),
    ...(key === null ? store.ranges.topicContainers(streamId) : [topicConversation(streamId, key)]),
  ]
}

/**
 * Cuts the ranges that include uncached messages. With `have_been`, the container's other rows become stale, because
 * other messages may have been missed with these; with `come`, the messages have just moved there and nothing else is
 * stale.
 */
export function contradictCoverage(
  context: Pick<ReducerContext, 'store' | 'epoch'>,
  ids: readonly number[],
  containers: readonly string[],
  how: 'have_been' | 'come',
): Change[] {
  const { store, epoch } = context
  const missing = ids.filter((id) => store.messages.get(id) === undefined)
  if (missing.length === 0) return []
  const highs = store.meta.epochHighs()
  return containers.flatMap((container): Change[] => {
    const coverage = union(store.ranges.of(container).map((row) => intervalOf(row, epoch, highs)))
    const contradicted = missing.filter((id) => intervalAt(coverage, id) !== undefined)
    const first = contradicted[0]
    if (first === undefined) return []
    const hole = contradicted.reduce(({ low, high }, id) => ({ low: Math.min(low, id), high: Math.max(high, id) }), {
      low: first,
      high: first,
    })
    const left = coverage.flatMap((interval) => without(interval, [hole]))
    store.ranges.replace(container, rangeRows(left, epoch, highs.get(epoch) ?? 0))
    if (how === 'have_been') store.ranges.markStale(container)
    return [{ kind: 'ranges_lost', container }]
  })
}

/** The newest message of a conversation in a list of the server. */
export interface ListedNewest {
  readonly conversation: string
  readonly id: number
}

/**
 * Cuts the ranges that messages of a server's list contradict, as `contradictCoverage`, and also returns the
 * contradicted messages. The list does not contradict the last `slack` ids of a range, because catching up fetches
 * them anyway.
 */
export function contradictByList(
  context: Pick<ReducerContext, 'store' | 'epoch'>,
  listed: readonly ListedNewest[],
  slack = 0,
): { readonly contradicted: readonly ListedNewest[]; readonly changes: readonly Change[] } {
  const { store, epoch } = context
  const highs = store.meta.epochHighs()
  const coverage = new Map<string, readonly Interval[]>()
  const isCovered = (container: string, id: number) => {
    const known =
      coverage.get(container) ?? union(store.ranges.of(container).map((row) => intervalOf(row, epoch, highs)))
    coverage.set(container, known)
    return known.some(({ low, high }) => low <= id && id <= high - slack)
  }
  const named = listed
    .filter(({ id }) => store.messages.get(id) === undefined)
    .flatMap(({ conversation, id }) =>
      containersOfLocation(context, locationOfKey(conversation))
        .filter((container) => isCovered(container, id))
        .map((container) => ({ container, conversation, id })),
    )
  const contradicted = [...new Map(named.map(({ conversation, id }) => [conversation, { conversation, id }])).values()]
  const byContainer = Map.groupBy(named, ({ container }) => container)
  return {
    contradicted,
    changes: [
      ...[...byContainer].flatMap(([container, ones]) =>
        contradictCoverage(
          context,
          ones.map(({ id }) => id),
          [container],
          'have_been',
        ),
      ),
      ...contradicted.map(({ conversation, id }): Change => ({ kind: 'message', id, conversation })),
    ],
  }
}

/** At most this many messages of unknown location are looked up for one event. */
const mostAskedFor = 20

/**
 * Looks up uncached messages of unknown conversation whose ids lie in ranges of every container. The answer tells
 * which range is wrong.
 */
function askForMissing(context: ReducerContext, ids: readonly number[]): void {
  const { store, epoch } = context
  const missing = ids.filter((id) => store.messages.get(id) === undefined).slice(0, mostAskedFor)
  for (const id of missing) {
    if (store.ranges.isCoveredByAll(id, epoch)) store.undecided.put(id, store.meta.queue()?.lastEventId ?? -1)
  }
}

/** Handles uncached messages that exist in a conversation, or in an unknown one (undefined). */
export function missed(context: ReducerContext, ids: readonly number[], conversation: string | undefined): Change[] {
  if (conversation === undefined) {
    askForMissing(context, ids)
    return []
  }
  return contradictCoverage(context, ids, containersOfLocation(context, locationOfKey(conversation)), 'have_been')
}
