import type { ServerContext } from '../context/context.ts'
import { apiEmail, avatarUrl } from './people.ts'
import { isAdministrator } from './permissions.ts'
import type { UserRow } from '../store/people/users.ts'

/** Fields of upstream's bots without a function on this server. */
const botDefaults = {
  default_sending_stream: null,
  default_events_register_stream: null,
  default_all_public_streams: false,
} as const

/** A bot with its key, for the users who may administer it (wire-protocol.md §2.3.3). */
export function botObject(bot: UserRow): Record<string, unknown> {
  return {
    user_id: bot.id,
    email: apiEmail(bot),
    full_name: bot.full_name,
    bot_type: bot.bot_type,
    is_active: bot.is_active === 1,
    api_key: bot.api_key,
    ...botDefaults,
    avatar_url: avatarUrl(bot),
    owner_id: bot.bot_owner_id,
    services: [],
  }
}

/** A bot in the form of `GET /bots`. */
export function ownBotObject(bot: UserRow): Record<string, unknown> {
  return {
    username: apiEmail(bot),
    full_name: bot.full_name,
    api_key: bot.api_key,
    avatar_url: avatarUrl(bot),
    ...botDefaults,
  }
}

/** The additional fields in the answers of `POST /bots` and `PATCH /bots/{id}`. */
export function botAnswer(bot: UserRow): Record<string, unknown> {
  return { avatar_url: avatarUrl(bot), ...botDefaults }
}

/** Whether the user may change the bot and see its key. */
export function mayAdminister(user: UserRow, bot: UserRow): boolean {
  return bot.is_bot === 1 && bot.is_system === 0 && (bot.bot_owner_id === user.id || isAdministrator(user))
}

/** `realm_bots` of register: the bots that the user may administer. */
export function administeredBots(context: ServerContext, user: UserRow): Record<string, unknown>[] {
  return context.tables.users
    .all()
    .filter((bot) => mayAdminister(user, bot))
    .map(botObject)
}

/** Publishes a bot's event to its administrators; call inside `context.write`. */
export function tellBot(
  context: ServerContext,
  op: 'add' | 'update',
  bot: UserRow,
  fields: Readonly<Record<string, unknown>>,
): void {
  for (const user of context.tables.users.all()) {
    if (user.is_active === 0 || !mayAdminister(user, bot)) continue
    context.events.publish(user.id, () => ({ type: 'realm_bot', op, bot: { user_id: bot.id, ...fields } }))
  }
}
