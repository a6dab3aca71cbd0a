import type { StreamId } from '../values/ids.ts'
import type { ReadCore } from '../core/read-core.ts'
import type { Change } from '../state/changes.ts'
import { parseConversation, streamOfConversation } from '../values/conversation.ts'
import { countsAsMention } from '../values/mentions.ts'
import { marksQueueKey, type PendingUnread, type ShownKinds } from './overlay.ts'
import { CachedRead } from './cached-read.ts'
import type { PreferencesProjection } from './preferences.ts'
import { UnreadTallies, type StreamTally } from './unread-tallies.ts'

/** The pending marks as read and unread. */
interface Marks extends Readonly<PendingUnread> {
  /** Messages that were marked as unread, by conversation, because each change queries all conversations. */
  readonly marked: ReadonlyMap<string, readonly number[]>
}

const noMarks: Marks = {
  read: new Set(),
  unread: new Map(),
  mentions: new Map(),
  hasNarrow: false,
  marked: new Map(),
}

/** The unread messages as shown: the server's state with the pending marks applied. */
export class UnreadProjection {
  readonly #core: ReadCore
  readonly #preferences: PreferencesProjection
  readonly #kinds: ShownKinds
  readonly #marks: CachedRead<Marks>
  readonly #tallies: UnreadTallies
  /** The marks of the last read, and a version of their effect on each stream. */
  #lastMarks: Marks | null = null
  readonly #markRevisions = new Map<StreamId | null, number>()

