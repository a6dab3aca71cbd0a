import type { MessageId } from '../../values/ids.ts'
import type { Narrow } from '#contract/base/values.ts'
import type { CallOptions } from '../../api/client.ts'
import type { Core } from '../../core/core.ts'
import type { Change } from '../../state/changes.ts'
import { addUnread } from '../../state/unread/unread.ts'
import { failureKind } from '../../api/request-failures.ts'
import { conversationKey, conversationOf } from '../../values/conversation.ts'
import { type ActionCalls, queueAction } from '../queue-action.ts'
import { dropReads, halvesOf, insertMarks, markKind, markPayloadOf, markWriterOf, sendMarks } from '../message-marks.ts'
import { marksQueueKey } from '../../projections/overlay.ts'

/** The most messages that one mark "from a message on" includes. */
const unreadAtOnce = 1000

/** Marks messages as unread. */
export const unreadKind = markKind('unread', {
  execute: {
    request: (core, row, options) => sendUnread(core, markPayloadOf(row).messageIds, options),
    applyResponse: ({ store, accountState }, row, since) =>
      markPayloadOf(row).messageIds.flatMap((id): Change[] => {
        const message = store.messages.get(id)
        if (message === undefined || !since.isNewest(id) || !accountState.isLive(message.stream_id)) return []
        store.messages.setRead(id, false)
        return addUnread(store, id, conversationOf(message), message.mention)
      }),
  },
  overlay: {
    unread: ({ read, unread, mentions }, row, { store }) => {
      const { messageIds, places } = markPayloadOf(row)
      for (const id of messageIds) {
        read.delete(id)
        if (places !== undefined) continue
        const message = store.messages.get(id)
        if (message === undefined) continue
        unread.set(id, conversationOf(message))
        mentions.set(id, message.mention)
      }
      for (const [conversation, ids] of Object.entries(places ?? {})) for (const id of ids) unread.set(id, conversation)
    },
  },
})

/**
 * Marks messages as unread, uncached ones included, and drops their pending marks as read. Such a mark may be in
 * flight, so the request contains all of the messages.
 */
function unreadAgain(core: Core, narrow: Narrow, messageIds: readonly MessageId[], newId: string): void {
  const { store, accountState } = core
  const conversationOfId = (id: number): string | null => {
    const conversation = accountState.unread.row(id)?.conversation
    if (conversation !== undefined) return conversation
    const message = store.messages.get(id)
    if (message !== undefined) return conversationOf(message)
    return narrow.kind === 'stream' ? null : conversationKey(narrow)
  }
  core.commit(() => insertUnread(core, messageIds, conversationOfId, newId))
}

/**
 * Inserts rows that mark messages as unread and drops their pending marks as read, inside the running transaction.
 * @param conversationOfId the conversation of a message; null if it is not known, so that the message shows as unread only after
 * its event
 */
export function insertUnread(
  core: Core,
  messageIds: readonly MessageId[],
  conversationOfId: (id: MessageId) => string | null,
  newId: string,
): Change[] {
  const marked = new Set(messageIds)
  dropReads(core.store, marked)
  return insertMarks(markWriterOf(core), 'unread', [...marked], newId, (batch) =>
    Object.fromEntries(
      [...Map.groupBy(batch, conversationOfId)].flatMap(([conversation, ids]) =>
        conversation === null ? [] : [[conversation, ids]],
      ),
    ),
  )
}

/** Marks the messages of a conversation from one of them on as unread and drops their pending marks as read. */
function markUnreadFrom(core: Core, narrow: Narrow, fromId: number, localId: string): void {
  const messageIds = core.store.messages.from(narrow, fromId, unreadAtOnce).map((row) => row.id)
  if (messageIds.length === 0) return
  queueAction(core, unreadKind, { localId, queueKey: marksQueueKey, payload: { messageIds } }, () => {
    dropReads(core.store, new Set(messageIds))
    return []
  })
}

/**
 * Sends the marks of a row as unread. A refused message is found within the row, unlike with reads: a new row would
 * follow later marks as read of the same messages.
 */
async function sendUnread(core: Core, messageIds: readonly MessageId[], options: CallOptions): Promise<void> {
  try {
    await sendMarks(core, 'unread', messageIds, options)
  } catch (error) {
    if (messageIds.length <= 1 || failureKind(error).kind !== 'refused') throw error
    for (const half of halvesOf(messageIds)) {
      try {
        await sendUnread(core, half, options)
      } catch (refusal) {
        if (half.length > 1 || failureKind(refusal).kind !== 'refused') throw refusal
      }
    }
  }
}

export const unreadCalls = {
  'messages.markUnread': (core, { narrow, fromId }, newId) => {
    markUnreadFrom(core, narrow, fromId, newId('unread'))
    return { ok: true, value: null }
  },
  'messages.unreadAgain': (core, { narrow, messageIds }, newId) => {
    unreadAgain(core, narrow, messageIds, newId('unread'))
    return { ok: true, value: null }
  },
} as const satisfies ActionCalls
