import { z } from 'zod'
import { canSeeStream } from '#server/streams/access.ts'
import { pathInteger, type PerhapsAuthenticatedCall } from '#server/http/endpoint.ts'
import { badRequest } from '#server/base/errors.ts'
import { parseGivenJson } from '#server/base/json.ts'
import { requireAdministrator } from '#server/people/permissions.ts'
import type { StreamRow } from '#server/store/streams.ts'
import { eventOf, objects, withRealm, type Fields, type LevelChange, type Scene } from '../../change.ts'
import { isIn, streamGroup } from '../../group-settings.ts'
import { tellStreamUpdate } from './channels.ts'

/** The stored name of the empty topic, which is its earlier name in the family. */
const noTopic = '(no topic)'
/** The name for clients that cannot show an empty topic (`realm_empty_topic_display_name`). */
const shownTopic = 'general chat'

/** Fields with a topic in messages, events and lists of topics. */
const topicFields = ['subject', 'orig_subject', 'topic', 'topic_name', 'prev_topic']

/** The empty topic, "general chat" (newer-servers.md §2, level 334 and later). */
export const emptyTopics: readonly LevelChange[] = [
  {
    level: 334,
    what: 'topics may be empty; clients that do not take that are told "general chat"',
    rewrite: {
      register: (state, scene) => withRealm(withUnread(state, scene), { realm_empty_topic_display_name: shownTopic }),
      forms: { message: (message, scene) => withHistory(outgoing(message, scene), scene) },
      event: (event, scene) => [
        topicEvents.has(event.type)
          ? eventOf(withDetails(event.type === 'scheduled_messages' ? withBare(event) : outgoing(event, scene), scene))
          : event,
      ],
      async everyCall(call, next) {
        incoming(call)
        return next()
      },
      calls: {
        async 'GET /users/me/:stream_id/topics'(_call, next, scene) {
          const answer = await next()
          const topics = objects(answer.topics).map((topic) =>
            topic.name === noTopic ? { ...topic, name: emptyName(scene) } : topic,
          )
          return { ...answer, topics }
        },
        async 'GET /messages/:message_id/history'(_call, next, scene) {
          const answer = await next()
          return { ...answer, message_history: objects(answer.message_history).map((past) => outgoing(past, scene)) }
        },
        async 'GET /scheduled_messages'(_call, next) {
          const answer = await next()
          return withBare(answer)
        },
      },
    },
  },
  {
    level: 392,
    what: 'each stream says whether its messages need a topic, or may have none',
    rewrite: {
      forms: {
        stream: (stream, scene) => ({ ...stream, topics_policy: topicsPolicy(scene, Number(stream.stream_id)) }),
      },
      calls: {
        async 'PATCH /streams/:stream_id'(call, next, { context }) {
          const text = call.parameters.take('topics_policy')
          const row = context.tables.streams.get(pathInteger(call, 'stream_id'))
          if (text === undefined || row === undefined || call.user === undefined) return next()
          requireAdministrator(call.user)
          const policy = topicsPolicies.safeParse(text.replaceAll('"', ''))
          if (!policy.success) throw badRequest('Invalid topics_policy')
          context.write(() => {
            context.levelSettings?.set(String(row.id), 'topics_policy', policy.data)
            tellStreamUpdate(context, row, 'topics_policy', policy.data)
          })
          return next()
        },
        async 'POST /messages'(call, next, scene) {
          const stream = namedStream(call, scene)
          const topic = call.parameters.peek('topic') ?? call.parameters.peek('subject')
          if (stream !== undefined && topic !== undefined) requireTopic(scene, stream, topic.trim())
          return next()
        },
      },
    },
  },
  {
    level: 441,
    what: 'who may begin topics in a stream',
    rewrite: {
      calls: {
        async 'POST /messages'(call, next, scene) {
          const stream = namedStream(call, scene)
          const topic = call.parameters.peek('topic') ?? call.parameters.peek('subject')
          if (stream === undefined || topic === undefined || call.user === undefined) return next()
          const { context } = scene
          const stored = isEmptyName(topic) ? noTopic : topic.trim()
          const isNew = context.tables.messages.topicSpelling(stream.id, stored) === undefined
          if (isNew && !isIn(context, call.user, streamGroup(context, stream, 'can_create_topic_group'))) {
            throw badRequest('You do not have permission to create new topics in this channel.')
          }
          return next()
        },
      },
    },
  },
]

const topicsPolicies = z.enum(['inherit', 'allow_empty_topic', 'disable_empty_topic', 'empty_topic_only'])
const topicEvents: ReadonlySet<string> = new Set([
  'delete_message',
  'update_message',
  'user_topic',
  'typing',
  'update_message_flags',
  'scheduled_messages',
])

