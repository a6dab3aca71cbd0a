import { alertWordKey } from '../../../shared/alert-words.ts'
import type { CallOptions } from '../api/client.ts'
import { ApiError } from '../api/errors.ts'
import {
  changeReaction,
  deleteMessage,
  editMessage,
  expectationMismatch,
  getRawContent,
  moveMessages,
  reactionErrors,
  updateFlags,
} from '../api/messages.ts'
import {
  changeAlertWords,
  muteTopicDeprecated,
  muteUser,
  setSubscriptionProperty,
  setTopicPolicy,
} from '../api/preferences.ts'
import { deleteScheduled, editScheduled } from '../api/scheduled.ts'
import type { Core } from '../core.ts'
import type { Change } from '../model/changes.ts'
import { conversationOf, topicKey } from '../model/conversation.ts'
import { putStreams } from '../model/directory.ts'
import { withSubscriptionProperty } from '../model/directory-reducers.ts'
import { addUnread, dropClaims, removeMessage } from '../model/message-reducers.ts'
import { readAllOf } from '../model/preference-reducers.ts'
import { readReactions, withVote } from '../model/reactions.ts'
import { normalize } from '../model/message-text.ts'
import type { OutboxRow } from '../store/outbox.ts'
import { failureKind } from '../sync/failures.ts'
import {
  alertWordPayload,
  deletePayload,
  editPayload,
  movePayload,
  muteUserPayload,
  reactionPayload,
  readPayload,
  scheduleChangePayload,
  starPayload,
  subscriptionPayload,
  topicPolicyPayload,
} from './payload.ts'
import { untilTold } from './told.ts'

const requestTimeoutMs = 30_000

/** What has happened since the request left: an answer must not overwrite what events have said meanwhile (M4). */
export interface Since {
  /** No event has touched the message. */
  readonly isNewest: (messageId: number) => boolean
  readonly arePreferencesNewest: () => boolean
  /** Events have told of the change itself. */
  readonly hasTold: boolean
}

/** Tells the server. @throws what the call throws; that the server has it so already is no failure. */
export async function requestChange(core: Core, row: OutboxRow): Promise<void> {
  const { api } = core
  const options = { priority: 'foreground', timeoutMs: requestTimeoutMs } as const
  switch (row.kind) {
    case 'star': {
      const { messageId, isStarred } = starPayload(row)
      await updateFlags(api, { messages: [messageId], op: isStarred ? 'add' : 'remove', flag: 'starred' }, options)
      return
    }
    case 'unread':
      await markUnread(core, readPayload(row).messageIds)
      return
    case 'edit': {
      await replaceContent(core, editPayload(row), options)
      return
    }
    case 'delete':
      await deleteMessage(api, deletePayload(row).messageId, options)
      return
    case 'reaction': {
      try {
        await changeReaction(api, reactionPayload(row), options, core.world.organization?.isUpstream === true)
      } catch (error) {
        // It is as it was wished: another device was faster, or the answer of an earlier try was lost (M20).
        if (!(error instanceof ApiError) || !reactionErrors.has(error.code)) throw error
      }
      return
    }
    case 'topic_policy': {
      const { streamId, topic, policy } = topicPolicyPayload(row)
      if (core.capabilities.userTopics) await setTopicPolicy(api, { streamId, topic, policy }, options)
      else
        await unlessTold(core, row, () => muteTopicDeprecated(api, { streamId, topic, isMuted: policy === 1 }, options))
      return
    }
    case 'subscription':
      await setSubscriptionProperty(api, subscriptionPayload(row), options)
      return
    case 'mute_user': {
      const { userId, isMuted } = muteUserPayload(row)
      await unlessTold(core, row, () => muteUser(api, userId, isMuted, options))
      return
    }
    case 'alert_word':
      await changeAlertWords(api, alertWordPayload(row), options)
      return
    case 'move': {
      const move = movePayload(row)
      await moveMessages(
        api,
        { ...move, streamId: move.streamId === move.from.streamId ? null : move.streamId },
        options,
      )
      return
    }
    case 'schedule_edit': {
      const { scheduledId, content, deliverAt } = scheduleChangePayload(row)
      const text = content === undefined ? undefined : normalize(content)
      await editScheduled(api, scheduledId, { content: text, deliverAt }, options)
      return
    }
    case 'schedule_delete':
      try {
        await deleteScheduled(api, scheduleChangePayload(row).scheduledId, options)
      } catch (error) {
        // It is not there any more, which is what was wished for.
        if (!(error instanceof ApiError) || error.status !== 404) throw error
      }
      return
    case 'send':
    case 'schedule':
    case 'submessage':
    case 'read':
    case 'read_narrow':
    case 'unreadable':
      throw new Error(`${row.kind} has its own way`)
  }
}

/**
 * Replaces the text that the user has changed, and no other. What is known here of that text may differ from the
 * server's in blanks, and an earlier try may have been carried out: both show in the server's own text.
 * @throws ApiError with the code `expectationMismatch` where somebody else has changed it
 */
async function replaceContent(
  core: Core,
  edit: { readonly messageId: number; readonly content: string; readonly previous: string | null },
  options: CallOptions,
): Promise<void> {
  const { api, capabilities } = core
  const content = normalize(edit.content)
  const previous = capabilities.contentHashes ? edit.previous : null
  try {
    await editMessage(api, edit.messageId, { content, previous }, options)
  } catch (error) {
    if (previous === null || !(error instanceof ApiError) || error.code !== expectationMismatch) throw error
    const current = await getRawContent(api, edit.messageId, options)
    if (normalize(current) === content) return
    if (normalize(current) !== normalize(previous)) throw error
    await editMessage(api, edit.messageId, { content, previous: current }, options)
  }
}

