import type { ServerContext } from './context.ts'
import { limits } from './context.ts'
import { badRequest } from './errors.ts'
import { systemGroupOf } from './groups.ts'
import { canSeeEmail, canSeeUser, userObject, withGuestSight } from './people.ts'
import { roles } from './roles.ts'
import type { NewUser, UserRow } from './store/users.ts'

/** @throws ServiceError `BAD_REQUEST` for what is no name. */
export function readFullName(text: string): string {
  const name = text.trim().replaceAll(/\s+/g, ' ')
  if ([...name].length > limits.fullName) throw badRequest('Name too long!')
  if ([...name].length < 2) throw badRequest('Name too short!')
  // These stand for something in mentions.
  if (/[*`\\>"@|\p{Cc}\p{Cs}]/u.test(name)) throw badRequest('Invalid characters in name!')
  if (/\|\d+$/.test(name)) throw badRequest('Invalid format!')
  return name
}

/** @throws ServiceError `BAD_REQUEST` for what is no address, or is somebody else's. */
export function readEmail(context: ServerContext, text: string, own: UserRow | undefined): string {
  const email = text.trim()
  if (!/^[^@\s\p{Cc}]+@[^@\s\p{Cc}]+$/u.test(email) || email.length > 254) throw badRequest('Invalid email address.')
  const other = context.tables.users.byEmail(email)
  if (other !== undefined && other.id !== own?.id) throw badRequest(`Email '${email}' already in use`)
  return email
}

/** Tells everybody who may know of the user what changed of that user; call inside `context.write`. */
export function tellUser(
  context: ServerContext,
  userId: number,
  person: (reader: UserRow) => Record<string, unknown> | null,
): void {
  for (const reader of context.tables.users.all()) {
    if (reader.is_active === 0 || !canSeeUser(context, reader, userId)) continue
    const change = person(reader)
    if (change === null) continue
    context.events.publish(reader.id, () => ({
      type: 'realm_user',
      op: 'update',
      person: { user_id: userId, ...change },
    }))
  }
}

/** Gives somebody another name; call inside `context.write`. */
export function changeName(context: ServerContext, user: UserRow, fullName: string): void {
  if (fullName === user.full_name) return
  context.tables.users.change(user.id, { full_name: fullName })
  tellUser(context, user.id, () => ({ full_name: fullName }))
}

/** Gives somebody another address, which is also the name to sign in with; call inside `context.write`. */
export function changeEmail(context: ServerContext, user: UserRow, email: string): void {
  if (email === user.delivery_email) return
  context.tables.users.change(user.id, { delivery_email: email })
  tellUser(context, user.id, (reader) => (canSeeEmail(reader, user) ? { delivery_email: email } : null))
}

/** Gives somebody another role; system groups follow. Call inside `context.write`. */
export function changeRole(context: ServerContext, user: UserRow, role: number): void {
  if (role === user.role) return
  const before = systemGroupOf(context, user)
  withGuestSight(context, () => {
    context.tables.users.change(user.id, { role })
  })
  const changed = context.tables.users.get(user.id)
  if (changed === undefined) return
  tellUser(context, user.id, () => ({ role }))
  tellSystemGroup(context, changed, before)
}

/** Tells of the system group that somebody belongs to now, if it is another one than `before`. */
export function tellSystemGroup(context: ServerContext, user: UserRow, before: number): void {
  const after = systemGroupOf(context, user)
  if (after === before) return
  tellGroup(context, before, 'remove_members', [user.id])
  tellGroup(context, after, 'add_members', [user.id])
}

function tellGroup(
  context: ServerContext,
  groupId: number,
  op: 'add_members' | 'remove_members',
  userIds: readonly number[],
): void {
  for (const reader of context.tables.users.all()) {
    context.events.publish(reader.id, () => ({ type: 'user_group', op, group_id: groupId, user_ids: userIds }))
  }
}

/** Lets somebody in, or back in; nobody is signed out by this. Call inside `context.write`. */
export function activate(context: ServerContext, user: UserRow): void {
  withGuestSight(context, () => {
    context.tables.users.change(user.id, { is_active: 1 })
    context.tables.streams.forgetSubscribers()
  })
  tellUser(context, user.id, () => ({ is_active: true }))
  tellGroup(context, systemGroupOf(context, user), 'add_members', [user.id])
}

/** Shuts somebody out: every queue ends, every request is refused from now on. Call inside `context.write`. */
export function deactivate(context: ServerContext, user: UserRow): void {
  tellUser(context, user.id, () => ({ is_active: false }))
  tellGroup(context, systemGroupOf(context, user), 'remove_members', [user.id])
  withGuestSight(context, () => {
    context.tables.users.change(user.id, { is_active: 0 })
    context.tables.streams.forgetSubscribers()
  })
  for (const row of context.tables.scheduled.ofUser(user.id)) {
    if (row.failed === 0) context.tables.scheduled.replace({ ...row, failed: 1 })
  }
  context.afterCommit(() => {
    context.events.removeOf(user.id)
  })
}

/** Adds an account and tells everybody who may know of it; call inside `context.write`. */
export function addUser(context: ServerContext, user: NewUser, host: string): UserRow {
  const id = context.tables.users.add(user, host)
  const added = context.tables.users.get(id)
  if (added === undefined) throw new Error(`user ${id} was not stored`)
  for (const reader of context.tables.users.all()) {
    if (reader.is_active === 0 || reader.id === id) continue
    const isSeen = canSeeUser(context, reader, id)
    context.events.publish(reader.id, (options) => {
      if (!isSeen) return null
      const person = userObject(context, added, reader, {
        avatarOptional: options.avatarOptional,
        withProfileData: true,
      })
      return { type: 'realm_user', op: 'add', person }
    })
  }
  tellGroup(context, systemGroupOf(context, added), 'add_members', [id])
  return added
}

/** Whether no other active account has the owner's role. */
export function isLastOwner(context: ServerContext, user: UserRow): boolean {
  return (
    user.role === roles.owner &&
    !context.tables.users
      .all()
      .some((other) => other.id !== user.id && other.is_active === 1 && other.role === roles.owner)
  )
}
