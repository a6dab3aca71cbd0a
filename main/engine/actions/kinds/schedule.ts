import { z } from 'zod'
import type { Failure, Result } from '#contract/base/failures.ts'
import type { Destination } from '#contract/base/values.ts'
import { getScheduled, scheduleMessage as requestSchedule } from '../../api/scheduled.ts'
import type { ServerEvent } from '../../state/events.ts'
import type { ReducerContext } from '../../state/context.ts'
import type { Core } from '../../core/core.ts'
import { draftToSend, dropDraft } from '../../drafts/editing.ts'
import type { Change } from '../../state/changes.ts'
import { withTopic } from '../../state/topics/empty-topic.ts'
import { scheduledRow, scheduled } from '../../state/scheduled/scheduled.ts'
import type { ScheduledRow } from '../../store/organization.ts'
import type { OutboxRow } from '../../store/outbox.ts'
import { readStoredFailure } from '../../values/failures.ts'
import { failureKind } from '../../api/request-failures.ts'
import { conversationKey } from '../../values/conversation.ts'
import { normalize } from '../../values/message-text.ts'
import { attemptFailed, noteAbsent } from '../sending/attempts.ts'
import { requestTimeoutMs, type ActionContext } from '../context.ts'
import type { ActionKindDefinition } from '../definition.ts'
import { lookUp } from '../sending/lookup.ts'
import {
  cancelMessage,
  messageLeavingProblem,
  messageProblem,
  wireRecipient,
  writtenMessage,
} from '../outgoing-message.ts'
import { payloadReader, messageSchema, messageText } from '../message-payload.ts'
import { type ActionCalls, insertAction } from '../queue-action.ts'
import { changeOf } from '../../state/part.ts'

const schema = messageSchema.extend({
  /** UNIX seconds by the server's clock. */
  deliverAt: z.number(),
  /** The highest message id known at the attempt; the sent message has a higher one. */
  messagesBefore: z.number().optional(),
})
const payloadOf = payloadReader(schema)
const done = { ok: true, value: null } as const

/** Schedules a message at the server. */
export const scheduleKind: ActionKindDefinition<z.infer<typeof schema>> = {
  name: 'schedule',
  schema,
  queueKey: {
    pattern: /^schedule:(?:topic:\d+:|direct:[\d,]*$)/,
    conversation: (_core, queueKey) => queueKey.replace(/^schedule:/, ''),
  },
  outcome: 'can_be_looked_up',
  execute,
  onEvent: confirmScheduled,
  overlay: {
    scheduled: {
      added: (row) => {
        const payload = payloadOf(row)
        const isFailed = row.state === 'failed'
        return {
          destination: payload.destination,
          content: messageText(payload),
          html: '',
          deliverAt: payload.deliverAt,
          state: isFailed ? 'failed' : 'saving',
          failure: isFailed ? (readStoredFailure(row.error) ?? { code: 'SERVER_REFUSED' }) : null,
          localId: row.local_id,
        }
      },
    },
  },
  describe: (_core, row) => {
    const { destination, content, attachments } = payloadOf(row)
    const conversation = conversationKey(destination)
    return { what: { code: 'SCHEDULED_MESSAGE' }, conversation, narrow: destination, text: content, attachments }
  },
  editing: 'composer',
  leavingProblem: messageLeavingProblem,
  cancel: cancelMessage,
  written: writtenMessage,
}

/** Inserts a message for scheduling into the outbox and removes its draft, in one transaction (S1). */
function scheduleMessage(
  core: Core,
  message: {
    readonly localId: string
    readonly destination: Destination
    readonly content: string
    readonly draftId?: string | undefined
    /** UNIX seconds. */
    readonly deliverAt: number
  },
): Result<null> {
  const { outbox } = core.store
  // A repeated `localId` is the same message, as in `queueMessage`; its time may have come since then.
  if (outbox.isKnown(message.localId)) return done
  const { draft, attachments } = draftToSend(core.store, message.draftId)
  if (!core.capabilities.scheduledMessages) {
    return { ok: false, error: { code: 'FEATURE_MISSING', values: { feature: 'schedule' } } }
  }
  const destination = withTopic(core.accountState, message.destination)
  const problem = messageProblem(core, { ...message, destination, attachments }) ?? timeProblem(core, message.deliverAt)
  if (problem !== null) return { ok: false, error: problem }
  const { localId, content, deliverAt } = message
  const queueKey = `schedule:${conversationKey(destination)}`
  core.commit(() => {
    outbox.noteSent(localId, null, core.ports.clock.now())
    const payload = { destination, content, attachments, deliverAt }
    const queued = insertAction(core, scheduleKind, { localId, queueKey, payload })
    const dropped = draft === undefined ? [] : dropDraft(core.store, draft, core.ports.clock.now())
    return [...queued, ...dropped]
  })
  return done
}

