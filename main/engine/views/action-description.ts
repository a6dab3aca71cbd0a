import type { Narrow } from '../../../preload/contract.ts'
import { clientLimits } from '../../../shared/client-limits.ts'
import type { Core } from '../core.ts'
import { conversationKey, conversationOf, topicKey } from '../model/conversation.ts'
import {
  alertWordPayload,
  deletePayload,
  editPayload,
  movePayload,
  muteUserPayload,
  reactionPayload,
  readNarrowPayload,
  schedulePayload,
  sendPayload,
  starPayload,
  submessagePayload,
  subscriptionPayload,
  topicPolicyPayload,
} from '../outbox/payload.ts'
import { copyOf, placeOfUnreadable } from '../outbox/unreadable.ts'
import type { Attachment } from '../store/drafts.ts'
import type { OutboxRow } from '../store/outbox.ts'
import { narrowOfKey } from './place.ts'

const textLength = clientLimits.actionText.most

/** What an action of the outbox is, for the lists that show it. */
export interface ActionDescription {
  readonly what: string
  /** The conversation that it belongs to; null where it belongs to none. */
  readonly conversation: string | null
  readonly text: string
  readonly messageId?: number
  readonly attachments?: readonly Attachment[]
}

/** The beginning of an action's text. */
export function beginningOf(text: string): string {
  return [...text.slice(0, 2 * textLength)].slice(0, textLength).join('')
}

/** Where an action belongs. A new topic is spelt as its message has it: no other message is known there. */
export function narrowOfAction(core: Core, row: OutboxRow, conversation: string): Narrow {
  return row.kind === 'send' || row.kind === 'schedule' ? sendPayload(row).destination : narrowOfKey(core, conversation)
}

export function describeAction(core: Core, row: OutboxRow): ActionDescription {
  switch (row.kind) {
    case 'send': {
      const { destination, content, attachments } = sendPayload(row)
      return { what: 'Message', conversation: conversationKey(destination), text: content, attachments }
    }
    case 'schedule': {
      const { destination, content, attachments } = schedulePayload(row)
      return { what: 'Message for later', conversation: conversationKey(destination), text: content, attachments }
    }
    case 'schedule_edit':
      return { what: 'Change of a scheduled message', conversation: null, text: '' }
    case 'schedule_delete':
      return { what: 'Deletion of a scheduled message', conversation: null, text: '' }
    case 'read':
      return { what: 'Mark as read', conversation: null, text: '' }
    case 'unread':
      return { what: 'Mark as unread', conversation: null, text: '' }
    case 'read_narrow': {
      const { scope } = readNarrowPayload(row)
      if (scope === 'all') return { what: 'Mark everything as read', conversation: null, text: '' }
      return { what: 'Mark all as read', conversation: conversationKey(scope), text: '' }
    }
    case 'star': {
      const { messageId, isStarred } = starPayload(row)
      return { what: isStarred ? 'Star' : 'Removal of a star', ...messageOf(core, messageId) }
    }
    case 'edit': {
      const { messageId, content } = editPayload(row)
      return { what: 'Edit of a message', ...messageOf(core, messageId), text: content }
    }
    case 'delete':
      return { what: 'Deletion of a message', ...messageOf(core, deletePayload(row).messageId) }
    case 'move': {
      const { from, topic, messageId } = movePayload(row)
      const conversation = `topic:${from.streamId}:${topicKey(from.topic)}`
      return { what: `Move to ${core.world.topicName(topic)}`, conversation, text: '', messageId }
    }
    case 'reaction': {
      const { messageId, name, op } = reactionPayload(row)
      const what = op === 'add' ? `Reaction :${name}:` : `Removal of the reaction :${name}:`
      return { what, ...messageOf(core, messageId) }
    }
    case 'submessage':
      return { what: 'Vote or list entry', ...messageOf(core, submessagePayload(row).messageId) }
    case 'topic_policy': {
      const { streamId, topic } = topicPolicyPayload(row)
      return { what: 'Choice for a topic', conversation: `topic:${streamId}:${topicKey(topic)}`, text: '' }
    }
    case 'subscription':
      return {
        what: 'Choice for a stream',
        conversation: `stream:${subscriptionPayload(row).streamId}`,
        text: '',
      }
    case 'mute_user': {
      const { userId, isMuted } = muteUserPayload(row)
      const { name } = core.world.person(userId)
      return { what: `${isMuted ? 'Mute' : 'Unmute'} ${name}`, conversation: null, text: '' }
    }
    case 'alert_word': {
      const { word, isOn } = alertWordPayload(row)
      return { what: isOn ? 'New alert word' : 'Removal of an alert word', conversation: null, text: word }
    }
    case 'unreadable':
      return { what: 'Something unreadable', conversation: placeOfUnreadable(row.conversation), text: copyOf(row) }
  }
}

function messageOf(core: Core, id: number): { conversation: string | null; text: string; messageId: number } {
  const message = core.store.messages.get(id)
  const conversation = message === undefined ? null : conversationOf(message)
  return { conversation, text: message?.plain ?? '', messageId: id }
}
