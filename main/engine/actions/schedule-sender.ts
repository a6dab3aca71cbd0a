import { getScheduled, scheduleMessage } from '../api/scheduled.ts'
import { normalize } from '../values/message-text.ts'
import { scheduledRow } from '../model/organization/organization-reducers.ts'
import type { OutboxRow } from '../store/outbox.ts'
import { failureKind } from '../sync/failures.ts'
import { requestTimeoutMs, type OutboxContext } from './context.ts'
import { lookUp } from './lookup.ts'
import { attemptFailed, noteAbsent } from './message-sender.ts'
import { messageText, schedulePayload, wireRecipient } from './payload.ts'

/** Hands a message to the server that it is to send later. */
export async function scheduleQueued(context: OutboxContext, queued: OutboxRow): Promise<void> {
  const { core } = context
  const row = core.store.outbox.get(queued.local_id)
  if (row?.state !== 'queued') return
  const payload = schedulePayload(row)
  const messages = Math.max(core.store.messages.maxId(), core.world.organization?.maxMessageId ?? 0)
  context.update(row, {
    state: 'sending',
    attempt_at: core.ports.clock.now(),
    payload: JSON.stringify({ ...payload, messagesBefore: messages }),
    lookup_after: Math.max(0, ...knownIds(core)),
    absent_count: 0,
    error: null,
  })
  try {
    const id = await scheduleMessage(
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

/** Those of the list, and those that the server has answered, whose events are not here yet: an equal one may be among them. */
function knownIds({ store, world }: OutboxContext['core']): number[] {
  return [
    ...world.scheduled.map((message) => message.id),
    ...store.outbox.ofKind('schedule').flatMap((row) => row.message_id ?? []),
  ]
}

/** The server has it; the row goes when the list has it too, which its event brings. */
async function acknowledge(context: OutboxContext, row: OutboxRow, scheduledId: number): Promise<void> {
  const { store, world } = context.core
  await context.book(() => {
    const current = store.outbox.get(row.local_id)
    if (current === undefined) return []
    if (world.scheduled.some((message) => message.id === scheduledId)) store.outbox.remove(row.local_id)
    else store.outbox.update({ ...current, state: 'acknowledged', message_id: scheduledId })
    return [{ kind: 'outbox', conversation: current.conversation }]
  })
}

/**
 * Looks in the server's list for a scheduling whose outcome is unknown; one whose time has come may have been sent.
 * Equal messages for the same time are told apart by their number.
 */
export async function searchScheduled(context: OutboxContext, row: OutboxRow): Promise<void> {
  const { core } = context
  const payload = schedulePayload(row)
  try {
    const text = normalize(messageText(payload))
    const { conversation } = row
    const claimed = new Set(core.store.outbox.ofKind('schedule').flatMap((other) => other.message_id ?? []))
    const found = (await getScheduled(core.api, { priority: 'foreground' }))
      .map((message) => scheduledRow(message, core.world.selfId, core.reducerContext().serverOrigin))
      .find(
        (message) =>
          message.id > (row.lookup_after ?? 0) &&
          !claimed.has(message.id) &&
          `schedule:${message.conversation}` === conversation &&
          message.deliver_at === payload.deliverAt &&
          normalize(message.content) === text,
      )
    if (core.store.outbox.get(row.local_id)?.state !== 'unknown') return
    if (found !== undefined) {
      await context.book(() => {
        core.store.organization.putScheduled(found)
        core.store.outbox.remove(row.local_id)
        return [{ kind: 'scheduled' }, { kind: 'outbox', conversation }]
      })
      return
    }
    if (core.world.serverSeconds(core.ports.clock.now()) < payload.deliverAt) {
      await noteAbsent(context, row)
      return
    }
    const sent = await lookUp(core, { ...payload, localId: row.local_id, after: payload.messagesBefore ?? 0 })
    if (sent !== undefined) await context.drop(row)
    else if (row.absent_count === 0) await noteAbsent(context, row)
    else
      await context.settle(row, {
        state: 'failed',
        error: 'Its time passed before the server had it. Choose another time.',
      })
  } catch (error) {
    context.hold(failureKind(error), row)
  }
}
