import type { MoveMode } from '#contract/base/choices.ts'
import type { Failure } from '#contract/base/failures.ts'
import type { EngineInput } from '#contract/calls.ts'
import type { MoveCount, MovePlan, MoveReaders, MoveStream } from '#contract/moves.ts'
import { moveProblem, targetTopic, topicToMove, type MovedFrom } from '../kinds/move.ts'
import { topicsPolicyOf } from '../../state/topics/topics-policy.ts'
import type { ReadCore } from '../../core/read-core.ts'
import type { StreamRow } from '../../store/directory.ts'
import type { SubscriberCounts } from '../../streams/subscriber-counts.ts'
import { topicKey } from '../../values/conversation.ts'
import type { MessageId, StreamId } from '../../values/ids.ts'
import { containersOf, intervalOf, union, without } from '../../values/ranges.ts'

/** The parts of the engine that the preview of a move needs. */
export interface MoveParts {
  readonly core: ReadCore
  readonly counts: Pick<SubscriberCounts, 'of' | 'want'>
  readonly isOnline: () => boolean
  /** Requests the topics of a stream from the server. */
  readonly wantTopics: (streamId: StreamId) => void
}

interface Moved extends MovedFrom {
  readonly messageId: MessageId
}

type Place = Pick<MovedFrom, 'streamId' | 'topic'>

/** The effect of a move; null if the message, or every known message of the topic, is gone. */
export function planMove(parts: MoveParts, { messageId, from, to }: EngineInput<'moves.plan'>): MovePlan | null {
  const { core } = parts
  const { accountState, store } = core
  const moved = messageId === null ? topicToMove(core, from) : messageToMove(core, messageId)
  const source = moved === null ? undefined : accountState.streams.get(moved.streamId)
  if (moved === null || source === undefined) return null
  const target = accountState.streams.get(to.streamId)
  const topic = targetTopic(core, to.topic)
  const policy = topicsPolicyOf(accountState, to.streamId)
  const isOther = target !== undefined && target.id !== source.id
  // A topic that differs only in case is the same conversation (M22).
  const isSameTopic = !isOther && topicKey(moved.topic) === topicKey(topic)
  return {
    from: { ...looksOf(source), topic: moved.topic, name: accountState.topicName(moved.topic) },
    to: target === undefined ? null : { ...looksOf(target), topic, name: accountState.topicName(topic) },
    isNewTopic: isSameTopic || store.messages.newestNoted({ kind: 'topic', streamId: to.streamId, topic }) === 0,
    isSame: !isOther && moved.topic === topic,
    counts: countsOf(parts, moved),
    problems: problemsOf(core, moved, { streamId: to.streamId, topic }),
    readers: isOther ? { before: readersOf(source), after: readersOf(target) } : null,
    subscribers: isOther ? subscribersOf(parts, target.id) : null,
    isHistoryHidden: isOther && target.is_private === 1 && target.is_history_public === 0,
    isSubscribed: target?.is_subscribed === 1,
    policy: accountState.topicPolicy(moved.streamId, topicKey(moved.topic)),
    maxTopicLength: accountState.organization?.maxTopicLength ?? 60,
    needsTopic: policy === 'disable_empty_topic' || !core.capabilities.emptyTopics,
    emptyTopicName:
      core.capabilities.emptyTopics && policy !== 'disable_empty_topic' ? accountState.topicName('') : null,
  }
}

function messageToMove({ store }: ReadCore, messageId: MessageId): Moved | null {
  const row = store.messages.get(messageId)
  if (row?.stream_id == null) return null
  return { messageId, streamId: row.stream_id, topic: row.topic, timestamp: row.timestamp }
}

/** The properties of a stream that the page shows in a move. */
export function looksOf({ id, name, color, is_private, is_archived }: StreamRow): MoveStream {
  return { streamId: id, streamName: name, color, isPrivate: is_private === 1, isArchived: is_archived === 1 }
}

/** The number of stored messages of the topic, and whether it is complete; offline, newer messages may be missing. */
function countsOf({ core, isOnline }: MoveParts, { messageId, ...place }: Moved): Record<MoveMode, MoveCount> {
  const { store, accountState } = core
  const narrow = { kind: 'topic', ...topicOf(place) } as const
  const coverage = union(
    containersOf(narrow).flatMap((container) =>
      store.ranges.of(container).map((row) => intervalOf(row, accountState.epoch, accountState.epochHighs)),
    ),
  )
  const from = (low: number): MoveCount => ({
    // The moved message counts even if it is not stored.
    count: Math.max(1, store.messages.countFrom(narrow, low)),
    isAll: isOnline() && without({ low, high: Infinity }, coverage).length === 0,
  })
  return { change_one: { count: 1, isAll: true }, change_later: from(messageId), change_all: from(0) }
}

/** The reasons against each mode of a move. The server refuses a whole topic if one of its messages is too old. */
function problemsOf(core: ReadCore, moved: Moved, to: Place): Record<MoveMode, Failure | null> {
  const one = moveProblem(core, moved, to)
  const [oldest] = core.store.messages.from({ kind: 'topic', ...topicOf(moved) }, 0, 1)
  const all = one ?? moveProblem(core, { ...moved, timestamp: oldest?.timestamp ?? moved.timestamp }, to)
  const isWhole = one === null && all?.code === 'MOVE_TOO_OLD'
  return {
    change_one: one,
    change_later: one,
    change_all: isWhole ? { code: 'MOVE_TOO_OLD', values: { limit: all.values.limit, isWhole } } : all,
  }
}

function topicOf({ streamId, topic }: Place): Place {
  return { streamId, topic }
}

function readersOf(stream: StreamRow): MoveReaders {
  if (stream.is_web_public === 1) return 'web'
  return stream.is_private === 1 ? 'subscribers' : 'organization'
}

/** The number of subscribers; null until the server has sent it, which is requested here. */
function subscribersOf({ counts, isOnline }: MoveParts, streamId: StreamId): number | null {
  const known = counts.of(streamId)
  if (known === null && isOnline()) counts.want([streamId])
  return known
}
