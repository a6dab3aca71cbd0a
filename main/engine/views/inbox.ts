import type { ConversationEntry, InboxMeta } from '#contract/navigation.ts'
import { clientLimits } from '#shared/client-limits.ts'
import type { ReadCore } from '../core/read-core.ts'
import type { Change } from '../state/changes.ts'
import type { ConversationLists } from '../projections/conversation-lists.ts'
import type { PreferencesProjection } from '../projections/preferences.ts'
import type { UnreadProjection } from '../projections/unread.ts'
import type { StreamTally, UnreadConversation } from '../projections/unread-tallies.ts'
import type { View } from './view.ts'

const most = clientLimits.inboxRows.most
const perStep = clientLimits.listStep.most
/** Changes of these kinds do not affect a list of conversations. */
const unseen: ReadonlySet<Change['kind']> = new Set([
  'ranges',
  'ranges_lost',
  'progress',
  'waiting',
  'groups',
  'presence',
  'typing',
  'part',
  'drafts',
  'notifications',
])

/** The parts of which lists of conversations are made. */
export interface ListParts {
  readonly core: ReadCore
  readonly unread: UnreadProjection
  readonly preferences: PreferencesProjection
  readonly lists: ConversationLists
  /** It is called when the list must be computed again. */
  readonly onDirty: () => void
}

/** Returns whether a change may alter a list of conversations. */
export function touchesConversations(change: Change): boolean {
  return !unseen.has(change.kind)
}

/**
 * The view of conversations with unread messages: those with mentions first, then direct ones, then topics by stream,
 * each group with the newest first. It shows the first of them, and more on demand.
 */
export class InboxView implements View<'inbox'> {
  readonly #unread: UnreadProjection
  readonly #lists: ConversationLists
  /** The number of conversations that the user has requested. */
  #wanted = perStep
  /** A listed conversation stays until it is read, so that a new one before it does not remove it from the list. */
  #listed: ReadonlySet<string> = new Set()
  readonly #onDirty: () => void

  constructor({ unread, lists, onDirty }: Pick<ListParts, 'unread' | 'lists' | 'onDirty'>) {
    this.#unread = unread
    this.#lists = lists
    this.#onDirty = onDirty
  }

  isAffected(change: Change): boolean {
    return touchesConversations(change)
  }

  compute(): { items: ConversationEntry[]; meta: InboxMeta } {
    const tallies = this.#unread.tallies()
    const total = tallies.reduce((sum, { tally }) => sum + tally.conversations.length, 0)
    const listed = this.#list(tallies)
    this.#listed = new Set(listed)
    const isRest = total > listed.length
    const isFull = this.#wanted >= most
    return {
      items: this.#lists.entries.of(listed),
      meta: { unread: this.#unread.totals(tallies).unread, hasMore: isRest && !isFull, isCut: isRest && isFull },
    }
  }

  /** Lists more conversations, up to the limit of the list. */
  more(): void {
    this.#wanted = Math.min(Math.max(this.#wanted, this.#listed.size) + perStep, most)
    this.#onDirty()
  }

  /** Returns the first conversations in order, and those after them that were listed before. */
  #list(tallies: readonly StreamTally[]): string[] {
    const list: string[] = []
    let missing = [...this.#listed].filter((conversation) => this.#unread.ids(conversation).length > 0).length
    for (const { conversation } of this.#inOrder(tallies)) {
      const wasListed = this.#listed.has(conversation)
      if (wasListed) missing -= 1
      if (wasListed || list.length < this.#wanted) list.push(conversation)
      if (missing <= 0 && list.length >= this.#wanted) break
    }
    return list
  }

  /**
   * Yields the unread conversations: those with mentions, then direct ones, then those of pinned streams, then those
   * of other streams by name, each group with the newest first. The caller reads only as many of twenty thousand as
   * it lists.
   */
  *#inOrder(tallies: readonly StreamTally[]): Generator<UnreadConversation> {
    const mentioned = tallies.flatMap(({ tally }) => (tally.mentions > 0 ? tally.conversations.filter(hasMention) : []))
    yield* mentioned.sort((a, b) => b.newest - a.newest)
    const tallyOf = new Map(tallies.map(({ streamId, tally }) => [streamId, tally]))
    for (const streamId of [null, ...this.#lists.streams.inOrder()]) {
      const tally = tallyOf.get(streamId)
      tallyOf.delete(streamId)
      for (const place of tally?.conversations ?? []) if (!hasMention(place)) yield place
    }
    // These streams are unknown to the account.
    for (const { conversations } of tallyOf.values())
      for (const place of conversations) if (!hasMention(place)) yield place
  }
}

function hasMention({ mentions }: UnreadConversation): boolean {
  return mentions > 0
}
