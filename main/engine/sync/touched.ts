import type { ServerEvent } from '../model/events.ts'

/**
 * Which messages events have touched while a fetch is under way (M4). The answer of a fetch is a snapshot from some
 * past moment: what an event deleted since must not come back, and what an event changed since must not be overwritten.
 */
export class TouchedMessages {
  readonly #watches = new Set<Watch>()

  /** Begins to watch; call `end` when the answer is stored or given up. */
  watch(): Watch {
    const watch: Watch = {
      deleted: new Set(),
      preferences: false,
      changed: new Set(),
      lost: new Set(),
      evictedBelow: 0,
      end: () => {
        this.#watches.delete(watch)
      },
    }
    this.#watches.add(watch)
    return watch
  }

  /** A message was stored from another source: an older answer must not take it for vanished. */
  noteStored(id: number): void {
    for (const watch of this.#watches) watch.changed.add(id)
  }

  /** Rows below an id were evicted: an answer that is being stored proves nothing of them any more. */
  noteEvicted(below: number): void {
    for (const watch of this.#watches) watch.evictedBelow = Math.max(watch.evictedBelow, below)
  }

  /** What a container holds is not known any more: an answer from before does not say it either (M19). */
  noteLost(container: string): void {
    for (const watch of this.#watches) watch.lost.add(container)
  }

  note(events: readonly ServerEvent[]): void {
    if (this.#watches.size === 0) return
    for (const event of events) {
      switch (event.type) {
        case 'delete_message':
          for (const watch of this.#watches) {
            for (const id of event.message_ids ?? [event.message_id ?? -1]) watch.deleted.add(id)
          }
          break
        case 'update_message':
          for (const watch of this.#watches) {
            for (const id of [event.message_id, ...event.message_ids]) watch.changed.add(id)
          }
          break
        case 'user_topic':
        case 'muted_topics':
        case 'muted_users':
        case 'scheduled_messages':
        case 'subscription':
          for (const watch of this.#watches) watch.preferences = true
          break
        case 'reaction':
          for (const watch of this.#watches) watch.changed.add(event.message_id)
          break
        case 'update_message_flags':
          for (const watch of this.#watches) for (const id of event.messages) watch.changed.add(id)
          break
        default:
          break
      }
    }
  }
}

export interface Watch {
  readonly deleted: Set<number>
  readonly changed: Set<number>
  /** Feeds that may hold other messages now. */
  readonly lost: Set<string>
  /** Rows below this id were taken off the disk meanwhile, those of the answer among them. */
  evictedBelow: number
  /** An event has changed what the user chose for topics, streams or people. */
  preferences: boolean
  end(): void
}
