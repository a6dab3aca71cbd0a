import type { PendingChange, PendingItem, PersonRef } from '../../../preload/contract.ts'
import { readReactions, withVote, type Reaction } from '../model/reactions.ts'
import type { MessageRow } from '../store/messages.ts'
import type { OutboxRow } from '../store/outbox.ts'
import { editPayload, movePayload, reactionPayload, sendPayload, starPayload } from './payload.ts'

/** The row as the conversation shows it: after all real messages, in the order of writing (S9). */
export function pendingItem(
  row: OutboxRow,
  self: PersonRef,
  situation: {
    readonly isOnline: boolean
    readonly isBehindFailed: boolean
    readonly uploadedBytes: (attachmentId: string) => number | null
  },
): PendingItem {
  const { destination, content, attachments } = sendPayload(row)
  return {
    key: `pending:${row.local_id}`,
    kind: 'pending',
    localId: row.local_id,
    sender: self,
    text: content,
    timestamp: Math.floor(row.created_at / 1000),
    streamId: destination.kind === 'topic' ? destination.streamId : null,
    topic: destination.kind === 'topic' ? destination.topic : '',
    attachments: attachments.map(({ id, name, type, size, uri }) => {
      const sent = situation.uploadedBytes(id)
      const state = uri !== undefined ? 'uploaded' : sent === null ? 'waiting' : 'uploading'
      return { id, name, type, size, state, sent: uri === undefined ? Math.min(sent ?? 0, size) : size }
    }),
    state: row.state === 'acknowledged' ? 'sending' : row.state,
    detail:
      row.state === 'queued' && situation.isBehindFailed
        ? 'waits for the message above, which was not sent'
        : detailOf(row, situation.isOnline),
  }
}

function detailOf(row: OutboxRow, isOnline: boolean): string {
  switch (row.state) {
    case 'queued':
      if (row.may_have_been_sent === 1) return 'may have been sent, trying again'
      return isOnline ? 'sending' : 'waiting for the network, will be sent'
    case 'sending':
    case 'acknowledged':
      return 'sending'
    case 'unknown':
      return isOnline
        ? 'the connection broke while sending; checking whether it arrived'
        : 'may have been sent; Skein checks when the network is back'
    case 'failed':
      return row.error ?? 'The server refused this message.'
  }
}

/** What the user wants of a message and the server does not have yet. */
export function pendingChanges(rows: readonly OutboxRow[]): {
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
      detail: isFailed ? (row.error ?? 'The server refused this.') : changeDetail(row),
    }
  }
  return { isStarred, change }
}

function changeDetail(row: OutboxRow): string {
  if (row.kind === 'move') return `moving to ${movePayload(row).topic}`
  return row.kind === 'edit' ? 'saving the edit' : 'deleting'
}

/** The reactions of a message with the own wishes for it. */
export function shownReactions(message: MessageRow, rows: readonly OutboxRow[], selfId: number): Reaction[] {
  return rows.reduce((reactions, row) => {
    const wish = reactionPayload(row)
    return withVote(reactions, { ...wish, userId: selfId }, wish.op)
  }, readReactions(message.reactions))
}