/** Changes the text and time of a scheduled message that the server does not have yet, in its row of the outbox. */
function editUnsent(
  core: Core,
  change: { readonly localId: string; readonly content: string; readonly deliverAt: number },
): Result<null> {
  const { outbox } = core.store
  const row = outbox.get(change.localId)
  if (row?.kind !== scheduleKind.name) return { ok: false, error: { code: 'NOT_IN_OUTBOX' } }
  // A row whose request may have arrived is looked up by its text and time, which therefore stay.
  if (row.state !== 'queued' && row.state !== 'failed') {
    return { ok: false, error: { code: 'ALREADY_LEAVING', values: { isMessage: true } } }
  }
  const payload = payloadOf(row)
  const isSameText = change.content === messageText(payload)
  const content = isSameText ? payload.content : change.content
  // The edited text contains the links of files that were uploaded already.
  const attachments = payload.attachments.filter(({ uri }) => isSameText || uri == null)
  const { destination } = payload
  const problem = messageProblem(core, { destination, content, attachments }) ?? timeProblem(core, change.deliverAt)
  if (problem !== null) return { ok: false, error: problem }
  core.commit(() => {
    const edited = { ...payload, content, attachments, deliverAt: change.deliverAt }
    outbox.update({ ...row, state: 'queued', error: null, absent_count: 0, payload: JSON.stringify(edited) })
    return [{ kind: 'outbox', queueKey: row.queue_key }]
  })
  return done
}

/** The failure for a delivery time (UNIX seconds) that is not in the future; null otherwise. */
export function timeProblem(core: Core, deliverAt: number): Failure | null {
  return deliverAt > core.accountState.serverSeconds(core.ports.clock.now()) ? null : { code: 'TIME_PASSED' }
}

/**
 * Removes the row of unknown outcome that may have become this scheduled message, which the user is changing now: after
 * the change the look-up would not find it by text and time and would schedule it again. Runs inside the running
 * transaction.
 */
export function claimForUnknownScheduling(core: Core, message: ScheduledRow): Change[] {
  const { outbox } = core.store
  const unknown = outbox.ofQueue(`schedule:${message.conversation}`).find((row) => {
    if (row.state !== 'unknown' && row.state !== 'sending') return false
    if ((row.lookup_after ?? 0) >= message.id) return false
    const payload = payloadOf(row)
    return payload.deliverAt === message.deliver_at && normalize(messageText(payload)) === normalize(message.content)
  })
  if (unknown === undefined) return []
  outbox.remove(unknown.local_id)
  return [{ kind: 'outbox', queueKey: unknown.queue_key }]
}

/** Removes acknowledged rows whose messages an event adds to the server's list (S3). */
function confirmScheduled({ store }: ReducerContext, event: ServerEvent): Change[] {
  if (event.type !== 'scheduled_messages' || event.op !== 'add') return []
  const ids = new Set(event.scheduled_messages.map((message) => message.scheduled_message_id))
  return store.outbox.ofKind(scheduleKind.name).flatMap((row): Change[] => {
    if (row.message_id === null || !ids.has(row.message_id)) return []
    store.outbox.remove(row.local_id)
    return [{ kind: 'outbox', queueKey: row.queue_key }]
  })
}

async function execute(context: ActionContext, row: OutboxRow): Promise<void> {
  if (row.state === 'unknown') await searchScheduled(context, row)
  // The server has the message. Without an event, its time has come or it was deleted.
  else if (row.state === 'acknowledged') await context.drop(row)
  else if (await context.uploads.upload(row)) await scheduleQueued(context, row)
}

