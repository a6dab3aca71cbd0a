import type { PendingChange, PendingItem } from '../../../preload/contract/message-items.ts'
import { readReactions, withVote, type Reaction } from '../values/reactions.ts'
import type { World } from '../model/world.ts'
import type { MessageRow } from '../store/messages.ts'
import type { OutboxRow } from '../store/outbox.ts'
import type { Ahead, WaitReasons } from './wait-reason.ts'
import { editPayload, movePayload, reactionPayload, sendPayload, starPayload } from './payload.ts'

/** The row as the conversation shows it: after all real messages, in the order of writing (S9). */
export function pendingItem(row: OutboxRow, world: World, waiting: WaitReasons, ahead: Ahead): PendingItem {
  const { destination, content, attachments } = sendPayload(row)
  return {
    key: `pending:${row.local_id}`,
    kind: 'pending',
    localId: row.local_id,
    sender: world.person(world.selfId),
    text: content,
    timestamp: Math.floor(row.created_at / 1000),
    streamId: destination.kind === 'topic' ? destination.streamId : null,
    topic: destination.kind === 'topic' ? destination.topic : '',
    topicName: destination.kind === 'topic' ? world.topicName(destination.topic) : '',
    attachments: attachments.map(({ id, name, type, size, uri }) => {
      const sent = waiting.uploadedBytes(id)
      const state = uri !== undefined ? 'uploaded' : sent === null ? 'waiting' : 'uploading'
      return { id, name, type, size, state, sent: uri === undefined ? Math.min(sent ?? 0, size) : size }
    }),
    state: row.state === 'acknowledged' ? 'sending' : row.state,
    reason: waiting.of(row, ahead, attachments),
  }
}

/** What the user wants of a message and the server does not have yet. */
export function pendingChanges(
  rows: readonly OutboxRow[],
  waiting: WaitReasons,
  world: Pick<World, 'topicName'>,
): {
  readonly isStarred: boolean | null
  readonly change: PendingChange | null
} {
  let isStarred: boolean | null = null
  let change: PendingChange | null = null
  for (const row of rows) {
    if (row.kind === 'star') isStarred = starPayload(row).isStarred
    if (row.kind !== 'edit' && row.kind !== 'delete' && row.kind !== 'move') continue
    const isFailed = row.state === 'failed'
    change = {
      localId: row.local_id,
      kind: row.kind,
      state: isFailed ? 'failed' : 'waiting',
      text: row.kind === 'edit' ? editPayload(row).content : '',
      topic: row.kind === 'move' ? world.topicName(movePayload(row).topic) : '',
      reason: waiting.of(row, aheadOf(row, rows)),
    }
  }
  return { isStarred, change }
}

/** The first of the rows in the same line, unless it is the row itself. */
function aheadOf(row: OutboxRow, rows: readonly OutboxRow[]): Ahead {
  const first = rows.find((other) => other.conversation === row.conversation)
  return first === undefined || first.local_id === row.local_id ? null : first
}

/** The reactions of a message with the own wishes for it. */
export function shownReactions(message: MessageRow, rows: readonly OutboxRow[], selfId: number): Reaction[] {
  return rows.reduce((reactions, row) => {
    const wish = reactionPayload(row)
    return withVote(reactions, { ...wish, userId: selfId }, wish.op)
  }, readReactions(message.reactions))
}
