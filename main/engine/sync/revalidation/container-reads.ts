import type { ViewQuery } from '#contract/views.ts'
import type { ServerEvent } from '../../state/events.ts'
import type { Core } from '../../core/core.ts'
import { containerOfConversation } from '../../values/conversation.ts'
import { conversationKey } from '../../values/conversation.ts'

/** A container is recorded again only after this time, because only days matter. */
const againMs = 3_600_000
/** Containers that were not read for this long are not revalidated in the background. */
export const readLatelyMs = 30 * 86_400_000

/**
 * Records in which containers the user reads: a window is opened there, or messages are marked as read on any device.
 * It writes at most one row an hour for each container.
 */
export class ContainerReads {
  readonly #core: Core
  readonly #notedAt = new Map<string, number>()
  readonly #pending = new Set<string>()

  constructor(core: Core) {
    this.#core = core
  }

  /** Records the container of an opened window. */
  noteOpened(query: ViewQuery): void {
    if (query.type === 'conversation') this.#note(containerOfConversation(conversationKey(query.narrow)))
    if (query.type === 'feed' && query.narrow.kind === 'direct_all') this.#note('direct')
  }

  /** Records the containers of messages that events mark as read. It must be called before the events are applied. */
  noteEvents(events: readonly ServerEvent[]): void {
    const { unread } = this.#core.accountState
    for (const event of events) {
      // Marking everything as read is not reading.
      if (event.type !== 'update_message_flags' || event.flag !== 'read' || event.op !== 'add' || event.all) continue
      for (const id of event.messages) {
        const row = unread.row(id)
        if (row !== undefined) this.#note(containerOfConversation(row.conversation))
      }
    }
  }

  #note(container: string): void {
    const now = this.#core.ports.clock.now()
    const noted = this.#notedAt.get(container)
    if (noted !== undefined && Math.abs(now - noted) < againMs) return
    this.#notedAt.set(container, now)
    this.#pending.add(container)
    // The row is written after the window has opened, which has priority.
    if (this.#pending.size === 1) this.#core.ports.clock.schedule(0, () => this.#write(now))
  }

  #write(now: number): void {
    const { store, ports } = this.#core
    const containers = [...this.#pending]
    this.#pending.clear()
    if (!store.isOpen()) return
    try {
      store.transaction(() => {
        for (const container of containers) store.containers.noteRead(container, now)
        store.containers.forgetReads(now - readLatelyMs)
      })
    } catch (error) {
      for (const container of containers) this.#notedAt.delete(container)
      this.#core.noteDamage(error)
      ports.log('info', `a read of a container could not be recorded: ${String(error)}`)
    }
  }
}
