import { badRequest, ServiceError, UnknownPathError } from '#server/base/errors.ts'
import { normalizeTopic } from '#server/messages/sending/message-text.ts'
import { topicPolicies } from '#server/streams/topic-policies.ts'
import { objects, without, type CallRewrite, type LevelChange } from '../../change.ts'

/** Visibility policies of topics (Service API, Versioning 7). */
export const beforeTopics: readonly LevelChange[] = [
  {
    level: 219,
    what: 'topics can be followed',
    rewrite: {
      register: (state) =>
        'user_topics' in state
          ? {
              ...state,
              user_topics: objects(state.user_topics).filter(
                (topic) => topic.visibility_policy !== topicPolicies.followed,
              ),
            }
          : state,
      event: (event) =>
        event.type === 'user_topic' && event.visibility_policy === topicPolicies.followed ? [] : [event],
      calls: {
        async 'POST /user_topics'(call, next) {
          if (call.parameters.peek('visibility_policy') === String(topicPolicies.followed)) {
            throw badRequest('Invalid visibility_policy')
          }
          return next()
        },
      },
    },
  },
  {
    level: 218,
    what: 'sending answers what became of the topic',
    rewrite: {
      calls: {
        async 'POST /messages'(_call, next) {
          return without(await next(), 'automatic_new_visibility_policy')
        },
      },
    },
  },
  {
    level: 211,
    what: 'long work answers whether it is complete',
    rewrite: {
      calls: Object.fromEntries(
        ['POST /mark_all_as_read', 'POST /streams/:stream_id/delete_topic'].map((name): [string, CallRewrite] => [
          name,
          async (_call, next) => without(await next(), 'complete'),
        ]),
      ),
    },
  },
  {
    level: 170,
    what: 'a topic can be unmuted in a muted stream, at an address of its own',
    rewrite: {
      calls: {
        'POST /user_topics'() {
          throw new UnknownPathError('this level has no such address')
        },
      },
    },
  },
  {
    level: 169,
    what: 'muting what is muted succeeds',
    rewrite: {
      calls: {
        async 'PATCH /users/me/subscriptions/muted_topics'(call, next, { context }) {
          const { parameters, user } = call
          const id = parameters.peek('stream_id')
          const stream =
            id === undefined ? context.tables.streams.byName(parameters.peek('stream') ?? '') : { id: Number(id) }
          const topic = parameters.peek('topic')
          if (stream === undefined || topic === undefined || user === undefined) return next()
          const policy = context.tables.preferences.topicPolicy(user.id, stream.id, normalizeTopic(topic))
          const isMuted = policy === topicPolicies.muted
          const isAdding = parameters.peek('op') === 'add'
          if (isAdding && isMuted) throw badRequest('Topic already muted')
          if (!isAdding && !isMuted) throw new ServiceError('BAD_REQUEST', 'Topic is not muted', { status: 404 })
          return next()
        },
      },
    },
  },
]
