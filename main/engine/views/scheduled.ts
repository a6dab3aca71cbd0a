import type { Destination } from '#contract/base/values.ts'
import type { ScheduledItem, ScheduledMeta } from '#contract/scheduled.ts'
import { queueKeyOfScheduled } from '../actions/kinds/schedule-edit.ts'
import type { ReadCore } from '../core/read-core.ts'
import type { Change } from '../state/changes.ts'
import type { ScheduledOverlay, ProjectedScheduledMessage } from '../projections/overlay.ts'
import { definitionOf, queueKeysWhere, namesWhere } from '../actions/kinds.ts'
import type { ScheduledRow } from '../store/organization.ts'
import type { OutboxRow } from '../store/outbox.ts'
import { destinationOfKey, headingOf } from '../projections/headings.ts'
import type { View } from './view.ts'
import { scheduled } from '../state/scheduled/scheduled.ts'

const kindNames = namesWhere(({ overlay }) => overlay?.scheduled !== undefined)
const isScheduledQueue = queueKeysWhere(({ overlay }) => overlay?.scheduled !== undefined)

/**
 * The view of scheduled messages: those of the server with their pending changes, and those that are not sent to it
 * yet.
 */
export class ScheduledView implements View<'scheduled'> {
  readonly #core: ReadCore

  constructor(core: ReadCore) {
    this.#core = core
  }

  isAffected(change: Change): boolean {
    switch (change.kind) {
      case 'people':
      case 'streams':
      case 'organization':
        return true
      case 'part':
        return change.part === scheduled
      case 'outbox':
        return isScheduledQueue(change.queueKey)
      default:
        return false
    }
  }

  compute(): { items: ScheduledItem[]; meta: ScheduledMeta } {
    const { onTheirWay, atServer } = shownScheduled(this.#core)
    const items = [
      ...onTheirWay.map(({ row, added: { destination, ...shown } }) =>
        this.#item(`scheduled:${row.local_id}`, null, destination, shown),
      ),
      ...atServer.map(({ message, shown }) => {
        const narrow = destinationOfKey(this.#core, message.conversation, message.topic)
        return this.#item(`scheduled:${message.id}`, message.id, narrow, shown)
      }),
    ]
    return {
      items: items.sort((a, b) => a.deliverAt - b.deliverAt),
      meta: { canSchedule: this.#core.capabilities.scheduledMessages },
    }
  }

  #item(key: string, scheduledId: number | null, narrow: Destination, shown: ProjectedScheduledMessage): ScheduledItem {
    return { ...headingOf(this.#core, narrow), key, kind: 'scheduled', scheduledId, narrow, ...shown }
  }
}

/** Returns the number of messages in the list of scheduled messages. */
export function scheduledCount(core: ReadCore): number {
  const { onTheirWay, atServer } = shownScheduled(core)
  return onTheirWay.length + atServer.length
}

/** Returns the messages that the server does not have yet, and those that it has with their pending changes. */
function shownScheduled({ store, accountState }: ReadCore) {
  const rows = store.outbox.ofKinds(kindNames)
  const byQueueKey = Map.groupBy(rows, (row) => row.queue_key)
  return {
    onTheirWay: rows.flatMap((row) => {
      const added = overlayOf(row)?.added?.(row)
      return added === undefined ? [] : [{ row, added }]
    }),
    atServer: accountState.of(scheduled).flatMap((message) => {
      const shown = withChanges(message, byQueueKey.get(queueKeyOfScheduled(message.id)) ?? [])
      return shown === null ? [] : [{ message, shown }]
    }),
  }
}

/** Applies the pending changes to a message of the server; null if it is being deleted. */
function withChanges(message: ScheduledRow, rows: readonly OutboxRow[]): ProjectedScheduledMessage | null {
  const hasFailed = message.is_failed === 1
  const base: ProjectedScheduledMessage = {
    content: message.content,
    html: message.html,
    deliverAt: message.deliver_at,
    state: hasFailed ? 'failed' : 'waiting',
    failure: hasFailed ? { code: 'SCHEDULED_NOT_SENT' } : null,
    localId: null,
  }
  return rows.reduce<ProjectedScheduledMessage | null>((before, row) => {
    const { changed } = overlayOf(row) ?? {}
    return before === null || changed === undefined ? before : changed(before, row)
  }, base)
}

function overlayOf(row: OutboxRow): ScheduledOverlay | undefined {
  return definitionOf(row).overlay?.scheduled
}
