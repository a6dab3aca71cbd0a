import type { ServerContext } from '../../context/context.ts'
import { directDestination, streamDestination, type Destination } from './destination.ts'
import type { ScheduledRow } from '../../store/messages/scheduled-messages.ts'
import type { UserRow } from '../../store/people/users.ts'
import { inBackground } from '../../base/background.ts'
import { ServiceError } from '../../base/errors.ts'
import { plainMarkdown } from '../../markdown/html/escape.ts'
import { announce } from './notification-bot.ts'
import { sendMessage } from './sending.ts'

/** A scheduled message as clients receive it (wire-protocol.md §2.5). */
export function scheduledObject(row: ScheduledRow): Record<string, unknown> {
  const recipients = JSON.parse(row.recipients) as number[] // written by recipientsOf()
  return {
    scheduled_message_id: row.id,
    type: row.type,
    ...(row.type === 'stream' ? { to: recipients[0], topic: row.topic } : { to: recipients }),
    content: row.content,
    rendered_content: row.rendered,
    scheduled_delivery_timestamp: row.deliver_at,
    failed: row.failed === 1,
  }
}

/** The columns of a scheduled message's destination. */
export function recipientsOf(destination: Destination): Pick<ScheduledRow, 'type' | 'recipients' | 'topic'> {
  return destination.type === 'stream'
    ? { type: 'stream', recipients: JSON.stringify([destination.stream.id]), topic: destination.topic }
    : { type: 'private', recipients: JSON.stringify(destination.userIds), topic: '' }
}

/** The destination of a scheduled message with its sender's current permissions. @throws ServiceError */
export function scheduledDestination(context: ServerContext, sender: UserRow, row: ScheduledRow): Destination {
  const recipients = JSON.parse(row.recipients) as number[] // written by recipientsOf()
  return row.type === 'stream'
    ? streamDestination(context, sender, recipients[0] ?? -1, row.topic)
    : directDestination(context, sender, recipients)
}

/** Maximum time between two checks in milliseconds, since the clock may be set. */
const longestSleepMs = 60_000
const shortestSleepMs = 250
/** The time until the next check while some messages can be neither sent nor marked as failed. */
const stuckSleepMs = 5_000
const atOnce = 50

/**
 * Sends scheduled messages when they are due, with the current permissions of their senders. The sending and the
 * removal of the schedule are one transaction, so a message is sent exactly once. Returns the function that stops the
 * delivery.
 */
export function deliverScheduledMessages(context: ServerContext): () => void {
  let cancel: () => void = () => undefined
  /** Ids of messages whose failure could not be stored, for example on a full disk; they must not block the others. */
  let stuck = new Set<number>()
  /** Ids of due messages whose slow parts are being rendered. */
  const preparing = new Set<number>()
  /** Contents of due messages with rendered slow parts, by id. */
  const prepared = new Map<number, string>()

  function sleep(): void {
    const next = context.tables.scheduled.nextDelivery()
    const wait = next === undefined ? longestSleepMs : next * 1000 - context.ports.clock.now()
    const shortest = stuck.size > 0 ? stuckSleepMs : shortestSleepMs
    cancel = context.ports.clock.schedule(Math.min(longestSleepMs, Math.max(shortest, wait)), () => {
      inBackground('delivering scheduled messages', deliverDue)
      sleep()
    })
  }

  function deliverDue(): void {
    const due = context.tables.scheduled.due(context.nowSeconds(), atOnce + stuck.size)
    for (const id of prepared.keys()) if (!due.some((row) => row.id === id)) prepared.delete(id)
    const before = stuck
    stuck = new Set()
    // Stuck messages come last.
    for (const row of [...due.filter(({ id }) => !before.has(id)), ...due.filter(({ id }) => before.has(id))]) {
      inBackground(`scheduled message ${row.id}`, () => {
        stuck.add(row.id)
        deliverPrepared(row)
        stuck.delete(row.id)
      })
    }
  }

  /** Delivers a message that renders at once; others follow when their slow parts are rendered. */
  function deliverPrepared(row: ScheduledRow): void {
    const { id, content } = row
    if (prepared.get(id) === content || context.drawings.isPrepared(content)) {
      prepared.delete(id)
      deliver(context, row)
      return
    }
    if (preparing.has(id)) return
    preparing.add(id)
    void context.drawings.prepare(content, row.user_id).finally(() => {
      preparing.delete(id)
      prepared.set(id, content)
      scheduleChanged(context)
    })
  }

  sleep()
  wake.set(context, () => {
    cancel()
    sleep()
  })
  return () => {
    wake.delete(context)
    cancel()
  }
}

const wake = new WeakMap<ServerContext, () => void>()

/** Checks for the next delivery time; call after a change of the schedules. */
export function scheduleChanged(context: ServerContext): void {
  wake.get(context)?.()
}

function deliver(context: ServerContext, row: ScheduledRow): void {
  try {
    context.write(() => {
      const sender = context.tables.users.get(row.user_id)
      if (sender === undefined || sender.is_active === 0)
        throw new ServiceError('BAD_REQUEST', 'Account is deactivated')
      sendMessage(context, {
        sender,
        destination: scheduledDestination(context, sender, row),
        content: row.content,
        client: row.client,
        readBySender: row.read_by_sender === 1,
      })
      context.tables.scheduled.remove(row.id)
      context.events.publish(sender.id, () => ({
        type: 'scheduled_messages',
        op: 'remove',
        scheduled_message_id: row.id,
      }))
    })
  } catch (error) {
    // Later the disk may have space again.
    if (isStorageFault(error)) throw error
    // An internal error is logged for the operator; the sender gets a general text.
    if (!(error instanceof ServiceError)) tellFault(row, error)
    fail(context, row, error instanceof ServiceError ? error.message : 'Internal server error')
  }
}

function isStorageFault(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_')
}

function tellFault(row: ScheduledRow, error: unknown): void {
  const what = error instanceof Error ? (error.stack ?? error.message) : String(error)
  process.stderr.write(`skein server: scheduled message ${row.id} could not be sent: ${what}\n`)
}

/** Marks the message as failed, with the reason for its sender. */
function fail(context: ServerContext, row: ScheduledRow, why: string): void {
  const failed = { ...row, failed: 1 }
  context.write(() => {
    context.tables.scheduled.replace(failed)
    context.events.publish(row.user_id, () => ({
      type: 'scheduled_messages',
      op: 'update',
      scheduled_message: scheduledObject(failed),
    }))
    const sender = context.tables.users.get(row.user_id)
    if (sender?.is_active !== 1) return
    announce(
      context,
      { type: 'direct', userIds: [row.user_id] },
      `The message that you scheduled for <time:${new Date(row.deliver_at * 1000).toISOString()}> was not sent because of the following error:\n\n> ${plainMarkdown(why)}\n\nIt is kept with your scheduled messages.`,
    )
  })
}
