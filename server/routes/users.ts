import type { ServerContext } from '../context.ts'
import { pathInteger, type Endpoints } from '../endpoint.ts'
import { badRequest } from '../errors.ts'
import { userObject } from '../serialize.ts'

/** `GET /users`, `GET /users/me`, `GET /users/{user_id}`. */
export function userRoutes(api: Endpoints, context: ServerContext): void {
  const { users, messages } = context.tables

  api.authenticated('GET', '/users', ({ parameters, user }) => {
    parameters.boolean('client_extavatar', true)
    parameters.optionalText('client_gravatar')
    const withProfileData = parameters.boolean('include_custom_profile_fields', false)
    return { members: users.all().map((row) => userObject(row, user, { avatarOptional: false, withProfileData })) }
  })

  api.authenticated('GET', '/users/me', ({ user }) => ({
    ...userObject(user, user, { avatarOptional: false, withProfileData: true }),
    max_message_id: messages.maxId(),
  }))

  api.authenticated('GET', '/users/:user_id', (call) => {
    call.parameters.boolean('client_extavatar', true)
    call.parameters.optionalText('client_gravatar')
    const withProfileData = call.parameters.boolean('include_custom_profile_fields', false)
    const row = users.get(pathInteger(call, 'user_id'))
    if (row === undefined) throw badRequest('No such user')
    return { user: userObject(row, call.user, { avatarOptional: false, withProfileData }) }
  })
}
