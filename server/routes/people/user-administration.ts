import { newApiKey } from '../../people/credentials.ts'
import type { ServerContext } from '../../context/context.ts'
import { limits } from '../../base/limits.ts'
import { pathInteger, type AuthenticatedCall, type Endpoints } from '../../http/endpoint.ts'
import { badRequest, ServiceError } from '../../base/errors.ts'
import { isAdministrator, isOwner, requireAdministrator, requireOwner, roles } from '../../people/permissions.ts'
import { changeProfile, prepareProfile, profileChange } from '../../organization/profile-values.ts'
import type { UserRow } from '../../store/people/users.ts'
import {
  activate,
  addUser,
  changeName,
  changeRole,
  deactivate,
  isLastOwner,
  readEmail,
  readFullName,
  requirePassword,
} from '../../organization/user-changes.ts'
import { defaultStreams, subscribeToAll } from '../../streams/subscribing.ts'
import { hashPassword } from '../../base/passwords.ts'

/** Adding, changing and deactivating accounts (wire-protocol.md §2.11). */
export function userAdministrationRoutes(api: Endpoints, context: ServerContext): void {
  const { users } = context.tables

  /** @throws ServiceError `BAD_REQUEST` */
  function target(call: AuthenticatedCall): UserRow {
    const user = users.get(pathInteger(call, 'user_id'))
    if (user === undefined || user.is_system === 1) throw badRequest('No such user')
    return user
  }

  function requireRightOver(user: UserRow, person: UserRow): void {
    if (person.is_bot === 1 && person.bot_owner_id === user.id) return
    requireAdministrator(user)
    if (isOwner(person)) requireOwner(user)
  }

  api.authenticated('POST', '/users', async ({ parameters, user }) => {
    requireAdministrator(user)
    const email = readEmail(context, parameters.text('email'), undefined)
    const password = parameters.text('password')
    const fullName = readFullName(parameters.text('full_name'))
    requirePassword(password)
    const passwordHash = await hashPassword(password)
    // Another account may meanwhile have the address.
    readEmail(context, email, undefined)
    return context.write(() => {
      const added = addUser(
        context,
        {
          deliveryEmail: email,
          fullName,
          role: roles.member,
          passwordHash,
          apiKey: newApiKey(context),
          dateJoined: context.nowSeconds(),
        },
        user.email.split('@')[1] ?? 'localhost',
      )
      subscribeToAll(context, added, defaultStreams(context))
      return { user_id: added.id }
    })
  })

  api.authenticated('PATCH', '/users/:user_id', async (call) => {
    const { parameters, user } = call
    requireRightOver(user, target(call))
    const fullName = parameters.optionalText('full_name')
    const role = parameters.optionalInteger('role')
    const profile = parameters.optionalJson('profile_data', profileChange, limits.profileValues)
    const name = fullName === undefined ? undefined : readFullName(fullName.replace(/^"(.*)"$/s, '$1'))
    if (role !== undefined && !Object.values<number>(roles).includes(role)) throw badRequest('Invalid role')
    if (profile !== undefined) await prepareProfile(context, user, profile)
    context.write(() => {
      // The account may have changed meanwhile.
      const person = target(call)
      requireRightOver(user, person)
      if (role !== undefined && role !== person.role) {
        if (!isAdministrator(user)) requireAdministrator(user)
        if (role === roles.owner || isOwner(person)) requireOwner(user)
        if (isLastOwner(context, person)) {
          throw badRequest('The owner permission cannot be removed from the only organization owner.')
        }
        changeRole(context, person, role)
      }
      if (name !== undefined) changeName(context, person, name)
      if (profile !== undefined) changeProfile(context, person, profile)
    })
    return {}
  })

  function shutOut(person: UserRow): void {
    context.write(() => {
      deactivate(context, person)
    })
  }

  api.authenticated('DELETE', '/users/me', ({ user }) => {
    if (isLastOwner(context, user)) {
      throw new ServiceError('CANNOT_DEACTIVATE_LAST_USER', 'Cannot deactivate the only organization owner', {
        extra: { is_last_owner: true, entity: 'organization owner' },
      })
    }
    shutOut(user)
    return {}
  })

  api.authenticated('DELETE', '/users/:user_id', (call) => {
    const person = target(call)
    call.parameters.ignore('deactivation_notification_comment')
    requireRightOver(call.user, person)
    if (person.is_active === 0) throw badRequest('User is already deactivated')
    if (isLastOwner(context, person)) throw badRequest('Cannot deactivate the only organization owner')
    shutOut(person)
    return {}
  })

  api.authenticated('POST', '/users/:user_id/reactivate', (call) => {
    const person = target(call)
    requireRightOver(call.user, person)
    if (person.is_active === 1) throw badRequest('User is already active')
    context.write(() => {
      activate(context, person)
    })
    return {}
  })
}
