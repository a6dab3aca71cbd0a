import type { ConversationEntry, ConversationsMeta } from '../../../preload/contract/views/inbox.ts'
import type { ReadCore } from '../read-core.ts'
import type { Change } from '../model/changes.ts'
import { conversationEntry } from './shown/conversation-entry.ts'
import { touchesConversations } from './inbox.ts'
import type { ShownPreferences } from './shown/shown-preferences.ts'
import type { ShownUnread } from './shown/shown-unread.ts'
import type { View } from './view.ts'

const perStep = 60

/** All known conversations, the one with the newest message first. */
export class RecentView implements View<'recent'> {
  readonly #core: ReadCore
  readonly #unread: ShownUnread
  readonly #preferences: ShownPreferences
  readonly #onDirty: () => void
  #shown = perStep

  constructor(core: ReadCore, unread: ShownUnread, preferences: ShownPreferences, onDirty: () => void) {
    this.#core = core
    this.#unread = unread
    this.#preferences = preferences
    this.#onDirty = onDirty
  }

  isAffected(change: Change): boolean {
    return touchesConversations(change)
  }

  compute(): { items: ConversationEntry[]; meta: ConversationsMeta } {
    const places = this.#core.store.messages.recentConversations(this.#shown + 1)
    return {
      items: places
        .slice(0, this.#shown)
        .map((conversation) => conversationEntry(this.#core, this.#unread, this.#preferences, conversation)),
      meta: { unread: this.#unread.totals().unread, hasMore: places.length > this.#shown },
    }
  }

  /** Shows more older entries. */
  more(): void {
    this.#shown += perStep
    this.#onDirty()
  }
}
