import type { Narrow, OutboxItem, OutboxMeta } from '../../../preload/contract.ts'
import type { Core } from '../core.ts'
import type { Change } from '../model/changes.ts'
import { conversationKey, conversationOf, topicKey } from '../model/conversation.ts'
import { outcomeOf } from '../outbox/kinds.ts'
import {
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
import type { WaitReasons } from '../outbox/wait-reason.ts'
import type { Attachment } from '../store/drafts.ts'
import type { OutboxHead, OutboxRow, OutboxState } from '../store/outbox.ts'
import { headingOf, narrowOfKey } from './place.ts'
import type { View } from './view-host.ts'

const rowsPerStep = 300
const textLength = 300
const filesNamed = 10
const noHeading = { title: '', streamName: null, streamColor: null }

interface Description {
  readonly what: string
  readonly conversation: string | null
  readonly text: string
  readonly messageId?: number
  readonly attachments?: readonly Attachment[]
}

/** What asks for the user comes first; within a state the order is that of the wishes. */
const statesInOrder = ['failed', 'unknown', 'sending', 'acknowledged', 'queued'] as const satisfies OutboxState[]

/** Everything that the user wants and the server does not have: what was refused first, a window of it at a time. */
export class OutboxView implements View {
  readonly #core: Core
  readonly #waiting: WaitReasons
  readonly #onDirty: () => void
  #limit = rowsPerStep

  constructor(core: Core, waiting: WaitReasons, onDirty: () => void) {
    this.#core = core
    this.#waiting = waiting
    this.#onDirty = onDirty
  }

  isAffected(change: Change): boolean {
    return (
      change.kind === 'outbox' ||
      change.kind === 'waiting' ||
      change.kind === 'progress' ||
      change.kind === 'people' ||
      change.kind === 'streams' ||
      change.kind === 'organization'
    )
  }

  compute(): { items: OutboxItem[]; meta: OutboxMeta } {
    const { outbox } = this.#core.store
    const rows: OutboxRow[] = []
    for (const state of statesInOrder) {
      if (rows.length < this.#limit) rows.push(...outbox.inState(state, this.#limit - rows.length))
    }
    const heads = new Map(outbox.heads().map((head) => [head.conversation, head]))
    const shown = rows.filter((row) => row.kind !== 'read' || row.state === 'failed')
    return {
      items: shown.map((row) => this.#item(row, heads.get(row.conversation))),
      meta: {
        failed: outbox.countInState('failed'),
        unknown: outbox.countInState('unknown'),
        total: statesInOrder.reduce((sum, state) => sum + outbox.countInState(state), 0) - (rows.length - shown.length),
      },
    }
  }

  /** The page has come near the end of the list. */
  more(): void {
    this.#limit += rowsPerStep
    this.#onDirty()
  }

  #item(row: OutboxRow, head: OutboxHead | undefined): OutboxItem {
    const { what, conversation, text, messageId, attachments } = this.#describe(row)
    const narrow = conversation === null ? null : this.#narrowOf(row, conversation)
    const state = row.state === 'acknowledged' ? 'sending' : row.state
    const isFirst = head === undefined || head.local_id === row.local_id
    return {
      key: `outbox:${row.local_id}`,
      kind: 'outbox',
      localId: row.local_id,
      what,
      narrow,
      messageId: messageId ?? null,
      ...(narrow === null ? noHeading : headingOf(this.#core, narrow)),
      text: [...text.slice(0, 2 * textLength)].slice(0, textLength).join(''),
      files: (attachments ?? []).slice(0, filesNamed).map(({ name }) => name),
      state,
      reason: this.#waiting.of(row, isFirst ? null : head, attachments),
      createdAt: Math.floor(row.created_at / 1000),
      behind: isFirst && state === 'failed' ? this.#core.store.outbox.countBehind(row) : 0,
      canRetry: row.state === 'failed' && row.kind !== 'unreadable',
      // What may be taken back freely, and what has not left or was refused.
      canCancel:
        state === 'failed' || state === 'queued' || (state === 'unknown' && outcomeOf[row.kind] !== 'idempotent'),
      editing: row.kind === 'send' || row.kind === 'schedule' ? 'composer' : row.kind === 'edit' ? 'message' : null,
      isUnreadable: row.kind === 'unreadable',
    }
  }

  /** A new topic is spelt as its message has it: no other message is known there. */
  #narrowOf(row: OutboxRow, conversation: string): Narrow {
    return row.kind === 'send' || row.kind === 'schedule'
      ? sendPayload(row).destination
      : narrowOfKey(this.#core, conversation)
  }

  #describe(row: OutboxRow): Description {
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
        return { what: isStarred ? 'Star' : 'Removal of a star', ...this.#message(messageId) }
      }
      case 'edit': {
        const { messageId, content } = editPayload(row)
        return { what: 'Edit of a message', ...this.#message(messageId), text: content }
      }
      case 'delete':
        return { what: 'Deletion of a message', ...this.#message(deletePayload(row).messageId) }
      case 'move': {
        const { from, topic, messageId } = movePayload(row)
        const conversation = `topic:${from.streamId}:${topicKey(from.topic)}`
        return { what: `Move to ${topic}`, conversation, text: '', messageId }
      }
      case 'reaction': {
        const { messageId, name, op } = reactionPayload(row)
        const what = op === 'add' ? `Reaction :${name}:` : `Removal of the reaction :${name}:`
        return { what, ...this.#message(messageId) }
      }
      case 'submessage':
        return { what: 'Vote or list entry', ...this.#message(submessagePayload(row).messageId) }
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
        const { name } = this.#core.world.person(userId)
        return { what: `${isMuted ? 'Mute' : 'Unmute'} ${name}`, conversation: null, text: '' }
      }
      case 'unreadable':
        return { what: 'Something unreadable', conversation: placeOfUnreadable(row.conversation), text: copyOf(row) }
    }
  }

  #message(id: number): { conversation: string | null; text: string; messageId: number } {
    const message = this.#core.store.messages.get(id)
    const conversation = message === undefined ? null : conversationOf(message)
    return { conversation, text: message?.plain ?? '', messageId: id }
  }
}
