import { badRequest } from '#server/base/errors.ts'
import { pathInteger } from '#server/http/endpoint.ts'
import { canSeeUser } from '#server/people/people.ts'
import { userStatuses } from '#server/people/presence.ts'
import { eventOf, without, type Fields, type LevelChange } from '../../change.ts'

/** Presence, typing and statuses (newer-servers.md §3, §10). */
export const presence: readonly LevelChange[] = [
  {
    level: 262,
    what: 'the status of one user can be asked for',
    rewrite: {
      routes(_app, api, { context }) {
        api.authenticated('GET', '/users/:user_id/status', (call) => {
          const id = pathInteger(call, 'user_id')
          const person = context.tables.users.get(id)
          if (person === undefined || !canSeeUser(context, call.user, id)) throw badRequest('No such user')
          return { status: userStatuses(context, call.user)[String(id)] ?? {} }
        })
      },
    },
  },
  {
    level: 263,
    what: 'presence tells only what changed since the last update',
    rewrite: {
      habits: ['answers the own presence'],
      register: (state) => ('presences' in state ? { ...state, presence_last_update_id: updateId(state, -1) } : state),
      calls: {
        async 'POST /users/me/presence'(call, next) {
          const text = call.parameters.take('last_update_id')
          if (text === undefined || !/^-?\d{1,15}$/.test(text)) {
            const answer = await next()
            return 'presences' in answer ? { ...answer, presence_last_update_id: updateId(answer, -1) } : answer
          }
          const last = Number(text)
          call.parameters.set('slim_presence', 'true')
          const answer = await next()
          if (!('presences' in answer)) return { ...answer, presence_last_update_id: last }
          const changed = Object.entries(answer.presences as Fields).filter(([, entry]) => newest(entry) > last)
          return {
            ...answer,
            presences: Object.fromEntries(changed),
            presence_last_update_id: updateId({ presences: Object.fromEntries(changed) }, last),
          }
        },
      },
    },
  },
  {
    level: 288,
    what: 'registrations say how old a presence may be',
    rewrite: {
      calls: {
        async 'POST /register'(call, next) {
          call.parameters.ignore('presence_history_limit_days')
          return next()
        },
      },
    },
  },
  {
    level: 419,
    what: 'with simplified_presence_events an event tells presences by user',
    rewrite: {
      event(event, { capabilities }) {
        if (event.type !== 'presence' || !capabilities.has('simplified_presence_events')) return [event]
        const { user_id: userId, presence: clients } = event as Fields
        const entries = Object.values((clients ?? {}) as Record<string, { status: string; timestamp: number }>)
        const times = (status: string) => entries.filter((one) => one.status === status).map((one) => one.timestamp)
        const active = Math.max(0, ...times('active'))
        const idle = Math.max(active, ...times('idle'))
        return [
          eventOf({
            ...without(event, 'user_id', 'email', 'presence', 'server_timestamp'),
            presences: { [String(userId)]: { active_timestamp: active, idle_timestamp: idle } },
          }),
        ]
      },
    },
  },
]

/** The id of an update is its time in seconds, so that newer ones have higher ids. */
function updateId(state: Fields, least: number): number {
  return Math.max(least, ...Object.values((state.presences ?? {}) as Fields).map(newest))
}

function newest(entry: unknown): number {
  const { active_timestamp: active, idle_timestamp: idle, aggregated } = entry as Fields
  const { timestamp } = (aggregated ?? {}) as Fields // the older form
  return Math.max(Number(active ?? 0), Number(idle ?? 0), Number(timestamp ?? 0))
}
