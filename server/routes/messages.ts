import { z } from 'zod'
import { visibleMessage } from '../access.ts'
import { limits, type ServerContext } from '../context.ts'
import { pathInteger, type Endpoints } from '../endpoint.ts'
import { badRequest, ServiceError } from '../errors.ts'
import { messageRange, readAnchor } from '../message-range.ts'
import { narrowCondition, narrowSchema } from '../narrow.ts'
import type { Parameters } from '../parameters.ts'
import { directDestination, sendMessage, streamDestination } from '../sending.ts'
import { messageObject } from '../serialize.ts'
import type { UserRow } from '../store/users.ts'

/** `GET /messages`, `POST /messages`, `GET /messages/{message_id}`. */
export function messageRoutes(api: Endpoints, context: ServerContext): void {
  api.authenticated('GET', '/messages', ({ parameters, user }) => {
    const numBefore = parameters.integer('num_before')
    const numAfter = parameters.integer('num_after')
    if (numBefore < 0 || numAfter < 0) throw badRequest('num_before and num_after must not be negative')
    if (numBefore + numAfter > limits.messagesPerRequest) {
      throw badRequest(`Too many messages requested (maximum ${limits.messagesPerRequest}).`)
    }
    const includeAnchor = parameters.boolean('include_anchor', true)
    if (!includeAnchor && numBefore > 0 && numAfter > 0) {
      throw badRequest('The anchor can only be excluded at an end of the range')
    }
    const applyMarkdown = parameters.boolean('apply_markdown', true)
    parameters.boolean('client_extavatar', true)
    parameters.optionalText('client_gravatar')
    const condition = narrowCondition(context, user, parameters.optionalJson('narrow', narrowSchema) ?? [])
    const anchor = readAnchor(context, parameters, user, condition)
    const { rows, foundOldest, foundNewest } = messageRange(context, user, condition, {
      anchor,
      includeAnchor,
      numBefore,
      numAfter,
    })
    return {
      anchor,
      found_anchor: includeAnchor && rows.some((row) => row.id === anchor),
      found_oldest: foundOldest,
      found_newest: foundNewest,
      history_limited: false,
      messages: rows.map((row) => messageObject(context, row, { applyMarkdown, withFlags: true })),
    }
  })

  api.authenticated('GET', '/messages/:message_id', (call) => {
    const applyMarkdown = call.parameters.boolean('apply_markdown', true)
    const row = visibleMessage(context, call.user, pathInteger(call, 'message_id'))
    return {
      message: messageObject(context, row, { applyMarkdown, withFlags: true }),
      raw_content: row.content,
    }
  })

  api.authenticated('POST', '/messages', ({ parameters, user, request }) => {
    const type = parameters.text('type')
    const content = parameters.text('content')
    const queueId = parameters.optionalText('queue_id')
    const localId = parameters.optionalText('local_id')
    const readBySender = parameters.boolean('read_by_sender', true)
    parameters.optionalText('widget_content')
    const client = clientName(request.headers['user-agent'])
    const destination = readDestination(context, parameters, user, type)
    const id = context.write(() =>
      sendMessage(context, {
        sender: user,
        destination,
        content,
        client,
        readBySender,
        ...(queueId !== undefined && localId !== undefined ? { echo: { queueId, localId } } : {}),
      }),
    )
    return { id }
  })
}

function readDestination(context: ServerContext, parameters: Parameters, user: UserRow, type: string) {
  const text = parameters.text('to')
  let to: unknown = text
  try {
    to = JSON.parse(text)
  } catch {
    // A stream's name may stand there raw.
  }
  if (type === 'stream' || type === 'channel') {
    const single = z.union([z.string(), z.number(), z.tuple([z.union([z.string(), z.number()])])]).safeParse(to)
    if (!single.success) throw badRequest('Expected exactly one stream')
    const stream = Array.isArray(single.data) ? single.data[0] : single.data
    const topic = parameters.optionalText('topic') ?? parameters.optionalText('subject')
    if (topic === undefined) {
      throw new ServiceError('REQUEST_VARIABLE_MISSING', "Missing 'topic' argument", { extra: { var_name: 'topic' } })
    }
    return streamDestination(context, user, stream, topic)
  }
  parameters.optionalText('topic')
  if (type !== 'direct' && type !== 'private') throw badRequest('Invalid message type')
  const many = z
    .union([
      z.array(z.union([z.string(), z.number()])),
      z.string().transform((value) => value.split(',')),
      z.number().transform((id) => [id]),
    ])
    .safeParse(to)
  if (!many.success) throw badRequest('Invalid recipients')
  return directDestination(context, many.data)
}

/** The message's `client`: the product name of the User-Agent (wire-protocol.md §2.0). */
function clientName(userAgent: string | undefined): string {
  const name = /^([^/ ]{1,30})/.exec(userAgent ?? '')?.[1]
  return name ?? 'Unspecified'
}
