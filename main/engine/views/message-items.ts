import type { MessageItem } from '../../../preload/contract.ts'
import type { Core } from '../core.ts'
import type { Change } from '../model/changes.ts'
import { isCurrent } from '../model/currency.ts'
import { changeRefusal } from '../outbox/message-actions.ts'
import { movesByTopic, type Moves } from '../outbox/move-actions.ts'
import { pendingChanges, shownReactions } from '../outbox/overlay.ts'
import type { WaitReasons } from '../outbox/wait-reason.ts'
import type { MessageRow } from '../store/messages.ts'
import type { OutboxRow } from '../store/outbox.ts'
import { reactionItem } from './reaction-item.ts'
import type { ShownPreferences } from './shown-preferences.ts'
import type { ShownUnread } from './shown-unread.ts'
import { widgetItem } from './widget-item.ts'

/** Outbox lines that change how a message of any conversation is shown. */
const lines = /^(?:read$|\*$|message:|reaction:|submessage:|move:|topic_policy:|subscription:|mute_user:|schedule)/

/** Whether an outbox row of this line may show on messages. */
export function touchesMessages(change: Extract<Change, { kind: 'outbox' | 'message' }>): boolean {
  return lines.test(change.conversation)
}

/** Messages as rows show them: what the server said, with the user's own wishes over it (P3). One for each computation. */
export class MessageItems {
  readonly #core: Core
  readonly #unread: ShownUnread
  readonly #preferences: ShownPreferences
  readonly #waiting: WaitReasons
  readonly #wishes: ReadonlyMap<string, readonly OutboxRow[]>
  readonly #moves: Moves

  constructor(core: Core, unread: ShownUnread, preferences: ShownPreferences, waiting: WaitReasons) {
    this.#core = core
    this.#unread = unread
    this.#preferences = preferences
    this.#waiting = waiting
    this.#wishes = Map.groupBy(core.store.outbox.changes(), (row) => row.conversation)
    this.#moves = movesByTopic(core)
  }

  item(row: MessageRow): MessageItem {
    const { world } = this.#core
    const move = this.#moves.of(row)
    const wishes = [...(move === undefined ? [] : [move]), ...(this.#wishes.get(`message:${row.id}`) ?? [])]
    const { isStarred, change } = pendingChanges(wishes, this.#waiting)
    const reactions = shownReactions(row, this.#wishes.get(`reaction:${row.id}`) ?? [], world.selfId)
    return {
      key: `message:${row.id}`,
      kind: 'message',
      id: row.id,
      sender: world.person(row.sender_id),
      html: row.content,
      timestamp: row.timestamp,
      isRead: !this.#unread.isUnread(row.id),
      isMentioned: row.is_mentioned === 1,
      isMe: row.is_me === 1,
      isEdited: row.edited_at !== null,
      isMoved: row.moved_at !== null,
      isStarred: isStarred ?? row.is_starred === 1,
      canEdit: changeRefusal(this.#core, row, 'edit') === null,
      canDelete: changeRefusal(this.#core, row, 'delete') === null,
      change,
      widget: widgetItem(this.#core, row, this.#wishes.get(`submessage:${row.id}`) ?? []),
      streamId: row.stream_id,
      topic: row.topic,
      reactions: reactions.map((reaction) => reactionItem(this.#core, reaction)),
      isHidden: this.#preferences.isPersonMuted(row.sender_id),
      isInDoubt: !isCurrent(this.#core, row),
    }
  }
}
