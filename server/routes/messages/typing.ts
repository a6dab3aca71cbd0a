import { z } from 'zod'
import { readableStream } from '../../streams/access.ts'
import type { ServerContext } from '../../context/context.ts'
import type { Endpoints } from '../../http/endpoint.ts'
import { badRequest } from '../../base/errors.ts'
import { directDestination } from '../../messages/sending/destination.ts'
import { cutTopic } from '../../messages/sending/message-text.ts'
import { tellTyping } from '../../messages/sending/typing.ts'
import { settingsOf } from '../../people/user-settings.ts'

/** `POST /typing` (wire-protocol.md §2.8). The state is published but not stored. */
export function typingRoutes(api: Endpoints, context: ServerContext): void {
  api.authenticated('POST', '/typing', ({ parameters, user }) => {
    const type = parameters.optionalText('type') ?? 'direct'
    const op = parameters.text('op')
    if (op !== 'start' && op !== 'stop') throw badRequest('Invalid op')
    const settings = settingsOf(user)
    if (type === 'stream') {
      if (settings.send_stream_typing_notifications === false)
        throw badRequest('User has disabled typing notifications for stream messages')
      const stream = readableStream(context, user, parameters.integer('stream_id'))
      const topic = parameters.optionalText('topic')
      if (topic === undefined) throw badRequest('Missing topic')
      tellTyping(context, user, { type: 'stream', stream, topic: cutTopic(topic.trim()) }, op)
      return {}
    }
    if (type !== 'direct') throw badRequest('Invalid type')
    if (settings.send_private_typing_notifications === false)
      throw badRequest('User has disabled typing notifications for direct messages')
    const to = parameters.json('to', z.array(z.number().int()))
    if (to.length === 0) throw badRequest("Empty 'to' list")
    const destination = directDestination(context, user, to)
    tellTyping(context, user, destination, op)
    return {}
  })
}
