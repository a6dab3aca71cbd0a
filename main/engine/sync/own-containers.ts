import type { ReadCore } from '../core/read-core.ts'
import { containerName, streamOfConversation, type Container } from '../values/conversation.ts'
import { intervalOf, union, type Interval } from '../values/ranges.ts'

/**
 * Returns the containers that the queue keeps up to date: all direct messages, then the subscribed streams. Streams with
 * unread messages come first, then those with the latest activity; muted streams come last.
 */
export function ownContainers({ accountState, store }: Pick<ReadCore, 'accountState' | 'store'>): Container[] {
  const newest = store.messages.newestOfStreams()
  const withUnread = new Set(
    [...accountState.unread.conversations()].map((conversation) => streamOfConversation(conversation)),
  )
  const streams = [...accountState.streams.values()]
    .filter((stream) => stream.is_subscribed === 1)
    .map(({ id, is_muted }) => ({
      id,
      rank: is_muted * 2 + (withUnread.has(id) ? 0 : 1),
      newest: newest.get(id) ?? 0,
    }))
    .sort((a, b) => a.rank - b.rank || b.newest - a.newest || a.id - b.id)
  return [{ kind: 'direct_all' }, ...streams.map(({ id }) => ({ kind: 'stream' as const, streamId: id }))]
}

/** Returns the intervals in which every message of a container is cached, in ascending order. */
export function knownIntervals(
  { store, accountState }: Pick<ReadCore, 'accountState' | 'store'>,
  container: Container,
): Interval[] {
  return union(
    store.ranges
      .of(containerName(container))
      .map((row) => intervalOf(row, accountState.epoch, accountState.epochHighs)),
  )
}
