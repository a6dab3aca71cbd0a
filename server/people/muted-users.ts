import type { Resource } from '../http/resource.ts'
import type { ServerContext } from '../context/context.ts'
import { pathInteger, type Endpoints } from '../http/endpoint.ts'
import { badRequest } from '../base/errors.ts'
import { canSeeUser } from './people.ts'
import { markRead } from './mark-read.ts'
import type { UserRow } from '../store/people/users.ts'

/** The users whom a user has muted. */
export const mutedUsers: Resource = {
  registration: [
    { type: 'muted_users', state: (context, user) => ({ muted_users: mutedUserObjects(context, user.id) }) },
  ],
  routes: mutedUserRoutes,
}

/** `POST` and `DELETE /users/me/muted_users/{muted_user_id}` (wire-protocol.md §2.8). */
function mutedUserRoutes(api: Endpoints, context: ServerContext): void {
  const { preferences, users } = context.tables

  function tell(user: UserRow): void {
    context.events.publish(user.id, () => ({ type: 'muted_users', muted_users: mutedUserObjects(context, user.id) }))
  }

  function requireUser(reader: UserRow, id: number): void {
    if (users.get(id) === undefined || !canSeeUser(context, reader, id)) throw badRequest('No such user')
  }

  api.authenticated('POST', '/users/me/muted_users/:muted_user_id', (call) => {
    const { user } = call
    const id = pathInteger(call, 'muted_user_id')
    if (id === user.id) throw badRequest('Cannot mute self')
    requireUser(user, id)
    context.write(() => {
      if (!preferences.muteUser(user.id, id, context.nowSeconds())) throw badRequest('User already muted')
      tell(user)
      markRead(context, user, { sql: 'm.sender_id = ?', parameters: [id] })
    })
    return {}
  })

  api.authenticated('DELETE', '/users/me/muted_users/:muted_user_id', (call) => {
    const id = pathInteger(call, 'muted_user_id')
    requireUser(call.user, id)
    context.write(() => {
      if (!preferences.unmuteUser(call.user.id, id)) throw badRequest('User is not muted')
      tell(call.user)
    })
    return {}
  })
}

/** `muted_users` of register. */
function mutedUserObjects(context: ServerContext, userId: number): { id: number; timestamp: number }[] {
  return context.tables.preferences.mutedUsers(userId).map((row) => ({ id: row.muted_id, timestamp: row.timestamp }))
}
