import type { MessageItem } from '#contract/messages.ts'
import type { ReadCore } from '../../core/read-core.ts'
import type { Change } from '../../state/changes.ts'
import { freshnessOf } from '../../state/messages/freshness.ts'
import { mayBeginEdit, mayDeleteMessage } from '../../state/permissions/permissions.ts'
import { readReactions } from '../../values/reactions.ts'
import { hasWidget, readSubmessages } from '../../values/submessages.ts'
import { MessageOverlays } from './message-overlays.ts'
import type { WaitReasons } from '../../projections/wait-reason.ts'
import type { PersonRow } from '../../store/directory.ts'
import type { MessageRow } from '../../store/message-row.ts'
import { namesShown, reactionItems } from './reaction-item.ts'
import type { PreferencesProjection } from '../../projections/preferences.ts'
import type { UnreadProjection } from '../../projections/unread.ts'
import { widgetItem } from './widget-item.ts'
import { textFlags } from '../../values/message-text.ts'
import { customEmoji } from '../../state/emoji/custom-emoji.ts'

/** The parts of an item that depend on more than its row and its people. */
type Facts = Pick<MessageItem, 'isRead' | 'canEdit' | 'canDelete' | 'isHidden' | 'isStale'>

/** An item with its sources. */
interface Made {
  readonly row: MessageRow
  readonly item: MessageItem
  readonly people: readonly number[]
  readonly peopleRows: readonly (PersonRow | undefined)[]
  /** The organization's emoji images, if a reaction shows one. */
  readonly emoji: unknown
  readonly isPending: boolean
}

/**
 * Makes message items from the server's state with the user's pending actions. Each view has its own instance: an
 * item is computed again only when a source has changed, and stays the same object if the result is equal.
 */
export class MessageItems {
  readonly #core: ReadCore
  readonly #unread: UnreadProjection
  readonly #preferences: PreferencesProjection
  /** Whether the last computed items name the people who reacted. */
  #namesPeople = false
  readonly #waiting: WaitReasons
  #made: ReadonlyMap<number, Made> = new Map()
  #people: ReadonlySet<number> = new Set()
  #streams: ReadonlySet<number> = new Set()
  #hasPending = false

  constructor(core: ReadCore, unread: UnreadProjection, preferences: PreferencesProjection, waiting: WaitReasons) {
    this.#core = core
    this.#unread = unread
    this.#preferences = preferences
    this.#waiting = waiting
  }

  /** Returns whether the last computed items show one of these people. */
  showsPeople(change: Extract<Change, { kind: 'people' }>): boolean {
    return change.put.some(({ id }) => this.#people.has(id)) || change.gone.some((id) => this.#people.has(id))
  }

  /** Returns whether the last computed items have messages of one of these streams. */
  showsStreams(change: Extract<Change, { kind: 'streams' }>): boolean {
    return change.put.some(({ id }) => this.#streams.has(id)) || change.gone.some((id) => this.#streams.has(id))
  }

  /** Returns whether an item shows a pending action, whose reason to wait may change. */
  get hasPending(): boolean {
    return this.#hasPending
  }

  items(rows: readonly MessageRow[]): MessageItem[] {
    const overlays = new MessageOverlays(this.#core, this.#waiting)
    const namesPeople = this.#preferences.userSettings.display_emoji_reaction_users
    const isAlike = namesPeople === this.#namesPeople
    this.#namesPeople = namesPeople
    const factsOf = this.#facts()
    const made = new Map<number, Made>()
    const items = rows.map((row) => {
      const known = this.#made.get(row.id)
      const facts = factsOf(row)
      const next =
        known !== undefined && isAlike && this.#isAsMade(known, row, facts, overlays)
          ? known
          : this.#make(row, facts, overlays, known)
      made.set(row.id, next)
      return next.item
    })
    this.#made = made
    const all = [...made.values()]
    this.#people = new Set(all.flatMap(({ people }) => people))
    this.#streams = new Set(all.flatMap(({ row }) => row.stream_id ?? []))
    this.#hasPending = all.some(({ isPending }) => isPending)
    return items
  }

  #facts(): (row: MessageRow) => Facts {
    const { accountState, ports } = this.#core
    const isFresh = freshnessOf(this.#core)
    const judge = accountState.judge(ports.clock.now())
    return (row) => {
      const stream = row.stream_id === null ? undefined : accountState.streams.get(row.stream_id)
      const message = { senderId: row.sender_id, timestamp: row.timestamp, stream }
      return {
        isRead: !this.#unread.isUnread(row.id),
        canEdit: mayBeginEdit(message, judge) && !hasWidget(row),
        canDelete: mayDeleteMessage(message, judge),
        isHidden: this.#preferences.isPersonMuted(row.sender_id),
        isStale: !isFresh(row),
      }
    }
  }

  #isAsMade(
    { row, item, people, peopleRows, emoji, isPending }: Made,
    now: MessageRow,
    facts: Facts,
    overlays: MessageOverlays,
  ) {
    const { accountState } = this.#core
    return (
      row === now &&
      !isPending &&
      !overlays.has(now) &&
      item.isRead === facts.isRead &&
      item.canEdit === facts.canEdit &&
      item.canDelete === facts.canDelete &&
      item.isHidden === facts.isHidden &&
      item.isStale === facts.isStale &&
      (emoji === null || emoji === accountState.of(customEmoji)) &&
      people.every((id, index) => accountState.people.get(id) === peopleRows[index])
    )
  }

  #make(row: MessageRow, facts: Facts, overlays: MessageOverlays, known: Made | undefined): Made {
    const { accountState } = this.#core
    const people = peopleOf(row)
    const item = this.#item(row, facts, overlays)
    return {
      row,
      item: known !== undefined && JSON.stringify(known.item) === JSON.stringify(item) ? known.item : item,
      people,
      peopleRows: people.map((id) => accountState.people.get(id)),
      emoji: item.reactions.some(({ type }) => type === 'realm_emoji') ? accountState.of(customEmoji) : null,
      isPending: overlays.has(row),
    }
  }

  #item(row: MessageRow, facts: Facts, overlays: MessageOverlays): MessageItem {
    const { accountState } = this.#core
    const shown = overlays.over(row, {
      isStarred: row.is_starred === 1,
      reactions: readReactions(row.reactions),
      change: null,
      parts: [],
      problems: [],
    })
    return {
      key: `message:${row.id}`,
      kind: 'message',
      id: row.id,
      sender: accountState.person(row.sender_id),
      html: row.content,
      timestamp: row.timestamp,
      flags: textFlags(row),
      isMe: row.is_me === 1,
      isEdited: row.edited_at !== null,
      isMoved: row.moved_at !== null,
      isStarred: shown.isStarred,
      change: shown.change,
      widget: widgetItem(this.#core, row, shown),
      streamId: row.stream_id,
      topic: row.topic,
      hidesPreviews: row.hides_previews === 1,
      topicName: row.stream_id === null ? '' : accountState.topicName(row.topic),
      reactions: reactionItems(this.#core, shown.reactions, this.#namesPeople),
      ...facts,
    }
  }
}

/** Returns the people whose names or pictures an item may show. */
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
