import type { MessageId } from '#shared/ids.ts'
import { isInScope, markNarrowRead, type ReadScope } from './kinds/read-narrow.ts'
import { insertUnread } from './kinds/unread.ts'
import type { Core } from '../core/core.ts'
import { conversationOf } from '../values/conversation.ts'
import type { UnreadProjection } from '../projections/unread.ts'

/** The number of marks, the newest ones, that can be undone. */
const mostKept = 5

/** The unread messages of a marked narrow, by conversation. */
type MarkedIds = ReadonlyMap<string, readonly MessageId[]>

/**
 * The narrows that were marked as read, for undo: exactly the messages that were shown as unread become unread again.
 * They are kept in memory, because the page that can undo does not outlive the program either.
 */
export class MarkedNarrows {
  readonly #core: Core
  readonly #unread: UnreadProjection
  readonly #kept = new Map<string, MarkedIds>()

  constructor(core: Core, unread: UnreadProjection) {
    this.#core = core
    this.#unread = unread
  }

  /** Marks a narrow as read (U9). Returns the number of messages that were unread. */
  mark(scope: ReadScope, localId: string): { readonly localId: string; readonly count: number } {
    const ids = new Map<string, readonly MessageId[]>()
    for (const conversation of this.#unread.conversations()) {
      const unread = isInScope(scope, conversation) ? this.#unread.ids(conversation) : []
      if (unread.length > 0) ids.set(conversation, unread)
    }
    markNarrowRead(this.#core, scope, localId)
    this.#kept.set(localId, ids)
    for (const old of [...this.#kept.keys()].slice(0, -mostKept)) this.#kept.delete(old)
    return { localId, count: [...ids.values()].reduce((sum, { length }) => sum + length, 0) }
  }

  /**
   * Marks the messages of a mark as unread again; its unsent steps are dropped. A step in flight ends first, because
   * both have the same queue key.
   * @returns false if the messages are no longer known
   */
  undo(localId: string, newId: string): boolean {
    const marked = this.#kept.get(localId)
    if (marked === undefined) return false
    const { store, accountState } = this.#core
    const conversationOfId = (id: MessageId, conversation: string) => {
      const message = store.messages.get(id)
      return (
        accountState.unread.row(id)?.conversation ?? (message === undefined ? conversation : conversationOf(message))
      )
    }
    const conversations = new Map(
      [...marked].flatMap(([key, ids]) => ids.map((id) => [id, conversationOfId(id, key)] as const)),
    )
    this.#core.commit(() => {
      store.outbox.remove(localId)
      return insertUnread(this.#core, [...conversations.keys()], (id) => conversations.get(id) ?? null, newId)
    })
    this.#kept.delete(localId)
    return true
  }
}
