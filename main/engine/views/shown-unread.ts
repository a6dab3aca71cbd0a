import type { Core } from '../core.ts'
import { conversationOf, streamOfConversation } from '../model/conversation.ts'
import { markedIds } from '../outbox/overlay.ts'

/** Unreads as the user sees them: what the server said, less what was read here and not told yet (P3). */
export class ShownUnread {
  readonly #core: Core
  #read: ReadonlySet<number> = new Set()
  /** Marked unread here, by conversation. */
  #unread: ReadonlyMap<number, string> = new Map()

  constructor(core: Core) {
    this.#core = core
    this.#load()
    core.onCommit((changes) => {
      if (changes.some((change) => change.kind === 'outbox' && change.conversation === 'read')) this.#load()
    })
  }

  #load(): void {
    const { outbox, messages } = this.#core.store
    this.#read = markedIds(outbox.ofKind('read'))
    const unread = new Map<number, string>()
    for (const id of markedIds(outbox.ofKind('unread'))) {
      const row = messages.get(id)
      if (row !== undefined && !this.#read.has(id)) unread.set(id, conversationOf(row))
    }
    this.#unread = unread
  }

  isUnread(id: number): boolean {
    return (this.#core.world.unread.has(id) && !this.#read.has(id)) || this.#unread.has(id)
  }

  /** Unread ids of a conversation or stream, ascending. */
  ids(conversation: string): number[] {
    const { world } = this.#core
    const base = world.unread.ids(conversation)
    if (this.#read.size === 0 && this.#unread.size === 0) return base
    const streamId = conversation.startsWith('stream:') ? streamOfConversation(conversation) : null
    const marked = [...this.#unread]
      .filter(([, place]) => (streamId === null ? place === conversation : streamOfConversation(place) === streamId))
      .map(([id]) => id)
    return [...new Set([...base.filter((id) => !this.#read.has(id)), ...marked])].sort((a, b) => a - b)
  }

  /** Unread messages of all conversations that are not muted, and how many of them mention the user (U10). */
  totals(): { readonly unread: number; readonly mentions: number } {
    let unread = 0
    let mentions = 0
    const conversations = new Set([...this.#core.world.unread.conversations(), ...this.#unread.values()])
    for (const conversation of conversations) {
      const ids = this.ids(conversation)
      const mentioned = ids.filter((id) => this.#core.world.unread.isMention(id)).length
      const streamId = /^topic:(\d+):/.exec(conversation)?.[1]
      const stream = streamId === undefined ? undefined : this.#core.world.streams.get(Number(streamId))
      unread += stream?.is_muted === 1 ? mentioned : ids.length
      mentions += streamId === undefined ? ids.length : mentioned
    }
    return { unread, mentions }
  }
}
