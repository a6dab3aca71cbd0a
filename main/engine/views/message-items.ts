import type { MessageItem } from '../../../preload/contract.ts'
import type { Core } from '../core.ts'
import type { Change } from '../model/changes.ts'
import { currencyOf } from '../model/currency.ts'
import { mayDeleteMessage, mayEditContent } from '../model/permissions.ts'
import { readReactions } from '../model/reactions.ts'
import { readSubmessages } from '../model/submessages.ts'
import { movesByTopic, type Moves } from '../outbox/move-actions.ts'
import { pendingChanges, shownReactions } from '../outbox/overlay.ts'
import type { WaitReasons } from '../outbox/wait-reason.ts'
import type { PersonRow } from '../store/directory.ts'
import type { MessageRow } from '../store/messages.ts'
import type { OutboxRow } from '../store/outbox.ts'
import { namesShown, reactionItems } from './reaction-item.ts'
import type { ShownPreferences } from './shown-preferences.ts'
import type { ShownUnread } from './shown-unread.ts'
import { widgetItem } from './widget-item.ts'

/** What the user wishes that was not told yet, as one computation finds it. */
interface Wishes {
  readonly byLine: ReadonlyMap<string, readonly OutboxRow[]>
  readonly moves: Moves
}

/** What of an item follows from more than its row and its people. */
type Facts = Pick<MessageItem, 'isRead' | 'canEdit' | 'canDelete' | 'isHidden' | 'isInDoubt'>

/** An item, and what it was made of. */
interface Made {
  readonly row: MessageRow
  readonly item: MessageItem
  readonly people: readonly number[]
  readonly peopleRows: readonly (PersonRow | undefined)[]
  /** The organization's pictures, where a reaction shows one. */
  readonly emoji: unknown
  readonly hasWish: boolean
}

/**
 * Messages as rows show them: what the server said, with the user's own wishes over it (P3). One for each view: an item
 * is made anew only when something that it is made of is another, and stays the same object where it comes out the same.
 */
export class MessageItems {
  readonly #core: Core
  readonly #unread: ShownUnread
  readonly #preferences: ShownPreferences
  readonly #waiting: WaitReasons
  #made: ReadonlyMap<number, Made> = new Map()
  #people: ReadonlySet<number> = new Set()
  #streams: ReadonlySet<number> = new Set()
  #hasWishes = false

  constructor(core: Core, unread: ShownUnread, preferences: ShownPreferences, waiting: WaitReasons) {
    this.#core = core
    this.#unread = unread
    this.#preferences = preferences
    this.#waiting = waiting
  }

