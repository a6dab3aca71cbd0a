import { z } from 'zod'
import { visibleStream } from '../access.ts'
import type { ServerContext } from '../context.ts'
import { pathInteger, type Endpoints } from '../endpoint.ts'
import { badRequest, ServiceError } from '../errors.ts'
import { markRead } from '../reading.ts'
import { normalizeTopic } from '../sending.ts'
import { changeableProperties, settingsOf, settingSchema } from '../user-settings.ts'
import type { UserRow } from '../store/users.ts'

const policies = { none: 0, muted: 1, unmuted: 2, followed: 3 } as const

const booleanProperties = [
  'is_muted',
  'in_home_view',
  'pin_to_top',
  'desktop_notifications',
  'audible_notifications',
  'push_notifications',
  'email_notifications',
  'wildcard_mentions_notify',
] as const

const subscriptionChange = z.union([
  z.object({ stream_id: z.number().int(), property: z.literal('color'), value: z.string().regex(/^#[0-9a-f]{6}$/i) }),
  z.object({ stream_id: z.number().int(), property: z.enum(booleanProperties), value: z.boolean() }),
])

/** What a user chooses for topics, people, subscriptions, and in the settings (wire-protocol.md §2.6–§2.9). */
export function preferenceRoutes(api: Endpoints, context: ServerContext): void {
  const { preferences, users, streams, drafts } = context.tables

  function setTopic(user: UserRow, streamId: number, topic: string, policy: number): void {
    const now = context.nowSeconds()
    preferences.setTopic(user.id, { streamId, topic, policy, now })
    context.events.publish(user.id, (options) =>
      options.eventTypes?.includes('muted_topics') === true && !options.eventTypes.includes('user_topic')
        ? { type: 'muted_topics', muted_topics: mutedTopics(context, user.id) }
        : {
            type: 'user_topic',
            stream_id: streamId,
            topic_name: topic,
            last_updated: now,
            visibility_policy: policy,
          },
    )
  }

  api.authenticated('POST', '/user_topics', ({ parameters, user }) => {
    const stream = visibleStream(context, user, parameters.integer('stream_id'))
    const topic = normalizeTopic(parameters.text('topic'))
    const policy = parameters.integer('visibility_policy')
    if (!Object.values<number>(policies).includes(policy)) throw badRequest('Invalid visibility_policy')
    context.write(() => {
      setTopic(user, stream.id, topic, policy)
    })
    return {}
  })

  api.authenticated('PATCH', '/users/me/subscriptions/muted_topics', ({ parameters, user }) => {
    const id = parameters.optionalInteger('stream_id')
    const name = parameters.optionalText('stream')
    if ((id === undefined) === (name === undefined)) throw badRequest("Please supply either 'stream' or 'stream_id'.")
    const stream = visibleStream(context, user, id ?? streams.byName(name ?? '')?.id ?? -1)
    const topic = normalizeTopic(parameters.text('topic'))
    const op = parameters.text('op')
    if (op !== 'add' && op !== 'remove') throw badRequest('Invalid op')
    // Muting what is muted, and unmuting what is not, succeed (feature level 169).
    context.write(() => {
      const policy = preferences.topicPolicy(user.id, stream.id, topic)
      if (op === 'add') setTopic(user, stream.id, topic, policies.muted)
      else if (policy === policies.muted) setTopic(user, stream.id, topic, policies.none)
    })
    return {}
  })

  function tellMutedUsers(user: UserRow): void {
    context.events.publish(user.id, () => ({ type: 'muted_users', muted_users: mutedUsers(context, user.id) }))
  }

  api.authenticated('POST', '/users/me/muted_users/:muted_user_id', (call) => {
    const { user } = call
    const id = pathInteger(call, 'muted_user_id')
    if (id === user.id) throw badRequest('Cannot mute self')
    if (users.get(id) === undefined) throw badRequest('No such user')
    context.write(() => {
      if (!preferences.muteUser(user.id, id, context.nowSeconds())) throw badRequest('User already muted')
      tellMutedUsers(user)
      markRead(context, user, { sql: 'm.sender_id = ?', parameters: [id] })
    })
    return {}
  })

  api.authenticated('DELETE', '/users/me/muted_users/:muted_user_id', (call) => {
    const id = pathInteger(call, 'muted_user_id')
    if (users.get(id) === undefined) throw badRequest('No such user')
    context.write(() => {
      if (!preferences.unmuteUser(call.user.id, id)) throw badRequest('User is not muted')
      tellMutedUsers(call.user)
    })
    return {}
  })

  api.authenticated('POST', '/users/me/subscriptions/properties', ({ parameters, user }) => {
    const changes = parameters.json('subscription_data', z.array(subscriptionChange))
    context.write(() => {
      for (const { stream_id, property, value } of changes) {
        if (streams.subscription(user.id, stream_id)?.is_active !== 1) {
          throw badRequest(`Not subscribed to stream id ${stream_id}`)
        }
        const column = property === 'in_home_view' ? 'is_muted' : property
        const stored = property === 'in_home_view' ? !value : value
        streams.setProperty(user.id, stream_id, column, typeof stored === 'boolean' ? Number(stored) : stored)
        const told =
          column === 'is_muted'
            ? [
                { property: 'is_muted', value: stored },
                { property: 'in_home_view', value: stored !== true },
              ]
            : [{ property, value }]
        for (const part of told) {
          context.events.publish(user.id, () => ({ type: 'subscription', op: 'update', stream_id, ...part }))
        }
      }
    })
    return {}
  })

  api.authenticated('PATCH', '/settings', ({ parameters, user }) => {
    const changes = changeableProperties.flatMap((property) => {
      const text = parameters.optionalText(property)
      if (text === undefined) return []
      const value = settingSchema(property).safeParse(settingValue(text))
      if (!value.success) {
        throw new ServiceError('REQUEST_VARIABLE_INVALID', `Bad value for '${property}': ${text.slice(0, 100)}`, {
          extra: { var_name: property, bad_value: text.slice(0, 100) },
        })
      }
      return [{ property, value: value.data }]
    })
    if (changes.length === 0) throw badRequest('Please fill out all fields.')
    context.write(() => {
      const settings = {
        ...settingsOf(user),
        ...Object.fromEntries(changes.map((change) => [change.property, change.value])),
      }
      users.setSettings(user.id, JSON.stringify(settings))
      for (const change of changes) {
        context.events.publish(user.id, () => ({ type: 'user_settings', op: 'update', ...change }))
      }
      // Who turns this off has no drafts at the server any more (wire-protocol.md §2.5).
      if (settings.enable_drafts_synchronization === false) {
        for (const draft of drafts.ofUser(user.id)) {
          context.events.publish(user.id, () => ({ type: 'drafts', op: 'remove', draft_id: draft.id }))
        }
        drafts.removeAll(user.id)
      }
    })
    return {}
  })
}

/** Booleans and numbers stand there as JSON, words raw. */
function settingValue(text: string): unknown {
  return /^(?:true|false|-?\d+)$/.test(text) ? JSON.parse(text) : text
}

/** `user_topics` of register. */
export function userTopics(context: ServerContext, userId: number): Record<string, unknown>[] {
  return context.tables.preferences.topics(userId).map((row) => ({
    stream_id: row.stream_id,
    topic_name: row.topic,
    last_updated: row.last_updated,
    visibility_policy: row.visibility_policy,
  }))
}

/** The deprecated form: stream name, topic, time. */
export function mutedTopics(context: ServerContext, userId: number): (string | number)[][] {
  return context.tables.preferences
    .topics(userId)
    .filter((row) => row.visibility_policy === policies.muted)
    .map((row) => [context.tables.streams.get(row.stream_id)?.name ?? '', row.topic, row.last_updated])
}

export function mutedUsers(context: ServerContext, userId: number): { id: number; timestamp: number }[] {
  return context.tables.preferences.mutedUsers(userId).map((row) => ({ id: row.muted_id, timestamp: row.timestamp }))
}
