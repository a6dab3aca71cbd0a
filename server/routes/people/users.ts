import type { ServerContext } from '../../context/context.ts'
import type { AuthenticatedCall, Endpoints } from '../../http/endpoint.ts'
import { badRequest } from '../../base/errors.ts'
import { findByAddress, sightOf, unknownUser, userObject, type UserOptions } from '../../people/people.ts'
import { mapInSlices } from '../../base/slices.ts'
import type { UserRow } from '../../store/people/users.ts'

/** `GET /users`, `GET /users/me`, `GET /users/{user_id}`, `GET /users/{email}`. */
export function userRoutes(api: Endpoints, context: ServerContext): void {
  const { users, messages } = context.tables

  function optionsOf({ parameters }: AuthenticatedCall): UserOptions {
    parameters.clientAvatars()
    return {
      avatarOptional: false,
      withProfileData: parameters.boolean('include_custom_profile_fields', false),
    }
  }

  api.authenticated('GET', '/users', async (call) => {
    const options = optionsOf(call)
    const sight = sightOf(context, call.user)
    return {
      members: await mapInSlices(users.all(), (row) =>
        sight === undefined || sight.has(row.id) ? userObject(context, row, call.user, options) : unknownUser(row),
      ),
    }
  })

  api.authenticated('GET', '/users/me', ({ user, parameters }) => {
    parameters.clientAvatars()
    const whole = userObject(context, user, user, { avatarOptional: false, withProfileData: true })
    // Of the own account the service does not tell what kind of bot it is.
    const own = Object.entries(whole).filter(([name]) => name !== 'bot_type' && name !== 'bot_owner_id')
    return { ...Object.fromEntries(own), max_message_id: messages.maxId() }
  })

  api.authenticated('GET', '/users/:user_id', (call) => {
    const options = optionsOf(call)
    const row = findUser(context, call.user, call.path.user_id ?? '')
    const sight = sightOf(context, call.user)
    if (row === undefined || (sight !== undefined && !sight.has(row.id))) throw badRequest('No such user')
    return { user: userObject(context, row, call.user, options) }
  })
}

/** Somebody by id or e-mail, as both stand in paths. @throws ServiceError `RATE_LIMIT_HIT` */
export function findUser(context: ServerContext, reader: UserRow, idOrEmail: string): UserRow | undefined {
  if (/^\d{1,15}$/.test(idOrEmail)) return context.tables.users.get(Number(idOrEmail))
  context.attempts.lookUp(reader)
  return findByAddress(context, reader, idOrEmail)
}
