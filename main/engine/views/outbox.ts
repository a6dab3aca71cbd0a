import type { OutboxItem, OutboxMeta } from '../../../preload/contract.ts'
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
import type { OutboxRow, OutboxState } from '../store/outbox.ts'
import { headingOf, narrowOfKey } from './place.ts'
import type { View } from './view-host.ts'

const rowsPerStep = 300

/** What asks for the user comes first; within a state the order is that of the wishes. */
const statesInOrder = ['failed', 'unknown', 'sending', 'acknowledged', 'queued'] as const satisfies OutboxState[]

/** Everything that the user wants and the server does not have: what was refused first, a window of it at a time. */
export class OutboxView implements View {
  readonly #core: Core
  readonly #isOnline: () => boolean
  readonly #onDirty: () => void
  #limit = rowsPerStep

  constructor(core: Core, isOnline: () => boolean, onDirty: () => void) {
    this.#core = core
    this.#isOnline = isOnline
    this.#onDirty = onDirty
  }

  isAffected(change: Change): boolean {
    return (
      change.kind === 'outbox' ||
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
    return {
      items: rows.map((row) => this.#item(row)),
      meta: { failed: outbox.countInState('failed'), unknown: outbox.countInState('unknown') },
    }
  }

  /** The page has come near the end of the list. */
  more(): void {
    this.#limit += rowsPerStep
    this.#onDirty()
  }

  #item(row: OutboxRow): OutboxItem {
    const { what, conversation, text } = this.#describe(row)
    const narrow = conversation === null ? null : narrowOfKey(this.#core, conversation)
    const state = row.state === 'acknowledged' ? 'sending' : row.state
    return {
      key: `outbox:${row.local_id}`,
      kind: 'outbox',
      localId: row.local_id,
      what,
      narrow,
      title: narrow === null ? '' : headingOf(this.#core, narrow).title,
      text,
      state,
      detail: this.#detail(row),
      createdAt: Math.floor(row.created_at / 1000),
      canRetry: row.state === 'failed',
      // What may be taken back freely, and what has not left or was refused.
      canCancel:
        state === 'failed' || state === 'queued' || (state === 'unknown' && outcomeOf[row.kind] !== 'idempotent'),
    }
  }

  #detail(row: OutboxRow): string {
    switch (row.state) {
      case 'queued':
        return this.#isOnline() ? 'on its way' : 'waits for the network'
      case 'sending':
      case 'acknowledged':
        return 'on its way'
      case 'unknown':
        return 'the connection broke; Skein looks whether it arrived'
      case 'failed':
        return row.error ?? 'The server refused this.'
    }
  }

  #describe(row: OutboxRow): { what: string; conversation: string | null; text: string } {
    switch (row.kind) {
      case 'send': {
        const { destination, content } = sendPayload(row)
        return { what: 'Message', conversation: conversationKey(destination), text: content }
      }
      case 'schedule': {
        const { destination, content } = schedulePayload(row)
        return { what: 'Message for later', conversation: conversationKey(destination), text: content }
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
        return { what: 'Edit of a message', conversation: this.#message(messageId).conversation, text: content }
      }
      case 'delete':
        return { what: 'Deletion of a message', ...this.#message(deletePayload(row).messageId) }
      case 'move': {
        const { from, topic } = movePayload(row)
        return { what: `Move to ${topic}`, conversation: `topic:${from.streamId}:${topicKey(from.topic)}`, text: '' }
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
    }
  }

  #message(id: number): { conversation: string | null; text: string } {
    const message = this.#core.store.messages.get(id)
    return { conversation: message === undefined ? null : conversationOf(message), text: message?.plain ?? '' }
  }
}