  /** Whether the items of the last computation show one of these people. */
  showsPeople(change: Extract<Change, { kind: 'people' }>): boolean {
    return change.put.some(({ id }) => this.#people.has(id)) || change.gone.some((id) => this.#people.has(id))
  }

  /** The same for streams that their messages stand in. */
  showsStreams(change: Extract<Change, { kind: 'streams' }>): boolean {
    return change.put.some(({ id }) => this.#streams.has(id)) || change.gone.some((id) => this.#streams.has(id))
  }

  /** Whether one of them shows a wish, which waits for something. */
  get hasWishes(): boolean {
    return this.#hasWishes
  }

  items(rows: readonly MessageRow[]): MessageItem[] {
    const { store } = this.#core
    const wishes = {
      byLine: Map.groupBy(store.outbox.changes(), (row) => row.conversation),
      moves: movesByTopic(this.#core),
    }
    const factsOf = this.#facts()
    const made = new Map<number, Made>()
    const items = rows.map((row) => {
      const known = this.#made.get(row.id)
      const facts = factsOf(row)
      const next =
        known !== undefined && this.#isAsMade(known, row, facts, wishes) ? known : this.#make(row, facts, wishes, known)
      made.set(row.id, next)
      return next.item
    })
    this.#made = made
    const all = [...made.values()]
    this.#people = new Set(all.flatMap(({ people }) => people))
    this.#streams = new Set(all.flatMap(({ row }) => row.stream_id ?? []))
    this.#hasWishes = all.some(({ hasWish }) => hasWish)
    return items
  }

  #facts(): (row: MessageRow) => Facts {
    const { world, ports } = this.#core
    const isCurrent = currencyOf(this.#core)
    const judge = world.judge(ports.clock.now())
    return (row) => {
      const stream = row.stream_id === null ? undefined : world.streams.get(row.stream_id)
      const message = { senderId: row.sender_id, timestamp: row.timestamp, stream }
      return {
        isRead: !this.#unread.isUnread(row.id),
        canEdit: mayEditContent(message, judge),
        canDelete: mayDeleteMessage(message, judge),
        isHidden: this.#preferences.isPersonMuted(row.sender_id),
        isInDoubt: !isCurrent(row),
      }
    }
  }

  #isAsMade({ row, item, people, peopleRows, emoji, hasWish }: Made, now: MessageRow, facts: Facts, wishes: Wishes) {
    const { world } = this.#core
    return (
      row === now &&
      !hasWish &&
      !hasWishes(now, wishes) &&
      item.isRead === facts.isRead &&
      item.canEdit === facts.canEdit &&
      item.canDelete === facts.canDelete &&
      item.isHidden === facts.isHidden &&
      item.isInDoubt === facts.isInDoubt &&
      (emoji === null || emoji === world.emoji) &&
      people.every((id, index) => world.people.get(id) === peopleRows[index])
    )
  }

  #make(row: MessageRow, facts: Facts, wishes: Wishes, known: Made | undefined): Made {
    const { world } = this.#core
    const people = peopleOf(row)
    const item = this.#item(row, facts, wishes)
    return {
      row,
      item: known !== undefined && JSON.stringify(known.item) === JSON.stringify(item) ? known.item : item,
      people,
      peopleRows: people.map((id) => world.people.get(id)),
      emoji: item.reactions.some(({ type }) => type === 'realm_emoji') ? world.emoji : null,
      hasWish: hasWishes(row, wishes),
    }
  }

  #item(row: MessageRow, facts: Facts, { byLine, moves }: Wishes): MessageItem {
    const { world } = this.#core
    const move = moves.of(row)
    const wishes = [...(move === undefined ? [] : [move]), ...(byLine.get(`message:${row.id}`) ?? [])]
    const { isStarred, change } = pendingChanges(wishes, this.#waiting, world)
    const reactions = shownReactions(row, byLine.get(`reaction:${row.id}`) ?? [], world.selfId)
    return {
      key: `message:${row.id}`,
      kind: 'message',
      id: row.id,
      sender: world.person(row.sender_id),
      html: row.content,
      timestamp: row.timestamp,
      isMentioned: row.is_mentioned === 1,
      hasAlertWord: row.has_alert_word === 1,
      isMe: row.is_me === 1,
      isEdited: row.edited_at !== null,
      isMoved: row.moved_at !== null,
      isStarred: isStarred ?? row.is_starred === 1,
      change,
      widget: widgetItem(this.#core, row, byLine.get(`submessage:${row.id}`) ?? []),
      streamId: row.stream_id,
      topic: row.topic,
      hidesPreviews: row.hides_previews === 1,
      topicName: row.stream_id === null ? '' : world.topicName(row.topic),
      reactions: reactionItems(this.#core, reactions),
      ...facts,
    }
  }
}

function hasWishes(row: MessageRow, { byLine, moves }: Wishes): boolean {
  if (moves.of(row) !== undefined) return true
  if (byLine.size === 0) return false
  return ['message', 'reaction', 'submessage'].some((line) => byLine.has(`${line}:${row.id}`))
}

/** Whose names or pictures an item may show. */
function peopleOf(row: MessageRow): number[] {
  const people = new Set([row.sender_id])
  if (row.reactions !== '[]') {
    for (const { users } of readReactions(row.reactions)) {
      for (const id of users.slice(0, namesShown + 1)) people.add(id)
    }
  }
  if (row.submessages !== '[]') for (const { senderId } of readSubmessages(row.submessages)) people.add(senderId)
  return [...people]
}
