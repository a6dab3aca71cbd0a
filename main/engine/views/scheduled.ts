import type { ScheduledItem, ScheduledMeta } from '../../../preload/contract/views/scheduled.ts'
import type { Core } from '../core.ts'
import type { Change } from '../model/changes.ts'
import { messageText, scheduleChangePayload, schedulePayload } from '../actions/payload.ts'
import type { ScheduledRow } from '../store/organization.ts'
import type { OutboxRow } from '../store/outbox.ts'
import { destinationOfKey, headingOf } from './place.ts'
import type { View } from './view-host.ts'

/** Messages that are to be sent later: those that wait at the server, and those on their way to it. */
export class ScheduledView implements View {
  readonly #core: Core

  constructor(core: Core) {
    this.#core = core
  }

  isAffected(change: Change): boolean {
    switch (change.kind) {
      case 'scheduled':
      case 'people':
      case 'streams':
      case 'organization':
        return true
      case 'outbox':
        return change.conversation.startsWith('schedule')
      default:
        return false
    }
  }

  compute(): { items: ScheduledItem[]; meta: ScheduledMeta } {
    const { store, world, capabilities } = this.#core
    const items = [
      ...store.outbox.ofKind('schedule').map((row) => this.#waiting(row)),
      ...world.scheduled.flatMap((message) =>
        this.#atServer(message, store.outbox.ofConversation(`scheduled:${message.id}`)),
      ),
    ]
    return {
      items: items.sort((a, b) => a.deliverAt - b.deliverAt),
      meta: { canSchedule: capabilities.scheduledMessages },
    }
  }

  #waiting(row: OutboxRow): ScheduledItem {
    const payload = schedulePayload(row)
    const isFailed = row.state === 'failed'
    return {
      ...headingOf(this.#core, payload.destination),
      key: `scheduled:${row.local_id}`,
      kind: 'scheduled',
      scheduledId: null,
      localId: row.local_id,
      narrow: payload.destination,
      content: messageText(payload),
      html: '',
      deliverAt: payload.deliverAt,
      state: isFailed ? 'failed' : 'saving',
      detail: isFailed ? (row.error ?? 'The server refused this message.') : 'not at the server yet',
    }
  }

  #atServer(message: ScheduledRow, wishes: readonly OutboxRow[]): ScheduledItem[] {
    if (wishes.some((row) => row.kind === 'schedule_delete' && row.state !== 'failed')) return []
    const edit = wishes.find((row) => row.kind === 'schedule_edit')
    const change = edit === undefined ? undefined : scheduleChangePayload(edit)
    const hasFailed = edit?.state === 'failed'
    const narrow = destinationOfKey(this.#core, message.conversation, message.topic)
    return [
      {
        ...headingOf(this.#core, narrow),
        key: `scheduled:${message.id}`,
        kind: 'scheduled',
        scheduledId: message.id,
        localId: edit?.local_id ?? null,
        narrow,
        content: change?.content ?? message.content,
        html: change?.content === undefined ? message.html : '',
        deliverAt: change?.deliverAt ?? message.deliver_at,
        state: hasFailed || (edit === undefined && message.is_failed === 1) ? 'failed' : edit ? 'saving' : 'waiting',
        detail: hasFailed
          ? (edit.error ?? 'The server refused this change.')
          : edit !== undefined
            ? 'saving the change'
            : message.is_failed === 1
              ? 'It could not be sent at its time. Choose another time, or delete it.'
              : '',
      },
    ]
  }
}
