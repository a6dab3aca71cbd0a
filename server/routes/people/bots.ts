import { newApiKey, replaceApiKey } from '../../people/credentials.ts'
import { botAnswer, botObject, mayAdminister, ownBotObject, tellBot } from '../../people/bots.ts'
import type { ServerContext } from '../../context/context.ts'
import { pathInteger, type AuthenticatedCall, type Endpoints } from '../../http/endpoint.ts'
import { badRequest } from '../../base/errors.ts'
import { limits } from '../../base/limits.ts'
import { organizationSettings } from '../../context/organization-settings.ts'
import { publicOrigin } from '../../http/public-origin.ts'
import { isAdministrator, isGuest, roles } from '../../people/permissions.ts'
import type { UserRow } from '../../store/people/users.ts'
import { addUser, changeName, deactivate, readEmail, readFullName, tellUser } from '../../organization/user-changes.ts'

/** The bot types of this server (wire-protocol.md §2.11): generic bots and incoming webhooks. */
const botTypes: readonly number[] = [1, 2]

/** `/bots`: the bots of users (wire-protocol.md §2.11). */
export function botRoutes(api: Endpoints, context: ServerContext): void {
  const { users } = context.tables

  /** @throws ServiceError `BAD_REQUEST` unless the path names a bot that the user may change */
  function administered(call: AuthenticatedCall): UserRow {
    const bot = users.get(pathInteger(call, 'bot_id'))
    if (bot === undefined || bot.is_bot === 0 || bot.is_system === 1) throw badRequest('No such bot')
    if (!mayAdminister(call.user, bot)) throw badRequest('Insufficient permission')
    return bot
  }

  /** Checks the policy for new bots: 1 everyone, 2 generic bots only for administrators, 3 only administrators. */
  function requireCreation(user: UserRow, type: number): void {
    const policy = organizationSettings(context).bot_creation_policy
    const mayCreate = context.layer?.rights.mayCreateBot(user, type)
    if (mayCreate === true && user.is_bot === 0) return
    if (mayCreate === false) throw badRequest('Insufficient permission')
    const isOpen = policy === 1 || (policy === 2 && type !== 1)
    if (isGuest(user) || user.is_bot === 1 || !(isOpen || isAdministrator(user))) {
      throw badRequest('Must be an organization administrator')
    }
  }

  api.authenticated('GET', '/bots', ({ user }) => ({
    bots: users
      .all()
      .filter((bot) => bot.is_bot === 1 && bot.is_active === 1 && bot.bot_owner_id === user.id)
      .map(ownBotObject),
  }))

  api.authenticated('POST', '/bots', ({ parameters, user, request }) => {
    const fullName = readFullName(parameters.text('full_name'))
    const shortName = parameters.text('short_name').trim()
    const type = parameters.optionalInteger('bot_type') ?? 1
    if (!botTypes.includes(type)) throw badRequest('Invalid bot type')
    requireCreation(user, type)
    if (!/^[\w.+-]{1,50}$/.test(shortName)) throw badRequest('Bad name or username')
    const host = new URL(publicOrigin(context, request)).hostname
    return context.write(() => {
      if (users.all().filter((bot) => bot.bot_owner_id === user.id).length >= limits.bots.most)
        throw badRequest('Too many bots')
      const email = readEmail(context, `${shortName}-bot@${host}`, undefined)
      const bot = addUser(
        context,
        {
          deliveryEmail: email,
          fullName,
          role: roles.member,
          apiKey: newApiKey(context),
          dateJoined: context.nowSeconds(),
          isBot: true,
          botType: type,
          botOwnerId: user.id,
        },
        host,
      )
      tellBot(context, 'add', bot, botObject(bot))
      return { user_id: bot.id, api_key: bot.api_key, ...botAnswer(bot) }
    })
  })

  api.authenticated('PATCH', '/bots/:bot_id', (call) => {
    const bot = administered(call)
    const name = call.parameters.optionalText('full_name')
    const owner = call.parameters.optionalInteger('bot_owner_id')
    const fullName = name === undefined ? undefined : readFullName(name)
    if (owner !== undefined) requireOwnerOfBots(owner)
    return context.write(() => {
      if (fullName !== undefined) changeName(context, bot, fullName)
      if (owner !== undefined && owner !== bot.bot_owner_id) changeOwner(bot, owner)
      const changed = users.get(bot.id) ?? bot
      const answer = { full_name: changed.full_name, ...botAnswer(changed), services: [] }
      const heldBy = changed.bot_owner_id === null ? undefined : users.get(changed.bot_owner_id)
      return heldBy === undefined ? answer : { ...answer, bot_owner: heldBy.delivery_email }
    })
  })

  function requireOwnerOfBots(id: number): void {
    const owner = users.get(id)
    if (owner === undefined || owner.is_system === 1) throw badRequest('Failed to change owner, no such user')
    if (owner.is_active === 0) throw badRequest('Failed to change owner, user is deactivated')
    if (owner.is_bot === 1) throw badRequest("Failed to change owner, bots can't own other bots")
  }

  function changeOwner(bot: UserRow, ownerId: number): void {
    const before = bot.bot_owner_id
    users.change(bot.id, { bot_owner_id: ownerId })
    const changed = users.get(bot.id)
    if (changed === undefined) return
    const [past, next] = [before === null ? undefined : users.get(before), users.get(ownerId)]
    if (past !== undefined && !mayAdminister(past, changed)) {
      context.events.publish(past.id, () => ({ type: 'realm_bot', op: 'delete', bot: { user_id: bot.id } }))
    }
    if (next !== undefined && !isAdministrator(next)) {
      context.events.publish(next.id, () => ({ type: 'realm_bot', op: 'add', bot: botObject(changed) }))
    }
    for (const user of users.all()) {
      if (user.is_active === 0 || !isAdministrator(user)) continue
      const update = { user_id: bot.id, owner_id: ownerId }
      context.events.publish(user.id, () => ({ type: 'realm_bot', op: 'update', bot: update }))
    }
    tellUser(context, bot.id, () => ({ bot_owner_id: ownerId }))
  }

  api.authenticated('DELETE', '/bots/:bot_id', (call) => {
    const bot = administered(call)
    if (bot.is_active === 0) throw badRequest('No such bot')
    context.write(() => {
      deactivate(context, bot)
    })
    return {}
  })

  api.authenticated('POST', '/bots/:bot_id/api_key/regenerate', (call) => {
    const bot = administered(call)
    const apiKey = context.write(() => {
      const key = replaceApiKey(context, bot.id)
      tellBot(context, 'update', bot, { api_key: key })
      return key
    })
    return { api_key: apiKey }
  })
}
