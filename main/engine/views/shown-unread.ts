import type { Core } from '../core.ts'
import { readIds } from '../outbox/overlay.ts'

/** Unreads as the user sees them: what the server said, less what was read here and not told yet (P3). */
export class ShownUnread {
  readonly #core: Core
  #pending: ReadonlySet<number>

  constructor(core: Core) {
    this.#core = core
    this.#pending = readIds(core.store.outbox.ofKind('read'))
    core.onCommit((changes) => {
      if (changes.some((change) => change.kind === 'outbox' && change.conversation === 'read')) {
        this.#pending = readIds(core.store.outbox.ofKind('read'))
      }
    })
  }

  isUnread(id: number): boolean {
    return this.#core.world.unread.has(id) && !this.#pending.has(id)
  }

  /** Unread ids of a conversation or stream, ascending. */
  ids(conversation: string): number[] {
    const ids = this.#core.world.unread.ids(conversation)
    return this.#pending.size === 0 ? ids : ids.filter((id) => !this.#pending.has(id))
  }

  /** Unread messages of all conversations that are not muted, and how many of them mention the user (U10). */
  totals(): { readonly unread: number; readonly mentions: number } {
    let unread = 0
    let mentions = 0
    for (const conversation of this.#core.world.unread.conversations()) {
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
