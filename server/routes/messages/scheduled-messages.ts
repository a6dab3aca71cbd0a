import { z } from 'zod'
import { clientName, isReadBySender } from '../../http/client-name.ts'
import type { ServerContext } from '../../context/context.ts'
import { isLonger, limits } from '../../base/limits.ts'
import { directDestination, streamDestination, type Destination } from '../../messages/sending/destination.ts'
import { directoryOf } from '../../streams/access.ts'
import { pathInteger, type AuthenticatedCall, type Endpoints } from '../../http/endpoint.ts'
import { badRequest, notFound, ServiceError } from '../../base/errors.ts'
import { renderMarkdown } from '../../markdown/render.ts'
import { normalizeContent, prepareContent } from '../../messages/sending/message-text.ts'
import type { Parameters } from '../../http/parameters.ts'
import {
  recipientsOf,
  scheduleChanged,
  scheduledDestination,
  scheduledObject,
} from '../../messages/sending/scheduled.ts'
import type { ScheduledRow } from '../../store/messages/scheduled-messages.ts'
import type { UserRow } from '../../store/people/users.ts'

/** Endpoints of scheduled messages (Service API, Create a scheduled message; wire-protocol.md §2.5). */
export function scheduledMessageRoutes(api: Endpoints, context: ServerContext): void {
  const { scheduled } = context.tables

  /** @throws ServiceError */
  function readDestination(parameters: Parameters, user: UserRow, type: string, usualTopic?: string): Destination {
    const topic = parameters.optionalText('topic') ?? usualTopic
    if (type === 'stream' || type === 'channel') {
      const to = parameters.json('to', z.union([z.number().int(), z.tuple([z.number().int()])]))
      if (topic === undefined) {
        throw new ServiceError('REQUEST_VARIABLE_MISSING', "Missing 'topic' argument", { extra: { var_name: 'topic' } })
      }
      return streamDestination(context, user, Array.isArray(to) ? to[0] : to, topic)
    }
    if (type !== 'direct' && type !== 'private') throw badRequest('Invalid message type')
    const to = parameters.json(
      'to',
      z.union([
        z.array(z.number().int()),
        z
          .number()
          .int()
          .transform((id) => [id]),
      ]),
    )
    return directDestination(context, user, to)
  }

  function readContent(user: UserRow, text: string): { content: string; rendered: string } {
    const { most } = limits.message
    if (isLonger(text.trim(), most)) {
      throw badRequest(`Message is too long (limit: ${most} characters)`)
    }
    const content = normalizeContent(text)
    return { content, rendered: renderMarkdown(content, directoryOf(context, user)).html }
  }

  function requireFuture(seconds: number): number {
    if (seconds <= context.nowSeconds()) throw badRequest('Scheduled delivery time must be in the future.')
    return seconds
  }

  function existing(call: AuthenticatedCall): ScheduledRow {
    const row = scheduled.get(pathInteger(call, 'scheduled_message_id'), call.user.id)
    if (row === undefined) throw notFound('Scheduled message does not exist')
    return row
  }

  api.authenticated('GET', '/scheduled_messages', ({ user }) => ({
    scheduled_messages: scheduled.ofUser(user.id).map(scheduledObject),
  }))

  api.authenticated('POST', '/scheduled_messages', async ({ parameters, user, request }) => {
    const type = parameters.text('type')
    const text = parameters.text('content')
    const deliverAt = parameters.integer('scheduled_delivery_timestamp')
    const client = clientName(request.headers['user-agent'])
    const readBySender = parameters.boolean('read_by_sender', isReadBySender(client))
    await prepareContent(context, text, user)
    const id = context.write(() => {
      const row = {
        user_id: user.id,
        ...recipientsOf(readDestination(parameters, user, type)),
        ...readContent(user, text),
        deliver_at: requireFuture(deliverAt),
        read_by_sender: Number(readBySender),
        client,
      }
      const added = scheduled.add(row)
      context.events.publish(user.id, () => ({
        type: 'scheduled_messages',
        op: 'add',
        scheduled_messages: [scheduledObject({ ...row, id: added, failed: 0 })],
      }))
      return added
    })
    scheduleChanged(context)
    return { scheduled_message_id: id }
  })

  api.authenticated('PATCH', '/scheduled_messages/:scheduled_message_id', async (call) => {
    const { parameters, user } = call
    const type = parameters.optionalText('type')
    const to = parameters.optionalText('to')
    const topic = parameters.optionalText('topic')
    const text = parameters.optionalText('content')
    const deliverAt = parameters.optionalInteger('scheduled_delivery_timestamp')
    const hasPlace = type !== undefined || to !== undefined || topic !== undefined
    if (!hasPlace && text === undefined && deliverAt === undefined) throw badRequest('Nothing to change')
    if (text !== undefined) await prepareContent(context, text, user)
    context.write(() => {
      const row = existing(call)
      if (type !== undefined && to === undefined)
        throw badRequest('Recipient required when updating type of scheduled message.')
      const wanted = type ?? (row.type === 'stream' ? 'stream' : 'direct')
      if (type === 'stream' && topic === undefined)
        throw badRequest('Topic required when updating scheduled message type to stream.')
      if (row.failed === 1 && deliverAt === undefined)
        throw badRequest('Scheduled delivery time must be in the future.')
      const changed: ScheduledRow = {
        ...row,
        ...(text === undefined ? {} : readContent(user, text)),
        ...(deliverAt === undefined ? {} : { deliver_at: requireFuture(deliverAt), failed: 0 }),
        ...place(row, wanted, { to, topic }),
      }
      scheduled.replace(changed)
      context.events.publish(user.id, () => ({
        type: 'scheduled_messages',
        op: 'update',
        scheduled_message: scheduledObject(changed),
      }))
    })
    scheduleChanged(context)
    return {}

    function place(row: ScheduledRow, wanted: string, given: { to: string | undefined; topic: string | undefined }) {
      if (given.to !== undefined) {
        return recipientsOf(readDestination(parameters, user, wanted, row.type === 'stream' ? row.topic : undefined))
      }
      if (given.topic === undefined || row.type !== 'stream') return {}
      return recipientsOf(scheduledDestination(context, user, { ...row, topic: given.topic }))
    }
  })

  api.authenticated('DELETE', '/scheduled_messages/:scheduled_message_id', (call) => {
    context.write(() => {
      const row = existing(call)
      scheduled.remove(row.id)
      context.events.publish(call.user.id, () => ({
        type: 'scheduled_messages',
        op: 'remove',
        scheduled_message_id: row.id,
      }))
    })
    scheduleChanged(context)
    return {}
  })
}
