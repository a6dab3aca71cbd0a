import type { ServerEvent } from '../state/events.ts'
import type { Service } from '../core/service.ts'
import type { Change } from '../state/changes.ts'
import { slices } from '../state/slices.ts'
import { containerOfRanges } from '../values/conversation.ts'

/** The types of events that report the user's own choices. */
const choiceTypes: ReadonlySet<string> = new Set(slices.flatMap(({ choices }) => choices))

/**
 * Records which messages events touch while a fetch is in flight (M4). The answer is an earlier snapshot: it must not
 * restore a message that an event has deleted since, or overwrite an event's changes.
 */
export class TouchedMessages implements Service {
  readonly #watches = new Set<Watch>()

  /** Starts a watch. The caller must call `end` when the answer is stored or discarded. */
  watch(): Watch {
    const watch: Watch = {
      deleted: new Set(),
      preferences: false,
      changed: new Set(),
      lost: new Set(),
      evictions: new Map(),
      end: () => {
        this.#watches.delete(watch)
      },
    }
    this.#watches.add(watch)
    return watch
  }

  /**
   * Records that a message was stored from another source, so that an older answer without it does not mean that it
   * was deleted.
   */
  noteStored(id: number): void {
    for (const watch of this.#watches) watch.changed.add(id)
  }

  /**
   * Records that rows of a container below an id were evicted, so that an answer that is being stored proves nothing
   * about them.
   */
  noteEvicted(container: string, below: number): void {
    for (const { evictions } of this.#watches) {
      evictions.set(container, Math.max(evictions.get(container) ?? 0, below))
    }
  }

  /** Records feeds whose contents are unknown, so that an earlier answer does not prove them (M19). */
  onCommit(changes: readonly Change[]): void {
    for (const change of changes) {
      if (change.kind !== 'ranges_lost' || !change.container.startsWith('feed:')) continue
      for (const watch of this.#watches) watch.lost.add(change.container)
    }
  }

  note(events: readonly ServerEvent[]): void {
    if (this.#watches.size === 0) return
    for (const event of events) {
      if (choiceTypes.has(event.type)) for (const watch of this.#watches) watch.preferences = true
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

/** The changes since a fetch began. The sets of ids contain messages that events deleted or changed. */
export interface Watch {
  readonly deleted: Set<number>
  readonly changed: Set<number>
  /** Feeds whose contents may have changed. */
  readonly lost: Set<string>
  /** Rows of these containers below these ids were evicted meanwhile, also those of the answer. */
  readonly evictions: Map<string, number>
  /** It tells whether an event changed the user's preferences for topics, streams or people. */
  preferences: boolean
  end(): void
}

/** Returns the id below which an answer proves nothing, because rows were evicted meanwhile. @param name the key of its ranges */
export function evictedBelow({ evictions }: Pick<Watch, 'evictions'>, name: string): number {
  const container = containerOfRanges(name)
  return container === null ? Math.max(0, ...evictions.values()) : (evictions.get(container) ?? 0)
}