/**
 * The service refuses to mute what is muted, and to unmute what is not, and gives no code for either. What it has told of
 * the state decides: where that is as wished, an earlier try or another device was faster (C11).
 */
async function unlessTold(core: Core, row: OutboxRow, request: () => Promise<unknown>): Promise<void> {
  try {
    await request()
  } catch (error) {
    if (failureKind(error).kind !== 'refused' || !(await untilTold(core, row))) throw error
  }
}

/** One message that is gone lets the server refuse all of them: found out by halves, the others are marked. */
async function markUnread(core: Core, messageIds: readonly number[]): Promise<void> {
  try {
    await updateFlags(
      core.api,
      { messages: messageIds, op: 'remove', flag: 'read' },
      { priority: 'foreground', timeoutMs: requestTimeoutMs },
    )
  } catch (error) {
    if (messageIds.length <= 1 || failureKind(error).kind !== 'refused') throw error
    const middle = Math.ceil(messageIds.length / 2)
    for (const half of [messageIds.slice(0, middle), messageIds.slice(middle)]) {
      try {
        await markUnread(core, half)
      } catch (refusal) {
        if (half.length > 1 || failureKind(refusal).kind !== 'refused') throw refusal
      }
    }
  }
}

/** What the server's answer lets us write into the base before the event comes; an edit's HTML only the event knows. */
export function applyChange(core: Core, row: OutboxRow, since: Since): Change[] {
  const { store } = core
  switch (row.kind) {
    case 'star': {
      const { messageId, isStarred } = starPayload(row)
      const message = store.messages.get(messageId)
      if (message === undefined || !since.isNewest(messageId)) return []
      store.messages.setStarred(messageId, isStarred)
      return [{ kind: 'message', id: messageId, conversation: conversationOf(message) }]
    }
    case 'unread':
      return readPayload(row).messageIds.flatMap((id): Change[] => {
        const message = store.messages.get(id)
        if (message === undefined || !since.isNewest(id) || !core.world.isLive(message.stream_id)) return []
        store.messages.setRead(id, false)
        return addUnread(store, id, conversationOf(message), message.mention)
      })
    case 'delete':
      return removeMessage(store, deletePayload(row).messageId)
    case 'reaction': {
      const vote = { ...reactionPayload(row), userId: core.world.selfId }
      const message = store.messages.get(vote.messageId)
      if (message === undefined || !since.isNewest(vote.messageId)) return []
      const reactions = withVote(readReactions(message.reactions), vote, vote.op)
      store.messages.setReactions(message.id, JSON.stringify(reactions))
      return [{ kind: 'message', id: message.id, conversation: conversationOf(message) }]
    }
    case 'topic_policy': {
      if (!since.arePreferencesNewest()) return []
      const { streamId, topic, policy } = topicPolicyPayload(row)
      store.preferences.setTopic({ stream_id: streamId, topic_key: topicKey(topic), policy })
      return [{ kind: 'preferences' }]
    }
    case 'subscription': {
      if (!since.arePreferencesNewest()) return []
      const { streamId, property, value } = subscriptionPayload(row)
      const stream = core.world.streams.get(streamId)
      if (stream === undefined) return []
      return [putStreams(store, [withSubscriptionProperty(stream, property, value)])]
    }
    case 'mute_user': {
      if (!since.arePreferencesNewest()) return []
      const { userId, isMuted } = muteUserPayload(row)
      const others = store.preferences.mutedPeople().filter((id) => id !== userId)
      store.preferences.replaceMutedPeople(isMuted ? [...others, userId] : others)
      return [{ kind: 'preferences' }, ...(isMuted ? readAllOf(store, userId) : [])]
    }
    case 'alert_word': {
      if (!since.arePreferencesNewest()) return []
      const { word, isOn } = alertWordPayload(row)
      const others = core.world.alertWords.filter((other) => alertWordKey(other) !== alertWordKey(word))
      store.preferences.replaceAlertWords(isOn ? [...others, word] : others)
      return [{ kind: 'preferences' }]
    }
    case 'schedule_edit': {
      const { scheduledId, deliverAt } = scheduleChangePayload(row)
      const message = core.world.scheduled.find((other) => other.id === scheduledId)
      if (message === undefined || !since.arePreferencesNewest()) return []
      const content = scheduleChangePayload(row).content ?? message.content
      // The HTML of a new text only the event knows; until then the words stand alone.
      const html = content === message.content ? message.html : ''
      store.organization.putScheduled({
        ...message,
        content,
        html,
        deliver_at: deliverAt ?? message.deliver_at,
        is_failed: 0,
      })
      return [{ kind: 'scheduled' }]
    }
    case 'schedule_delete':
      store.organization.removeScheduled(scheduleChangePayload(row).scheduledId)
      return [{ kind: 'scheduled' }]
    case 'move': {
      // No event tells of what comes out of a stream that the user does not have (F5): the place is fetched again.
      const { streamId, topic } = movePayload(row)
      return since.hasTold ? [] : dropClaims(store, streamId, topicKey(topic))
    }
    case 'edit':
    case 'send':
    case 'schedule':
    case 'submessage':
    case 'read':
    case 'read_narrow':
    case 'unreadable':
      return []
  }
}
