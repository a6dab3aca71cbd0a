import type { Result } from '#contract/base/failures.ts'
import type { Core } from '../../core/core.ts'
import type { OutboxRow } from '../../store/outbox.ts'
import type { ReadStore } from '../../store/store.ts'
import type { StreamId } from '../../values/ids.ts'
import { isResolved, markedName } from '../../values/topics.ts'
import { noMessage } from '../message-queue.ts'
import { type ActionCalls, queueAction, removeRows } from '../queue-action.ts'
import { isUnsent, queueKeyOf, moveKind, moveProblem, payloadOf, topicToMove, type MovePayload } from '../kinds/move.ts'

const done = { ok: true, value: null } as const

/** Resolves or unresolves a topic by adding or removing the prefix of its name. */
function resolveTopic(
  core: Core,
  topic: { readonly streamId: StreamId; readonly topic: string; readonly isResolved: boolean },
  localId: string,
): Result<null> {
  const longest = core.accountState.organization?.maxTopicLength
  const other = markedName(topic.topic, !isResolved(topic.topic), longest)
  // The mark may have changed while a menu with the name was open.
  const newest = topicToMove(core, topic) ?? topicToMove(core, { ...topic, topic: other })
  if (newest === null) return { ok: false, error: noMessage }
  if (newest.topic === '') {
    return { ok: false, error: { code: 'TOPIC_MISSING', values: { act: 'resolve' } } }
  }
  const { streamId, messageId } = newest
  const queueKey = queueKeyOf(streamId, newest.topic)
  const renames = pendingRenames(core.store, streamId, newest.topic)
  const [last, before] = [renames.at(-1), renames.at(-2)?.topic ?? newest.topic]
  const current = last?.topic ?? newest.topic
  if (isResolved(current) === topic.isResolved) {
    // A failed action for the opposite is superseded.
    removeInCommit(core, queueKey, ({ state }) => state === 'failed')
    return done
  }
  const name = markedName(current, topic.isResolved, longest)
  if (last !== undefined && name === before && isUnsent(last.row)) {
    removeInCommit(core, queueKey, ({ local_id: id, state }) => id === last.row.local_id || state === 'failed')
    return done
  }
  const problem = moveProblem(core, { ...newest, topic: current }, { streamId, topic: name })
  if (problem !== null) return { ok: false, error: problem }
  const payload: MovePayload = {
    messageId,
    from: { streamId, topic: newest.topic },
    streamId,
    topic: name,
    mode: 'change_all',
    notifyOld: false,
    notifyNew: false,
  }
  queueAction(core, moveKind, { localId, queueKey, payload })
  return done
}

/** The pending renames of a whole topic within its stream, in order. */
function pendingRenames(store: ReadStore, streamId: StreamId, topic: string) {
  return store.outbox.ofQueue(queueKeyOf(streamId, topic)).flatMap((row) => {
    const { mode, streamId: target, topic: name } = payloadOf(row)
    return row.state !== 'failed' && mode === 'change_all' && target === streamId ? [{ row, topic: name }] : []
  })
}

/** The name of a topic after its pending rename; its current name if none is pending. */
export function topicAfterMove(store: ReadStore, streamId: StreamId, topic: string): string {
  return pendingRenames(store, streamId, topic).at(-1)?.topic ?? topic
}

function removeInCommit(core: Core, queueKey: string, isToGo: (row: OutboxRow) => boolean): void {
  core.commit(() => {
    removeRows(core.store, core.store.outbox.ofQueue(queueKey).filter(isToGo))
    return [{ kind: 'outbox', queueKey }]
  })
}

export const resolveCalls = {
  'topics.resolve': (core, topic, newId) => resolveTopic(core, topic, newId('move')),
} as const satisfies ActionCalls