/** Schedules a message whose files are uploaded. */
async function scheduleQueued(context: ActionContext, queued: OutboxRow): Promise<void> {
  const { core } = context
  const row = core.store.outbox.get(queued.local_id)
  if (row?.state !== 'queued') return
  const payload = payloadOf(row)
  const messages = Math.max(core.store.messages.maxId(), core.accountState.organization?.maxMessageId ?? 0)
  context.update(row, {
    state: 'sending',
    attempt_at: core.ports.clock.now(),
    payload: JSON.stringify({ ...payload, messagesBefore: messages }),
    lookup_after: Math.max(0, ...knownIds(core)),
    absent_count: 0,
    error: null,
  })
  try {
    const id = await requestSchedule(
      core.api,
      {
        ...wireRecipient(core, payload.destination),
        content: normalize(messageText(payload)),
        deliverAt: payload.deliverAt,
      },
      { priority: 'foreground', timeoutMs: requestTimeoutMs },
    )
    await acknowledge(context, row, id)
  } catch (error) {
    await attemptFailed(context, row, error)
  }
}

/** The ids of the server's list and of acknowledged rows whose events are still to come. */
function knownIds({ store, accountState }: Core): number[] {
  return [
    ...accountState.of(scheduled).map((message) => message.id),
    ...store.outbox.ofKind(scheduleKind.name).flatMap((row) => row.message_id ?? []),
  ]
}

/** Stores the server's id; the row is removed when the list contains the message, which its event brings. */
async function acknowledge(context: ActionContext, row: OutboxRow, scheduledId: number): Promise<void> {
  const { store, accountState } = context.core
  await context.commitWithRetry(() => {
    const current = store.outbox.get(row.local_id)
    if (current === undefined) return []
    if (accountState.of(scheduled).some((message) => message.id === scheduledId)) store.outbox.remove(row.local_id)
    else store.outbox.update({ ...current, state: 'acknowledged', message_id: scheduledId })
    return [{ kind: 'outbox', queueKey: current.queue_key }]
  })
}

/**
 * Looks up a row of unknown outcome in the server's list, or among the sent messages if its time has come. Equal
 * messages for the same time are told apart by their ids.
 */
async function searchScheduled(context: ActionContext, row: OutboxRow): Promise<void> {
  const { core } = context
  const payload = payloadOf(row)
  try {
    const text = normalize(messageText(payload))
    const { queue_key } = row
    const claimed = new Set(core.store.outbox.ofKind(scheduleKind.name).flatMap((other) => other.message_id ?? []))
    const found = (await getScheduled(core.api, { priority: 'foreground' }))
      .map((message) => scheduledRow(message, core.accountState.selfId, core.reducerContext().serverOrigin))
      .find(
        (message) =>
          message.id > (row.lookup_after ?? 0) &&
          !claimed.has(message.id) &&
          `schedule:${message.conversation}` === queue_key &&
          message.deliver_at === payload.deliverAt &&
          normalize(message.content) === text,
      )
    if (core.store.outbox.get(row.local_id)?.state !== 'unknown') return
    if (found !== undefined) {
      await context.commitWithRetry(() => {
        core.store.organization.putScheduled(found)
        core.store.outbox.remove(row.local_id)
        return [changeOf(scheduled), { kind: 'outbox', queueKey: queue_key }]
      })
      return
    }
    if (core.accountState.serverSeconds(core.ports.clock.now()) < payload.deliverAt) {
      await noteAbsent(context, row)
      return
    }
    const sent = await lookUp(core, { ...payload, localId: row.local_id, after: payload.messagesBefore ?? 0 })
    if (sent !== undefined) await context.drop(row)
    else if (row.absent_count === 0) await noteAbsent(context, row)
    else await context.fail(row, { code: 'SEND_TIME_PASSED' })
  } catch (error) {
    context.backOffAndReport(failureKind(error), row)
  }
}

export const scheduleCalls = {
  'messages.schedule': (core, message) => scheduleMessage(core, message),
  'scheduled.editUnsent': (core, change) => editUnsent(core, change),
} as const satisfies ActionCalls
