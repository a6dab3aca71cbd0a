import { ApiError } from '../api/errors.ts'
import { expectationMismatch, getMessage, getRawContent, type WireMessage } from '../api/messages.ts'
import type { Core } from '../core.ts'
import type { Change } from '../model/changes.ts'
import { conversationOf } from '../model/conversation.ts'
import { removeMessage } from '../model/message-reducers.ts'
import type { OutboxRow } from '../store/outbox.ts'
import { failureKind, isProvenUndelivered } from '../sync/failures.ts'
import { applyChange, requestChange } from './changes.ts'
import type { OutboxContext } from './context.ts'
import { addToDraft } from './draft-actions.ts'
import { reversible } from './kinds.ts'
import {
  alertWordPayload,
  deletePayload,
  editPayload,
  movePayload,
  reactionPayload,
  scheduleChangePayload,
  starPayload,
} from './payload.ts'
import { isTold, untilTold } from './told.ts'

/** Events that come while a message is looked at may be newer than what is seen: it is looked at so often. */
const mostLooks = 3

/** Sends a change that may be sent again freely: its outcome is judged by the final state. */
export async function sendChange(context: OutboxContext, row: OutboxRow): Promise<void> {
  const { core } = context
  const watch = context.touched.watch()
  const { epoch } = core.world
  if (reversible.has(row.kind)) context.update(row, { attempt_at: core.ports.clock.now() })
  try {
    await requestChange(core, row)
    const hasTold = await untilTold(core, row)
    // Events that came meanwhile are newer than this answer (M4).
    const isSameEpoch = () => epoch === core.world.epoch
    let isSeen = false
    const since = {
      isNewest: (id: number) => isSeen || (isSameEpoch() && !watch.changed.has(id) && !watch.deleted.has(id)),
      arePreferencesNewest: () => isSameEpoch() && !watch.preferences,
      hasTold,
    }
    const messageId = shownOnMessage(row)
    if (messageId !== null && !hasTold && !since.isNewest(messageId)) {
      await context.patiently(async () => {
        isSeen = await isSeenAsWished(context, row, messageId)
      })
    }
    await context.book(() => {
      core.store.outbox.remove(row.local_id)
      settleDoubt(context, row)
      return [{ kind: 'outbox', conversation: row.conversation }, ...applyChange(core, row, since)]
    })
    // An answer that was asked for before, and comes now, knows nothing of it (M4).
    if (messageId !== null) context.touched.noteStored(messageId)
  } catch (error) {
    const failure = failureKind(error)
    if (failure.kind === 'refused' || isProvenUndelivered(error)) {
      await context.book(() => {
        settleDoubt(context, row)
        return []
      })
    }
    if (failure.kind === 'refused') await changeRefused(context, row, failure.reason, error)
    else context.hold(failure, row)
  } finally {
    watch.end()
  }
}

/** The message that shows whether the change has been made; null for a change of something else. */
function shownOnMessage(row: OutboxRow): number | null {
  if (row.kind === 'star') return starPayload(row).messageId
  return row.kind === 'reaction' ? reactionPayload(row).messageId : null
}

/**
 * The answer may be older than what events have said of the message, and those older than the answer, where the queue
 * lags: whether it is as wished is asked of the server, before the wish goes. Else it would look as if nothing had been
 * wished until the event of the change comes, and to take the wish back would look like wishing nothing (M4).
 */
async function isSeenAsWished({ core, touched }: OutboxContext, row: OutboxRow, messageId: number): Promise<boolean> {
  for (let look = 1; look <= mostLooks; look += 1) {
    if (core.store.messages.get(messageId) === undefined) return false
    const watch = touched.watch()
    try {
      const message = await getMessage(core.api, messageId, { priority: 'foreground' })
      // What an event has told meanwhile may be newer than this answer as well.
      if (!watch.changed.has(messageId) && !watch.deleted.has(messageId)) return isAsWished(core, row, message)
    } catch (error) {
      // Gone: there is nothing to be shown.
      if (failureKind(error).kind !== 'refused') throw error
      return false
    } finally {
      watch.end()
    }
  }
  return false
}

/** Whether a message of the server has the star, or the reaction, that was wished for. */
function isAsWished({ world }: Core, row: OutboxRow, message: WireMessage): boolean {
  if (row.kind === 'star') return (message.flags?.includes('starred') === true) === starPayload(row).isStarred
  const { type, code, op } = reactionPayload(row)
  const isOn = message.reactions.some(
    (reaction) => reaction.type === type && reaction.code === code && reaction.userId === world.selfId,
  )
  return isOn === (op === 'add')
}

/** The request's outcome is known: what was wished for the same thing meanwhile need not wait for it. */
function settleDoubt(context: OutboxContext, row: OutboxRow): void {
  if (!reversible.has(row.kind)) return
  const { outbox } = context.core.store
  for (const other of outbox.ofConversation(row.conversation)) {
    if (other.kind === row.kind && other.attempt_at !== null) outbox.update({ ...other, attempt_at: null })
  }
}

