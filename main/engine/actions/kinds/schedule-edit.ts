import { z } from 'zod'
import type { Failure, Result } from '#contract/base/failures.ts'
import { ApiError } from '../../api/errors.ts'
import { editScheduled as requestEdit } from '../../api/scheduled.ts'
import type { Core } from '../../core/core.ts'
import { readStoredFailure } from '../../values/failures.ts'
import { normalize } from '../../values/message-text.ts'
import { payloadReader } from '../message-payload.ts'
import type { ActionKindDefinition } from '../definition.ts'
import type { QueueKeyDefinition } from '../../projections/overlay.ts'
import { type ActionCalls, queueAction } from '../queue-action.ts'
import { claimForUnknownScheduling, timeProblem } from './schedule.ts'
import { scheduled } from '../../state/scheduled/scheduled.ts'
import { changeOf } from '../../state/part.ts'

/** The payload of the kinds `schedule_edit` and `schedule_delete`. */
export const scheduleChangeSchema = z.object({
  scheduledId: z.number(),
  content: z.string().optional(),
  /** UNIX seconds by the server's clock; `now` is resolved when the request leaves. */
  deliverAt: z.union([z.number(), z.literal('now')]).optional(),
})
export type ScheduleChange = z.infer<typeof scheduleChangeSchema>

export const scheduleChangeOf = payloadReader(scheduleChangeSchema)
export const notScheduled: Failure = { code: 'NOT_SCHEDULED' }
const done = { ok: true, value: null } as const
/**
 * Seconds added to the current time for `now`: the server accepts future times only, and the request takes a moment.
 */
const soonSeconds = 5

/** The queue key of all changes of one scheduled message. */
export function queueKeyOfScheduled(scheduledId: number): string {
  return `scheduled:${scheduledId}`
}

export const scheduledQueueKey: QueueKeyDefinition = {
  pattern: /^scheduled:(\d+)$/,
  conversation: (core, queueKey) => {
    const message = core.accountState.of(scheduled).find(({ id }) => queueKeyOfScheduled(id) === queueKey)
    return message?.conversation ?? null
  },
}

/** Changes the text or the time of a scheduled message at the server. */
export const scheduleEditKind: ActionKindDefinition<ScheduleChange> = {
  name: 'schedule_edit',
  schema: scheduleChangeSchema,
  queueKey: scheduledQueueKey,
  outcome: 'idempotent',
  isReversible: true,
  replaces: (earlier) => earlier.kind === scheduleEditKind.name,
  execute: {
    request: async (core, row, options) => {
      const { scheduledId, content, deliverAt } = scheduleChangeOf(row)
      const text = content === undefined ? undefined : normalize(content)
      const time = deliverAt === 'now' ? serverNow(core) + soonSeconds : deliverAt
      try {
        await requestEdit(core.api, scheduledId, { content: text, deliverAt: time }, options)
      } catch (error) {
        // The message has been sent already if the response to an earlier attempt was lost.
        if (deliverAt !== 'now' || !(error instanceof ApiError) || error.status !== 404) throw error
      }
    },
    applyResponse: (core, row, since) => {
      const { scheduledId, ...change } = scheduleChangeOf(row)
      const message = core.accountState.of(scheduled).find((other) => other.id === scheduledId)
      if (message === undefined || !since.arePreferencesNewest()) return []
      const content = change.content ?? message.content
      // Only the event has the HTML of a new text; the Markdown is shown until it comes.
      const html = content === message.content ? message.html : ''
      const deliver_at = change.deliverAt === 'now' ? serverNow(core) : (change.deliverAt ?? message.deliver_at)
      core.store.organization.putScheduled({ ...message, content, html, deliver_at, is_failed: 0 })
      return [changeOf(scheduled)]
    },
    refused: async (context, row, { reason }) => {
      const { scheduledId } = scheduleChangeOf(row)
      const isKnown = context.core.accountState.of(scheduled).some((message) => message.id === scheduledId)
      await context.fail(row, isKnown ? reason : { code: 'SCHEDULED_GONE', values: { cause: reason } })
    },
  },
  overlay: {
    scheduled: {
      changed: (shown, row) => {
        const { content, deliverAt } = scheduleChangeOf(row)
        const hasFailed = row.state === 'failed'
        return {
          content: content ?? shown.content,
          html: content === undefined ? shown.html : '',
          deliverAt: deliverAt === 'now' ? Math.floor(row.created_at / 1000) : (deliverAt ?? shown.deliverAt),
          state: hasFailed ? 'failed' : 'saving',
          failure: hasFailed ? (readStoredFailure(row.error) ?? { code: 'SERVER_REFUSED' }) : null,
          localId: row.local_id,
        }
      },
    },
  },
  describe: () => ({ what: { code: 'SCHEDULED_EDIT' }, conversation: null, text: '' }),
}

/** Changes the text or the time of a scheduled message at the server; queued edits are merged into one. */
function editScheduled(
  core: Core,
  change: {
    readonly scheduledId: number
    readonly content?: string | undefined
    readonly deliverAt?: number | 'now' | undefined
  },
  localId: string,
): Result<null> {
  const message = core.accountState.of(scheduled).find((other) => other.id === change.scheduledId)
  if (message === undefined) return { ok: false, error: notScheduled }
  if (!core.capabilities.scheduledChanges) {
    return { ok: false, error: { code: 'FEATURE_MISSING', values: { feature: 'edit_scheduled' } } }
  }
  const content = change.content === undefined ? undefined : normalize(change.content)
  if (content === '') return { ok: false, error: { code: 'EMPTY_MESSAGE', values: { act: 'schedule' } } }
  const longest = core.accountState.organization?.maxMessageLength ?? 10_000
  const length = content === undefined ? 0 : [...content].length
  if (length > longest) {
    return { ok: false, error: { code: 'MESSAGE_TOO_LONG', values: { act: 'schedule', length, most: longest } } }
  }
  const late = change.deliverAt === 'now' ? null : timeProblem(core, change.deliverAt ?? message.deliver_at)
  if (late !== null) return { ok: false, error: late }
  const queueKey = queueKeyOfScheduled(change.scheduledId)
  const earlier = core.store.outbox.ofQueue(queueKey).filter((row) => row.kind === scheduleEditKind.name)
  const payload: unknown = Object.assign({}, ...earlier.map(scheduleChangeOf), change)
  queueAction(core, scheduleEditKind, { localId, queueKey, payload }, () => claimForUnknownScheduling(core, message))
  return done
}

function serverNow(core: Core): number {
  return core.accountState.serverSeconds(core.ports.clock.now())
}

export const scheduleEditCalls = {
  'scheduled.edit': (core, change, newId) => editScheduled(core, change, newId('schedule')),
} as const satisfies ActionCalls
