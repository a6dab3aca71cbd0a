import type { HistoryReach } from '#contract/storage/storage.ts'
import type { ReadCore } from '../core/read-core.ts'
import { mayRead } from '../state/permissions/rights.ts'
import type { StreamId } from '../values/ids.ts'
import { containerName, streamOfConversation, type Container, type ConversationKey } from '../values/conversation.ts'
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
export function knownIntervals(core: Pick<ReadCore, 'accountState' | 'store'>, container: Container): Interval[] {
  return intervalsIn(core, [containerName(container)])
}

/** Returns the intervals in which every message is cached that any of the keys of ranges has. */
function intervalsIn({ store, accountState }: Pick<ReadCore, 'accountState' | 'store'>, names: readonly string[]) {
  return union(
    names.flatMap((name) =>
      store.ranges.of(name).map((row) => intervalOf(row, accountState.epoch, accountState.epochHighs)),
    ),
  )
}

/**
 * Returns how far back a container is cached without a gap, or one of its conversations, whose own ranges count, too.
 */
export function reachOf(
  core: Pick<ReadCore, 'accountState' | 'store'>,
  container: Container,
  conversation: ConversationKey | null = null,
): HistoryReach {
  const names = [containerName(container), ...(conversation === null ? [] : [conversation])]
  const low = intervalsIn(core, names).at(-1)?.low
  if (low === undefined) return { kind: 'nothing' }
  if (low === 0) return { kind: 'everything' }
  const seconds = core.store.containers.timeFrom(container, low)
  return seconds === undefined ? { kind: 'nothing' } : { kind: 'since', at: seconds * 1000 }
}

/** Returns whether events keep a container up to date. Otherwise what is cached of it is a copy of some time. */
export function isLive({ accountState }: Pick<ReadCore, 'accountState'>, container: Container): boolean {
  return accountState.isLive(container.kind === 'stream' ? container.streamId : null)
}

/** Returns whether the history of a stream can be asked for. The server has the last word, also about archived streams. */
export function mayFetch(
  { accountState, ports }: Pick<ReadCore, 'accountState' | 'ports'>,
  streamId: StreamId,
): boolean {
  const stream = accountState.streams.get(streamId)
  return stream !== undefined && mayRead(stream, accountState.judge(ports.clock.now()))
}
