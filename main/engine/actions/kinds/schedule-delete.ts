import type { Result } from '#contract/base/failures.ts'
import type { DraftText } from '#contract/drafts.ts'
import { ApiError } from '../../api/errors.ts'
import { deleteScheduled as requestDeletion } from '../../api/scheduled.ts'
import type { Core } from '../../core/core.ts'
import { addToDraft } from '../../drafts/editing.ts'
import type { ActionKindDefinition } from '../definition.ts'
import { type ActionCalls, queueAction } from '../queue-action.ts'
import {
  queueKeyOfScheduled,
  notScheduled,
  scheduleChangeOf,
  scheduleChangeSchema,
  scheduledQueueKey,
  scheduleEditKind,
  type ScheduleChange,
} from './schedule-edit.ts'
import { claimForUnknownScheduling } from './schedule.ts'
import { scheduled } from '../../state/scheduled/scheduled.ts'
import { changeOf } from '../../state/part.ts'

/** Deletes a scheduled message at the server. */
export const scheduleDeleteKind: ActionKindDefinition<ScheduleChange> = {
  name: 'schedule_delete',
  schema: scheduleChangeSchema,
  queueKey: scheduledQueueKey,
  outcome: 'idempotent',
  replaces: (earlier) => earlier.kind === scheduleEditKind.name,
  execute: {
    request: async (core, row, options) => {
      try {
        await requestDeletion(core.api, scheduleChangeOf(row).scheduledId, options)
      } catch (error) {
        // The message no longer exists, which is the wanted state.
        if (!(error instanceof ApiError) || error.status !== 404) throw error
      }
    },
    applyResponse: (core, row) => {
      core.store.organization.removeScheduled(scheduleChangeOf(row).scheduledId)
      return [changeOf(scheduled)]
    },
  },
  overlay: { scheduled: { changed: (shown, row) => (row.state === 'failed' ? shown : null) } },
  describe: () => ({ what: { code: 'SCHEDULED_DELETION' }, conversation: null, text: '' }),
}

/** Deletes a scheduled message at the server. With `keepDraft` its text is in the draft before this returns. */
function deleteScheduled(
  core: Core,
  choice: { readonly scheduledId: number; readonly keepDraft: boolean },
  localId: string,
): Result<DraftText> {
  const { scheduledId } = choice
  const message = core.accountState.of(scheduled).find((other) => other.id === scheduledId)
  if (message === undefined) return { ok: false, error: notScheduled }
  const queueKey = queueKeyOfScheduled(scheduledId)
  const waiting = core.store.outbox.ofQueue(queueKey)
  if (waiting.some((row) => row.kind === scheduleDeleteKind.name && row.state !== 'failed')) {
    // A repeated call finds the text in the draft already.
    const kept = choice.keepDraft ? core.store.drafts.newest(message.conversation) : undefined
    return { ok: true, value: { topic: message.topic, content: kept?.content ?? '' } }
  }
  let text = ''
  queueAction(core, scheduleDeleteKind, { localId, queueKey, payload: { scheduledId } }, () => {
    const changes = claimForUnknownScheduling(core, message)
    if (!choice.keepDraft) return changes
    const added = { content: message.content, attachments: [], now: core.ports.clock.now() }
    const kept = addToDraft(core.store, message, added)
    text = kept.row.content
    return [...changes, ...kept.changes]
  })
  return { ok: true, value: { topic: message.topic, content: text } }
}

export const scheduleDeleteCalls = {
  'scheduled.delete': (core, choice, newId) => deleteScheduled(core, choice, newId('schedule')),
} as const satisfies ActionCalls