  constructor(core: ReadCore, preferences: PreferencesProjection, kinds: ShownKinds) {
    this.#core = core
    this.#preferences = preferences
    this.#kinds = kinds
    this.#marks = new CachedRead(
      core,
      (change, { hasNarrow }) => this.#concerns(change, hasNarrow),
      () => this.#readMarks(),
    )
    this.#tallies = new UnreadTallies({
      preferences,
      revisionOf: (streamId) => this.revisionOf(streamId),
      conversationsOf: (streamId) => this.conversationsOf(streamId),
      ids: (conversation) => this.ids(conversation),
      mentionsAmong: (conversation, ids) => this.mentionsAmong(conversation, ids),
    })
  }

  #concerns(change: Change, hasNarrow: boolean): boolean {
    return (
      (change.kind === 'outbox' &&
        (change.queueKey === marksQueueKey || this.#preferences.isOfChoices(change.queueKey))) ||
      (change.kind === 'message' && this.#preferences.newlyMutedPeople().length > 0) ||
      (hasNarrow && (change.kind === 'unread_added' || change.kind === 'unread_replaced'))
    )
  }

  #readMarks(): Marks {
    const { outbox, messages } = this.#core.store
    const pending: PendingUnread = {
      // The messages of a muted person count as read at once (wire-protocol.md §2.8).
      read: new Set(this.#preferences.newlyMutedPeople().flatMap((id) => messages.unreadOf(id))),
      unread: new Map(),
      mentions: new Map(),
      hasNarrow: false,
    }
    // Rows are applied in order, because the later one of two marks of a message counts.
    for (const row of outbox.ofQueue(marksQueueKey)) {
      this.#kinds.of(row).overlay?.unread?.(pending, row, this.#core)
    }
    const { unread } = pending
    const marks = { ...pending, marked: Map.groupBy(unread.keys(), (id) => unread.get(id) ?? '') }
    for (const streamId of this.#streamsBetween(this.#lastMarks ?? noMarks, marks)) {
      this.#markRevisions.set(streamId, (this.#markRevisions.get(streamId) ?? 0) + 1)
    }
    this.#lastMarks = marks
    return marks
  }

  /** The streams whose marked messages differ between two reads; null stands for direct conversations. */
  #streamsBetween(before: Marks, now: Marks): Set<StreamId | null> {
    const { unread: base } = this.#core.accountState
    const streams = new Set<StreamId | null>()
    const note = (conversation: string | undefined) => {
      // A message without a known conversation changes nothing.
      if (conversation !== undefined) streams.add(streamOfConversation(conversation))
    }
    for (const [some, others] of [
      [before.read, now.read],
      [now.read, before.read],
    ] as const) {
      for (const id of some) if (!others.has(id)) note(base.row(id)?.conversation)
    }
    for (const id of new Set([...before.unread.keys(), ...now.unread.keys()])) {
      const [earlier, later] = [before.unread.get(id), now.unread.get(id)]
      if (earlier === later && before.mentions.get(id) === now.mentions.get(id)) continue
      note(earlier)
      note(later)
    }
    return streams
  }

  isUnread(id: number): boolean {
    const { read, unread } = this.#marks.value
    return (this.#core.accountState.unread.has(id) && !read.has(id)) || unread.has(id)
  }

  /** A version that increases whenever the unread messages of a stream (null: direct ones) may have changed. */
  revisionOf(streamId: StreamId | null): number {
    // Reading the pending marks updates their revisions.
    this.#followMarks()
    return (this.#markRevisions.get(streamId) ?? 0) + this.#core.accountState.unread.revisionOf(streamId)
  }

  #followMarks(): Marks {
    return this.#marks.value
  }

  /** The unread ids of a conversation or stream, ascending. */
  ids(conversation: string): number[] {
    const { accountState } = this.#core
    const base = accountState.unread.ids(conversation)
    const { read, unread, marked: markedIn } = this.#marks.value
    if (read.size === 0 && unread.size === 0) return base
    const parsed = parseConversation(conversation)
    const marked =
      parsed?.kind === 'stream'
        ? [...markedIn].flatMap(([key, ids]) => (streamOfConversation(key) === parsed.streamId ? ids : []))
        : (markedIn.get(conversation) ?? [])
    return [...new Set([...base.filter((id) => !read.has(id)), ...marked])].sort((a, b) => a - b)
  }

  /** The number of a conversation's unread mentions of the user, by the current mute settings. */
  mentionsAmong(conversation: string, ids: readonly number[]): number {
    const { unread } = this.#core.accountState
    const { mentions } = this.#marks.value
    const isHidden = this.#preferences.isHidden(conversation)
    const counts = (id: number) => countsAsMention(unread.mention(id) || (mentions.get(id) ?? 0), isHidden)
    return ids.reduce((sum, id) => sum + (counts(id) ? 1 : 0), 0)
  }

  /** The conversations with unread messages. */
  conversations(): ReadonlySet<string> {
    return new Set([...this.#core.accountState.unread.conversations(), ...this.#marks.value.marked.keys()])
  }

  /** The tallies of the streams with unread messages, and of direct conversations (null). */
  tallies(): StreamTally[] {
    const marked = [...this.#marks.value.marked.keys()].map(streamOfConversation)
    return [...new Set([...this.#core.accountState.unread.streams(), ...marked])].map((streamId) => ({
      streamId,
      tally: this.#tallies.of(streamId),
    }))
  }

  /** The conversations of a stream that may have unread messages; null stands for direct ones. */
  conversationsOf(streamId: StreamId | null): ReadonlySet<string> {
    const marked = [...this.#marks.value.marked.keys()].filter((key) => streamOfConversation(key) === streamId)
    return new Set([...this.#core.accountState.unread.conversationsOf(streamId), ...marked])
  }

  /**
   * The counts of unread messages (U10): all that count, those addressed to the user, of these the ones with a mention,
   * and the icon's badge by `desktop_icon_count_display`. In hidden conversations only direct mentions count.
   */
  totals(tallies = this.tallies()): {
    readonly unread: number
    readonly mentions: number
    readonly flagged: number
    readonly badge: number
  } {
    let unread = 0
    let mentions = 0
    let flagged = 0
    let followed = 0
    for (const { tally } of tallies) {
      unread += tally.unread
      mentions += tally.mentions
      flagged += tally.flagged
      followed += tally.followed
    }
    return { unread, mentions, flagged, badge: this.#badge({ unread, mentions, followed }) }
  }

  /**
   * The badge by the setting: 1 all unread messages, 2 direct messages, mentions and followed topics, 3 direct messages
   * and mentions, 4 none.
   */
  #badge(counts: { unread: number; mentions: number; followed: number }): number {
    switch (this.#preferences.userSettings.desktop_icon_count_display) {
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
