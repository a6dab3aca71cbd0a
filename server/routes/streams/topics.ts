import { hasSharedHistory, readableStream } from '../../streams/access.ts'
import type { ServerContext } from '../../context/context.ts'
import { deleteMessages } from '../../messages/changes/deleting.ts'
import { pathInteger, type Endpoints } from '../../http/endpoint.ts'
import { badRequest } from '../../base/errors.ts'
import { normalizeTopic } from '../../messages/sending/message-text.ts'
import { requireAdministrator } from '../../people/permissions.ts'
import { setTopicPolicy, topicPolicies } from '../../streams/topic-policies.ts'

/** Endpoints of topics: their list, the user's policies, and deletion (wire-protocol.md §2.6). */
export function topicRoutes(api: Endpoints, context: ServerContext): void {
  const { preferences, streams, messages } = context.tables

  api.authenticated('GET', '/users/me/:stream_id/topics', (call) => {
    const stream = readableStream(context, call.user, pathInteger(call, 'stream_id'))
    call.parameters.ignore('allow_empty_topic_name')
    return {
      topics: hasSharedHistory(stream) ? messages.topics(stream.id) : messages.receivedTopics(call.user.id, stream.id),
    }
  })

  api.authenticated('POST', '/user_topics', ({ parameters, user }) => {
    const stream = readableStream(context, user, parameters.integer('stream_id'))
    const topic = normalizeTopic(parameters.text('topic'))
    const policy = parameters.integer('visibility_policy')
    if (!Object.values<number>(topicPolicies).includes(policy)) throw badRequest('Invalid visibility_policy')
    context.write(() => {
      setTopicPolicy(context, user.id, { streamId: stream.id, topic }, policy)
    })
    return {}
  })

  api.authenticated('PATCH', '/users/me/subscriptions/muted_topics', ({ parameters, user }) => {
    const id = parameters.optionalInteger('stream_id')
    const name = parameters.optionalText('stream')
    if ((id === undefined) === (name === undefined)) throw badRequest("Please supply either 'stream' or 'stream_id'.")
    const stream = readableStream(context, user, id ?? streams.byName(name ?? '')?.id ?? -1)
    const topic = normalizeTopic(parameters.text('topic'))
    const op = parameters.text('op')
    if (op !== 'add' && op !== 'remove') throw badRequest('Invalid op')
    const place = { streamId: stream.id, topic }
    // Muting a muted topic and unmuting an unmuted one succeed without a change (feature level 169).
    context.write(() => {
      const policy = preferences.topicPolicy(user.id, stream.id, topic)
      if (op === 'add') setTopicPolicy(context, user.id, place, topicPolicies.muted)
      else if (policy === topicPolicies.muted) setTopicPolicy(context, user.id, place, topicPolicies.none)
    })
    return {}
  })

  api.authenticated('POST', '/streams/:stream_id/delete_topic', (call) => {
    const { user } = call
    requireAdministrator(user)
    const topic = call.parameters.text('topic_name')
    context.write(() => {
      const stream = readableStream(context, user, pathInteger(call, 'stream_id'))
      const rows = messages.topicIds(stream.id, topic).flatMap((id) => messages.get(id, user.id) ?? [])
      deleteMessages(context, rows)
    })
    return { complete: true }
  })
}
