import { isAdministrator, isModerator } from '#server/people/permissions.ts'
import { pathInteger } from '#server/http/endpoint.ts'
import { mayAdminister } from '#server/people/bots.ts'
import { badRequest } from '#server/base/errors.ts'
import { isDeleted } from '#server/organization/user-deletion.ts'
import { eventOf, without, type Fields, type LevelChange } from '../../change.ts'

/** Users and bots (newer-servers.md §6). */
export const users: readonly LevelChange[] = [
  {
    level: 363,
    what: 'is_billing_admin is told no more',
    rewrite: {
      forms: { user: (user) => without(user, 'is_billing_admin') },
      register: (state) => ({
        ...without(state, 'is_billing_admin'),
        ...('realm_name' in state ? { realm_billing: { has_pending_sponsorship_request: false } } : {}),
      }),
    },
  },
  {
    level: 380,
    what: 'administrators are moderators too',
    rewrite: {
      register(state, { context, userId }) {
        const self = userId === undefined ? undefined : context.tables.users.get(userId)
        return 'is_moderator' in state && self !== undefined
          ? { ...state, is_moderator: isModerator(self) || isAdministrator(self) }
          : state
      },
    },
  },
  {
    level: 384,
    what: 'people can be asked for by their ids',
    rewrite: {
      calls: {
        async 'GET /users'(call, next) {
          const text = call.parameters.take('user_ids')
          if (text === undefined) return next()
          const wanted = new Set((/^\[([\d, ]*)\]$/.exec(text)?.[1] ?? '').split(',').map(Number))
          const answer = await next()
          return { ...answer, members: (answer.members as Fields[]).filter((user) => wanted.has(Number(user.user_id))) }
        },
      },
    },
  },
  {
    level: 433,
    what: 'users say whether they are stubs of an import',
    rewrite: { forms: { user: (user) => ({ ...user, is_imported_stub: false }) } },
  },
  {
    level: 463,
    what: 'the key of a bot has an address of its own',
    rewrite: {
      routes(_app, api, { context }) {
        api.authenticated('GET', '/bots/:bot_id/api_key', (call) => {
          const bot = context.tables.users.get(pathInteger(call, 'bot_id'))
          if (bot === undefined || !mayAdminister(call.user, bot)) throw badRequest('No such bot')
          return { api_key: bot.api_key }
        })
      },
    },
  },
  {
    level: 474,
    what: 'bots say only what their users do not say',
    rewrite: {
      forms: { bot: onlyOfBots },
      event(event) {
        if (event.type !== 'realm_bot' || event.op !== 'update') return [event]
        const bot = onlyOfBots(event.bot as Fields)
        // Only the id is left.
        return Object.keys(bot).length <= 1 ? [] : [eventOf({ ...event, bot })]
      },
    },
  },
  {
    level: 490,
    what: 'people who are switched off for good are marked',
    rewrite: {
      forms: { user: (user, { context }) => ({ ...user, is_deleted: isDeleted(context, Number(user.user_id)) }) },
    },
  },
]

function onlyOfBots(bot: Fields): Fields {
  return without(bot, 'full_name', 'bot_type', 'is_active', 'owner_id', 'email', 'avatar_url', 'api_key')
}
