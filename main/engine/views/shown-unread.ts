import type { Core } from '../core.ts'
import type { Change } from '../model/changes.ts'
import { conversationOf, parseConversation, streamOfConversation } from '../values/conversation.ts'
import { countsAsMention } from '../values/mentions.ts'
import { readNarrowPayload, readPayload, type ReadNarrowPayload } from '../actions/payload.ts'
import { isInScope } from '../actions/read-scope.ts'
import { ReadAnew } from './read-anew.ts'
import type { ShownPreferences } from './shown-preferences.ts'

/** What was marked here and not told to the server yet. */
interface Wishes {
  readonly read: ReadonlySet<number>
  /** Marked unread, with the conversation of each. */
  readonly unread: ReadonlyMap<number, string>
  /** How those mention the user. */
  readonly mentions: ReadonlyMap<number, number>
  /** The same by conversation: all conversations are asked for after each change, of many thousand messages. */
  readonly marked: ReadonlyMap<string, readonly number[]>
  /** Whether a whole narrow is being marked as read. */
  readonly hasNarrow: boolean
}

/** Unreads as the user sees them: what the server said, less what was read here and not told yet (P3). */
export class ShownUnread {
  readonly #core: Core
  readonly #preferences: ShownPreferences
  readonly #wishes: ReadAnew<Wishes>

  constructor(core: Core, preferences: ShownPreferences) {
    this.#core = core
    this.#preferences = preferences
    this.#wishes = new ReadAnew(
      core,
      (change, { hasNarrow }) => this.#concerns(change, hasNarrow),
      () => this.#readWishes(),
    )
  }

  #concerns(change: Change, hasNarrow: boolean): boolean {
    return (
      (change.kind === 'outbox' && (change.conversation === 'read' || change.conversation.startsWith('mute_user:'))) ||
      (change.kind === 'message' && this.#preferences.newlyMutedPeople().length > 0) ||
      (hasNarrow && (change.kind === 'unread_added' || change.kind === 'unread_replaced'))
    )
  }

  #readWishes(): Wishes {
    const { outbox, messages } = this.#core.store
    // What a person has written is read as soon as the person is muted (wire-protocol.md §2.8).
    const read = new Set(this.#preferences.newlyMutedPeople().flatMap((id) => messages.unreadOf(id)))
    const unread = new Map<number, string>()
    const mentions = new Map<number, number>()
    let hasNarrow = false
    // In their order: of two wishes for the same message the later one counts.
    for (const row of outbox.ofConversation('read')) {
      if (row.kind === 'read_narrow') {
        hasNarrow = true
        this.#readNarrow(readNarrowPayload(row), read, unread)
        continue
      }
      const { messageIds, places } = readPayload(row)
      for (const id of messageIds) {
        if (row.kind === 'read') {
          read.add(id)
          unread.delete(id)
          continue
        }
        read.delete(id)
        if (places !== undefined) continue
        const message = messages.get(id)
        if (message === undefined) continue
        unread.set(id, conversationOf(message))
        mentions.set(id, message.mention)
      }
      for (const [conversation, ids] of Object.entries(places ?? {})) for (const id of ids) unread.set(id, conversation)
    }
    const marked = Map.groupBy(unread.keys(), (id) => unread.get(id) ?? '')
    return { read, unread, mentions, marked, hasNarrow }
  }

  #readNarrow({ scope, through }: ReadNarrowPayload, read: Set<number>, unread: Map<number, string>): void {
    const { world } = this.#core
    for (const conversation of world.unread.conversations()) {
      if (!isInScope(scope, conversation)) continue
      for (const id of world.unread.ids(conversation)) if (id <= through) read.add(id)
    }
    for (const [id, conversation] of unread) {
      if (id > through || !isInScope(scope, conversation)) continue
      read.add(id)
      unread.delete(id)
    }
  }

  isUnread(id: number): boolean {
    const { read, unread } = this.#wishes.value
    return (this.#core.world.unread.has(id) && !read.has(id)) || unread.has(id)
  }

  /** A number that rises whenever the unread messages of a stream may be others. */
  revisionOf(streamId: number): number {
    return this.#wishes.reads + this.#core.world.unread.revisionOf(streamId)
  }

  /** Unread ids of a conversation or stream, ascending. */
  ids(conversation: string): number[] {
    const { world } = this.#core
    const base = world.unread.ids(conversation)
    const { read, unread, marked: markedIn } = this.#wishes.value
    if (read.size === 0 && unread.size === 0) return base
    const place = parseConversation(conversation)
    const marked =
      place?.kind === 'stream'
        ? [...markedIn].flatMap(([key, ids]) => (streamOfConversation(key) === place.streamId ? ids : []))
        : (markedIn.get(conversation) ?? [])
    return [...new Set([...base.filter((id) => !read.has(id)), ...marked])].sort((a, b) => a - b)
  }

  /** How many of a conversation's unread ids mention the user, by the mute settings of now (F4). */
  mentionsAmong(conversation: string, ids: readonly number[]): number {
    const { unread } = this.#core.world
    const { mentions } = this.#wishes.value
    const isHidden = this.#preferences.isHidden(conversation)
    const counts = (id: number) => countsAsMention(unread.mention(id) || (mentions.get(id) ?? 0), isHidden)
    return ids.reduce((sum, id) => sum + (counts(id) ? 1 : 0), 0)
  }

  /** Conversations that have unread messages. */
  conversations(): ReadonlySet<string> {
    return new Set([...this.#core.world.unread.conversations(), ...this.#wishes.value.marked.keys()])
  }

  /**
   * Unread messages of all conversations that are not hidden, how many of them are for the user, and what the icon
   * counts by `desktop_icon_count_display`; in hidden places only direct mentions count (U10).
   */
  totals(): { readonly unread: number; readonly mentions: number; readonly badge: number } {
    let unread = 0
    let mentions = 0
    let followed = 0
    for (const conversation of this.conversations()) {
      const ids = this.ids(conversation)
      const place = parseConversation(conversation)
      const mentioned = this.mentionsAmong(conversation, ids)
      unread += this.#preferences.isHidden(conversation) ? mentioned : ids.length
      mentions += place?.kind === 'topic' ? mentioned : ids.length
      if (place?.kind !== 'topic') continue
      if (this.#preferences.topicPolicy(place.streamId, place.topicKey) === 3) followed += ids.length - mentioned
    }
    return { unread, mentions, badge: this.#badge({ unread, mentions, followed }) }
  }

  /** 1 all unreads, 2 direct messages, mentions and followed topics, 3 direct messages and mentions, 4 none. */
  #badge(counts: { unread: number; mentions: number; followed: number }): number {
    switch (this.#core.world.settings.desktop_icon_count_display) {
      case 2:
        return counts.mentions + counts.followed
      case 3:
        return counts.mentions
      case 4:
        return 0
      default:
        return counts.unread
    }
  }
}
