import type { ConversationEntry, ConversationsMeta } from '../../../preload/contract/views/inbox.ts'
import { clientLimits } from '../../../shared/client-limits.ts'
import type { ReadCore } from '../read-core.ts'
import type { Change } from '../model/changes.ts'
import { streamOfConversation } from '../values/conversation.ts'
import { conversationEntry } from './shown/conversation-entry.ts'
import type { ShownPreferences } from './shown/shown-preferences.ts'
import type { ShownUnread } from './shown/shown-unread.ts'
import type { View } from './view.ts'

const shown = clientLimits.inboxRows.most
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

  constructor(core: ReadCore, unread: ShownUnread, preferences: ShownPreferences) {
    this.#core = core
    this.#unread = unread
    this.#preferences = preferences
  }

  isAffected(change: Change): boolean {
    return touchesConversations(change)
  }

  compute(): { items: ConversationEntry[]; meta: ConversationsMeta } {
    const places = [...this.#unread.conversations()]
      .map((conversation) => ({ conversation, ids: this.#unread.ids(conversation) }))
      .filter(({ conversation, ids }) => this.#counts(conversation, ids))
      .map(({ conversation, ids }) => ({
        conversation,
        newest: ids.at(-1) ?? 0,
        group: this.#groupOf(conversation, ids),
      }))
      .sort((a, b) => compareGroups(a.group, b.group) || b.newest - a.newest)
    return {
      items: places
        .slice(0, shown)
        .map(({ conversation }) => conversationEntry(this.#core, this.#unread, this.#preferences, conversation)),
      meta: { unread: this.#unread.totals().unread, hasMore: places.length > shown },
    }
  }

  /** Muted conversations appear in the inbox with direct mentions only (U10). */
  #counts(conversation: string, ids: readonly number[]): boolean {
    if (ids.length === 0) return false
    return !this.#preferences.isHidden(conversation) || this.#unread.mentionsAmong(conversation, ids) > 0
  }

  /** Conversations with mentions, direct ones, pinned streams, the others by name. */
  #groupOf(conversation: string, ids: readonly number[]): readonly [number, string] {
    if (this.#unread.mentionsAmong(conversation, ids) > 0) return [0, '']
    const streamId = streamOfConversation(conversation)
    if (streamId === null) return [1, '']
    const name = this.#core.world.streams.get(streamId)?.name ?? ''
    return [this.#preferences.isStreamPinned(streamId) ? 2 : 3, `${name.toLowerCase()}:${streamId}`]
  }
}

function compareGroups(a: readonly [number, string], b: readonly [number, string]): number {
  return a[0] - b[0] || a[1].localeCompare(b[1])
}