async function changeRefused(context: OutboxContext, row: OutboxRow, reason: string, error: unknown): Promise<void> {
  switch (row.kind) {
    case 'edit':
    case 'delete': {
      const { messageId } = row.kind === 'edit' ? editPayload(row) : deletePayload(row)
      const message = await lookAt(context, row, messageId)
      // Not known: the row stays as it is, is refused again, and looked at again.
      if (message === 'gone') await dropChangeOfGone(context, row, messageId)
      else if (message !== 'unknown') await failEdit(context, row, reason, error)
      return
    }
    case 'move': {
      const { messageId, streamId, topic } = movePayload(row)
      const message = await lookAt(context, row, messageId)
      if (message === 'unknown') return
      // It stands where it was to go: the answer of an earlier try was lost. One that is gone cannot go anywhere.
      const isDone = message === 'gone' || (message.stream_id === streamId && message.subject === topic)
      if (isDone) await moveIsDone(context, row)
      else await context.settle(row, { state: 'failed', error: moveRefusal(error) ?? reason })
      return
    }
    case 'schedule_edit': {
      const { scheduledId } = scheduleChangePayload(row)
      const isKnown = context.core.world.scheduled.some((message) => message.id === scheduledId)
      const sentence = isKnown ? reason : `${reason} It was sent or deleted meanwhile.`
      await context.settle(row, { state: 'failed', error: sentence })
      return
    }
    case 'alert_word':
      // The word was typed: it stays, and can be tried again. One that stays at the server is no loss.
      if (alertWordPayload(row).isOn) await context.settle(row, { state: 'failed', error: reason })
      else await context.drop(row)
      return
    default:
      // A star or an unread mark that the server will not have is no loss of words: the wish falls away.
      context.core.ports.log('info', `${row.kind} was refused: ${reason}`)
      await context.drop(row)
  }
}

/**
 * A refused edit keeps its words. Where somebody else has changed the message, that is said, and what they wrote becomes
 * what the edit starts from: sent again, it is meant to replace that.
 */
async function failEdit(context: OutboxContext, row: OutboxRow, reason: string, error: unknown): Promise<void> {
  const isOther = row.kind === 'edit' && error instanceof ApiError && error.code === expectationMismatch
  if (!isOther) {
    await context.settle(row, { state: 'failed', error: reason })
    return
  }
  const edit = editPayload(row)
  let current: string
  try {
    current = await getRawContent(context.core.api, edit.messageId, { priority: 'foreground' })
  } catch (failed) {
    // The row stays as it is, is refused again, and looked at again.
    context.hold(failureKind(failed), row)
    return
  }
  const sentence =
    'Somebody has changed this message since you began. Your text is kept: look at theirs, then try again to replace it.'
  const payload = JSON.stringify({ ...edit, previous: current })
  await context.settle(row, { state: 'failed', error: sentence, payload })
}

/** No event may come of it any more, where an earlier try was carried out (F5). */
async function moveIsDone(context: OutboxContext, row: OutboxRow): Promise<void> {
  const { core } = context
  await context.book(() => {
    core.store.outbox.remove(row.local_id)
    const since = { isNewest: () => false, arePreferencesNewest: () => false, hasTold: isTold(core, row) }
    return [{ kind: 'outbox', conversation: row.conversation }, ...applyChange(core, row, since)]
  })
}

/** The service says how many of the messages could be moved (wire-protocol.md §2.4.2). */
function moveRefusal(error: unknown): string | null {
  if (!(error instanceof ApiError) || error.code !== 'MOVE_MESSAGES_TIME_LIMIT_EXCEEDED') return null
  const { total_messages_in_topic: total, total_messages_allowed_to_move: allowed } = error.details
  if (typeof total !== 'number' || typeof allowed !== 'number') return null
  return `Only ${allowed} of the ${total} messages of this topic are recent enough to be moved.`
}

/** The message as the server has it now; `unknown` when that could not be found out. */
async function lookAt(context: OutboxContext, row: OutboxRow, messageId: number) {
  try {
    return await getMessage(context.core.api, messageId, { priority: 'foreground' })
  } catch (error) {
    const failure = failureKind(error)
    if (failure.kind === 'refused') return 'gone' as const
    context.hold(failure, row)
    return 'unknown' as const
  }
}

/** A deletion has what it wanted; the text of an edit becomes part of the conversation's draft, lest it be lost. */
async function dropChangeOfGone(context: OutboxContext, row: OutboxRow, messageId: number): Promise<void> {
  const { store, ports } = context.core
  await context.book(() => {
    const changes: Change[] = []
    const message = store.messages.get(messageId)
    if (row.kind === 'edit' && message !== undefined) {
      const conversation = conversationOf(message)
      const place = { conversation, topic: message.topic }
      const added = { content: editPayload(row).content, attachments: [], now: ports.clock.now() }
      changes.push(...addToDraft(store, place, added).changes)
    }
    store.outbox.remove(row.local_id)
    changes.push(...removeMessage(store, messageId))
    return [{ kind: 'outbox', conversation: row.conversation }, ...changes]
  })
}
