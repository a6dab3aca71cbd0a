import { visibleMessage } from '../../streams/access.ts'
import { audienceOf } from '../../messages/reading/audience.ts'
import type { ServerContext } from '../../context/context.ts'
import type { Endpoints } from '../../http/endpoint.ts'
import { badRequest } from '../../base/errors.ts'
import { parseGivenJson } from '../../base/json.ts'
import { limits, requireAtMost, requireLength } from '../../base/limits.ts'
import { participate } from '../../streams/topic-policies.ts'
import { requireAddition } from '../../messages/sending/widgets.ts'

/** `POST /submessage`: votes, options and tasks of polls and to-do lists (wire-protocol.md §2.4.5). */
export function submessageRoutes(api: Endpoints, context: ServerContext): void {
  const { submessages } = context.tables

  api.authenticated('POST', '/submessage', ({ parameters, user }) => {
    const id = parameters.integer('message_id')
    const type = parameters.text('msg_type')
    const content = requireLength('content', parameters.text('content'), limits.submessage)
    if (type !== 'widget') throw badRequest('Invalid msg_type for submessage')
    let parsed: unknown
    try {
      parsed = parseGivenJson(content)
    } catch {
      throw badRequest('Invalid json for submessage')
    }
    if (typeof parsed !== 'object' || parsed === null) throw badRequest('Invalid json for submessage')
    context.write(() => {
      const row = visibleMessage(context, user, id)
      const present = submessages.ofMessage(row.id)
      const [first] = present
      if (first === undefined) throw badRequest('You cannot attach a submessage to this message.')
      requireAddition(content, {
        first: first.content,
        isAuthor: row.sender_id === user.id,
        readsTasks: context.layer?.readsTasks ?? false,
      })
      const own = present.filter((submessage) => submessage.sender_id === user.id)
      requireAtMost(limits.submessagesOfUser, own.length + 1)
      requireAtMost(
        limits.submessageText,
        present.reduce((sum, submessage) => sum + submessage.content.length, content.length),
      )
      requireAtMost(limits.submessagesOfMessage, present.length + 1)
      const submessageId = submessages.add({ message_id: row.id, sender_id: user.id, msg_type: type, content })
      context.events.publishToAll(audienceOf(context, row), () => ({
        type: 'submessage',
        message_id: row.id,
        submessage_id: submessageId,
        sender_id: user.id,
        msg_type: type,
        content,
      }))
      if (row.stream_id !== null) {
        participate(context, user, { streamId: row.stream_id, topic: row.topic }, 'participated')
      }
    })
    return {}
  })
}
