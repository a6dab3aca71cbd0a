import type { ConversationEntry, ConversationsMeta } from '../../../preload/contract/views/inbox.ts'
import { clientLimits } from '../../../shared/client-limits.ts'
import type { ReadCore } from '../read-core.ts'
import type { Change } from '../model/changes.ts'
import type { StreamId } from '../values/ids.ts'
import { ConversationEntries } from './shown/conversation-entries.ts'
import type { ShownPreferences } from './shown/shown-preferences.ts'
import type { ShownUnread } from './shown/shown-unread.ts'
import type { UnreadPlace } from './shown/unread-tallies.ts'
import type { View } from './view.ts'

const shown = clientLimits.inboxRows.most
const names = new Intl.Collator()
/** Changes that may move a stream among the sections: its name, or whether it is pinned. */
const ranking: ReadonlySet<Change['kind']> = new Set(['streams', 'preferences', 'outbox', 'epoch'])
/** Changes that do not affect a list of conversations. */
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
])

/** Whether a change may alter a list of conversations. */
export function touchesConversations(change: Change): boolean {
  return !unseen.has(change.kind)
}

/** Conversations with unread messages: with mentions first, then direct ones, then topics by stream; the newest of each first. */
export class InboxView implements View<'inbox'> {
  readonly #core: ReadCore
  readonly #unread: ShownUnread
  readonly #preferences: ShownPreferences
  readonly #entries: ConversationEntries
  /** The place of each stream among the sections; empty once it may have changed. */
  #ranks: ReadonlyMap<StreamId, number> = new Map()

  constructor(core: ReadCore, unread: ShownUnread, preferences: ShownPreferences) {
    this.#core = core
    this.#unread = unread
    this.#preferences = preferences
    this.#entries = new ConversationEntries(core, unread, preferences)
  }

  isAffected(change: Change): boolean {
    this.#entries.note(change)
    if (ranking.has(change.kind)) this.#ranks = new Map()
    return touchesConversations(change)
  }

  compute(): { items: ConversationEntry[]; meta: ConversationsMeta } {
    const { places, total } = this.#places()
    return {
      items: places.map(({ conversation }) => this.#entries.of(conversation)),
      meta: { unread: this.#unread.totals().unread, hasMore: total > shown },
    }
  }

  /**
   * The first conversations and the number of all: those with mentions, then direct ones, then those of pinned streams, then
   * of the others by name, the newest of each first.
   */
  #places(): { readonly places: readonly UnreadPlace[]; readonly total: number } {
    const tallies = this.#unread.tallies()
    const all = tallies.flatMap(({ tally }) => tally.places)
    const places = all.filter(({ mentions }) => mentions > 0).sort((a, b) => b.newest - a.newest)
    // Of twenty thousand conversations only the streams are sorted whose rows are listed.
    for (const { tally } of this.#inOrder(tallies)) {
      if (places.length >= shown) break
      places.push(...tally.places.filter(({ mentions }) => mentions === 0))
    }
    return { places: places.slice(0, shown), total: all.length }
  }

  #inOrder<T extends { readonly streamId: StreamId | null }>(tallies: readonly T[]): T[] {
    if (tallies.some(({ streamId }) => streamId !== null && !this.#ranks.has(streamId))) this.#rank(tallies)
    const rankOf = (streamId: StreamId | null) => (streamId === null ? -1 : (this.#ranks.get(streamId) ?? 0))
    return tallies.toSorted((a, b) => rankOf(a.streamId) - rankOf(b.streamId))
  }

  /** Ranks the streams: comparing thousands of names takes longer than all the rest. */
  #rank(tallies: readonly { readonly streamId: StreamId | null }[]): void {
    const named = tallies.flatMap(({ streamId }) => {
      if (streamId === null) return []
      const name = this.#core.world.streams.get(streamId)?.name ?? ''
      const isPinned = this.#preferences.isStreamPinned(streamId)
      return [{ streamId, isPinned, name: `${name.toLowerCase()}:${streamId}` }]
    })
    named.sort((a, b) => Number(b.isPinned) - Number(a.isPinned) || names.compare(a.name, b.name))
    this.#ranks = new Map(named.map(({ streamId }, index) => [streamId, index]))
  }
}
