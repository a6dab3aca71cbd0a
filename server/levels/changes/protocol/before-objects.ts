import { botObject } from '#server/people/bots.ts'
import { ServiceError, UnknownPrincipalError } from '#server/base/errors.ts'
import { parseGivenJson } from '#server/base/json.ts'
import { userObject } from '#server/people/people.ts'
import { eventOf, renamed, without, type CallRewrite, type Fields, type LevelChange } from '../../change.ts'

/** Error codes by the level that added them; older levels use a general code. */
const codes: readonly {
  readonly level: number
  readonly code: string
  readonly before: string
  readonly status: number
}[] = [
  { level: 229, code: 'STREAM_WILDCARD_MENTION_NOT_ALLOWED', before: 'BAD_REQUEST', status: 400 },
  { level: 229, code: 'TOPIC_WILDCARD_MENTION_NOT_ALLOWED', before: 'BAD_REQUEST', status: 400 },
  { level: 193, code: 'REACTION_ALREADY_EXISTS', before: 'BAD_REQUEST', status: 400 },
  { level: 193, code: 'REACTION_DOES_NOT_EXIST', before: 'BAD_REQUEST', status: 400 },
  { level: 172, code: 'MOVE_MESSAGES_TIME_LIMIT_EXCEEDED', before: 'BAD_REQUEST', status: 400 },
]

/** Earlier forms of streams, users, groups and errors. */
export const beforeObjects: readonly LevelChange[] = [
  ...codes.map(({ level, code, before, status }): LevelChange => ({
    level,
    what: `a refusal has the code ${code}`,
    rewrite: {
      async everyCall(_call, next) {
        try {
          return await next()
        } catch (error) {
          if (error instanceof ServiceError && error.code === code) {
            throw new ServiceError(before, error.message, { status })
          }
          throw error
        }
      },
    },
  })),
  {
    level: 232,
    what: 'clients may cope with users that they were never told of',
    rewrite: {
      calls: {
        async 'POST /register'(call, next) {
          const text = call.parameters.peek('client_capabilities')
          if (text !== undefined)
            call.parameters.set('client_capabilities', withoutCapability(text, 'user_list_incomplete'))
          return next()
        },
      },
    },
  },
  {
    level: 226,
    what: 'the e-mail address of a stream is asked for apart',
    rewrite: {
      forms: { stream: (stream) => ('color' in stream ? { ...stream, email_address: '' } : stream) },
    },
  },
  {
    level: 222,
    what: 'people and bots who are switched off or on are told by an update',
    rewrite: {
      event(event, { context, formed }) {
        if (event.op !== 'update' || (event.type !== 'realm_user' && event.type !== 'realm_bot')) return [event]
        const key = event.type === 'realm_user' ? 'person' : 'bot'
        const told = event[key] as Fields
        if (typeof told.is_active !== 'boolean') return [event]
        const row = context.tables.users.get(Number(told.user_id))
        if (row === undefined) return [event]
        const object = { user_id: row.id, full_name: row.full_name }
        if (!told.is_active) return [eventOf({ type: event.type, op: 'remove', [key]: object })]
        const whole =
          key === 'person'
            ? userObject(context, row, row, { avatarOptional: false, withProfileData: true })
            : botObject(row)
        return [eventOf({ type: event.type, op: 'add', [key]: formed(key === 'person' ? 'user' : 'bot', whole) })]
      },
    },
  },
  {
    level: 208,
    what: 'people who cannot be subscribed are a bad request',
    rewrite: {
      calls: Object.fromEntries(
        ['POST /users/me/subscriptions', 'DELETE /users/me/subscriptions'].map((name): [string, CallRewrite] => [
          name,
          async (_call, next) => {
            try {
              return await next()
            } catch (error) {
              if (error instanceof UnknownPrincipalError) {
                throw new ServiceError('UNAUTHORIZED_PRINCIPAL', error.message, { status: 403 })
              }
              throw error
            }
          },
        ]),
      ),
    },
  },
  {
    level: 199,
    what: 'stream objects say how busy the stream is',
    rewrite: {
      forms: {
        stream: (stream) => ('color' in stream ? stream : without(stream, 'stream_weekly_traffic')),
      },
    },
  },
  {
    level: 197,
    what: 'the group that may remove subscribers is named without _id',
    rewrite: {
      forms: {
        stream: (stream) => renamed(stream, { can_remove_subscribers_group: 'can_remove_subscribers_group_id' }),
      },
      event: (event) => [
        event.type === 'stream' && event.property === 'can_remove_subscribers_group'
          ? eventOf({ ...event, property: 'can_remove_subscribers_group_id' })
          : event,
      ],
    },
  },
  {
    level: 191,
    what: 'groups say who may mention them',
    rewrite: {
      forms: { group: (group) => without(group, 'can_mention_group') },
      event(event) {
        if (event.type !== 'user_group' || event.op !== 'update') return [event]
        const data = without(event.data as Fields, 'can_mention_group')
        return Object.keys(data).length === 0 ? [] : [eventOf({ ...event, data })]
      },
    },
  },
  {
    level: 171,
    what: 'signing in answers the id of the user',
    rewrite: {
      calls: {
        async 'POST /fetch_api_key'(_call, next) {
          return without(await next(), 'user_id')
        },
      },
    },
  },
]

function withoutCapability(text: string, name: string): string {
  try {
    const given = parseGivenJson(text) // the endpoint handles other values
    return typeof given === 'object' && given !== null && !Array.isArray(given)
      ? JSON.stringify(without(given as Fields, name))
      : text
  } catch {
    return text
  }
}