function emptyName({ capabilities }: Scene): string {
  return capabilities.has('empty_topic_name') ? '' : shownTopic
}

function outgoing(object: Fields, scene: Scene): Fields {
  const named = topicFields.filter((name) => object[name] === noTopic)
  return named.length === 0
    ? object
    : { ...object, ...Object.fromEntries(named.map((name) => [name, emptyName(scene)])) }
}

function withHistory(message: Fields, scene: Scene): Fields {
  return Array.isArray(message.edit_history)
    ? { ...message, edit_history: objects(message.edit_history).map((entry) => outgoing(entry, scene)) }
    : message
}

/** Translates the topics in the details of messages that were marked as unread. */
function withDetails(event: Fields, scene: Scene): Fields {
  if (typeof event.message_details !== 'object' || event.message_details === null) return event
  const details = Object.entries(event.message_details as Fields)
  return {
    ...event,
    message_details: Object.fromEntries(details.map(([id, detail]) => [id, outgoing(detail as Fields, scene)])),
  }
}

function withUnread(state: Fields, scene: Scene): Fields {
  const unread = (state.unread_msgs ?? undefined) as Fields | undefined
  return withBare({
    ...state,
    ...(unread === undefined
      ? {}
      : { unread_msgs: { ...unread, streams: objects(unread.streams).map((entry) => outgoing(entry, scene)) } }),
    ...('user_topics' in state
      ? { user_topics: objects(state.user_topics).map((topic) => outgoing(topic, scene)) }
      : {}),
  })
}

/** In scheduled messages the empty topic is not translated. */
function withBare(fields: Fields): Fields {
  const bare = (object: Fields) => (object.topic === noTopic ? { ...object, topic: '' } : object)
  return {
    ...fields,
    ...(Array.isArray(fields.scheduled_messages)
      ? { scheduled_messages: objects(fields.scheduled_messages).map(bare) }
      : {}),
    ...(typeof fields.scheduled_message === 'object' && fields.scheduled_message !== null
      ? { scheduled_message: bare(fields.scheduled_message as Fields) }
      : {}),
  }
}

/** Translates topics in a request: both an empty topic and its display name become the stored name. */
function incoming({ parameters, request }: PerhapsAuthenticatedCall): void {
  // Drafts keep their topics.
  if (request.url.startsWith('/api/v1/drafts')) return
  for (const name of ['topic', 'subject', 'topic_name']) {
    const text = parameters.peek(name)
    if (text !== undefined && isEmptyName(text)) parameters.set(name, noTopic)
  }
  const narrow = parameters.peek('narrow')
  if (narrow === undefined) return
  try {
    const terms = parseGivenJson(narrow) // the endpoint handles other values
    if (Array.isArray(terms)) parameters.set('narrow', JSON.stringify(terms.map(incomingTerm)))
  } catch {
    // The endpoint reports the error.
  }
}

function incomingTerm(term: unknown): unknown {
  if (Array.isArray(term)) return term[0] === 'topic' && isEmptyName(term[1]) ? ['topic', noTopic] : (term as unknown)
  if (typeof term !== 'object' || term === null) return term
  const { operator, operand } = term as Fields
  return operator === 'topic' && isEmptyName(operand) ? { ...term, operand: noTopic } : term
}

function isEmptyName(text: unknown): boolean {
  return typeof text === 'string' && (text.trim() === '' || text.trim() === shownTopic)
}

function topicsPolicy({ context }: Scene, streamId: number): string {
  const found = topicsPolicies.safeParse(context.levelSettings?.get(String(streamId), 'topics_policy'))
  return found.success ? found.data : 'inherit'
}

/** The destination stream of a message, if the sender can see it. */
function namedStream({ parameters, user }: PerhapsAuthenticatedCall, { context }: Scene): StreamRow | undefined {
  const type = parameters.peek('type')
  if (type !== 'stream' && type !== 'channel') return undefined
  const to = (parameters.peek('to') ?? '').replace(/^\["?(.*?)"?\]$/, '$1').replaceAll('"', '')
  const stream = context.tables.streams.byName(to) ?? context.tables.streams.get(Number(to))
  return stream !== undefined && user !== undefined && canSeeStream(context, user, stream) ? stream : undefined
}

/** @throws ServiceError `BAD_REQUEST` if the stream requires a topic, or an empty one */
function requireTopic(scene: Scene, stream: StreamRow, topic: string): void {
  const policy = topicsPolicy(scene, stream.id)
  const isEmpty = topic === noTopic || isEmptyName(topic)
  if (policy === 'disable_empty_topic' && isEmpty) {
    throw badRequest('Sending messages to the general chat is not allowed in this channel.')
  }
  if (policy === 'empty_topic_only' && !isEmpty) {
    throw badRequest('Only the general chat topic is allowed in this channel.')
  }
}
