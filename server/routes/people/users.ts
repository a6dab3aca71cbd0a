import type { ServerContext } from '../../context/context.ts'
import type { AuthenticatedCall, Endpoints } from '../../http/endpoint.ts'
import { badRequest } from '../../base/errors.ts'
import { sightOf, unknownUser, userObject, type UserOptions, findUser } from '../../people/people.ts'
import { mapInSlices } from '../../base/slices.ts'

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
    // As upstream, the own account has no bot fields.
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
