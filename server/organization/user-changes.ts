import { revokeInvitationsOf } from './invitations/invitations.ts'
import { userDefaultsTable } from './user-settings-defaults.ts'
import { canSeeStream } from '../streams/access.ts'
import { tellBot } from '../people/bots.ts'
import type { ServerContext } from '../context/context.ts'
import { limits, passwordLength, requireShort } from '../base/limits.ts'
import { badRequest } from '../base/errors.ts'
import { directMembers, systemMembership, type SystemMembership } from '../people/groups.ts'
import { apiEmail, avatarUrl, canSeeEmail, canSeeUser, userObject, withGuestSight } from '../people/people.ts'
import { roles } from '../people/permissions.ts'
import { systemGroups } from '../store/people/groups.ts'
import type { NewUser, UserRow } from '../store/people/users.ts'
import { streamObject, subscriptionsOf } from '../streams/stream-objects.ts'
import { tellPeers } from '../streams/subscribing.ts'

/** @throws ServiceError `BAD_REQUEST` for an invalid name */
export function readFullName(text: string): string {
  const name = text.trim().replaceAll(/\s+/g, ' ')
  requireShort(limits.fullName, name)
  if ([...name].length < 2) throw badRequest('Name too short!')
  // These characters have a meaning in mentions.
  if (/[*`\\>"@|\p{Cc}\p{Cs}]/u.test(name)) throw badRequest('Invalid characters in name!')
  if (/\|\d+$/.test(name)) throw badRequest('Invalid format!')
  return name
}

/** The form of an address. */
export const addressPattern = /^[^@\s\p{Cc}]+@[^@\s\p{Cc}]+$/u
/** The length of an address in UTF-16 code units. */
export const longestAddress = 254

/** @throws ServiceError `BAD_REQUEST` if the address is malformed or belongs to another user */
export function readEmail(context: ServerContext, text: string, own: UserRow | undefined): string {
  const email = text.trim()
  if (!addressPattern.test(email) || email.length > longestAddress) throw badRequest('Invalid email address.')
  const other = context.tables.users.byEmail(email)
  if (other !== undefined && other.id !== own?.id) throw badRequest(`Email '${email}' already in use`)
  return email
}

/** @throws ServiceError `BAD_REQUEST` for a password that is too short or too long */
export function requirePassword(password: string): void {
  if ([...password].length < passwordLength) {
    throw badRequest(`The password needs at least ${passwordLength} characters.`)
  }
  requireShort(limits.password, password)
}

/** Publishes a change of the user to all users who can see the user; call inside `context.write`. */
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

/** Changes the name of a user; call inside `context.write`. */
export function changeName(context: ServerContext, user: UserRow, fullName: string): void {
  if (fullName === user.full_name) return
  context.tables.users.change(user.id, { full_name: fullName })
  tellUser(context, user.id, () => ({ full_name: fullName }))
  if (user.is_bot === 1) tellBot(context, 'update', user, { full_name: fullName })
}

/**
 * Replaces or removes the avatar of a user; the old file is removed once no client refers to it. Call inside
 * `context.write`.
 */
export function changeAvatar(context: ServerContext, user: UserRow, path: string | null): { avatar_url: string } {
  const { users } = context.tables
  users.change(user.id, { avatar_path: path, avatar_version: user.avatar_version + 1 })
  const changed = users.get(user.id)
  if (changed === undefined) throw new Error(`user ${user.id} is gone`)
  const url = avatarUrl(changed)
  tellUser(context, user.id, () => ({
    avatar_source: path === null ? 'G' : 'U',
    avatar_url: url,
    avatar_url_medium: url,
    avatar_version: changed.avatar_version,
  }))
  const old = user.avatar_path
  if (old !== null && old !== path) {
    context.afterCommit(() => {
      context.removeFile(`avatars/${old}`)
    })
  }
  return { avatar_url: url }
}

/** Changes the address of a user, which is also the sign-in name; call inside `context.write`. */
export function changeEmail(context: ServerContext, user: UserRow, email: string): void {
  if (email === user.delivery_email) return
  context.tables.users.change(user.id, { delivery_email: email })
  const changed = context.tables.users.get(user.id)
  if (changed !== undefined && apiEmail(changed) !== apiEmail(user)) {
    tellUser(context, user.id, () => ({ new_email: apiEmail(changed) }))
  }
  tellUser(context, user.id, (reader) => (canSeeEmail(reader, user) ? { delivery_email: email } : null))
}

/** Changes the role of a user and the system groups that follow from it. Call inside `context.write`. */
export function changeRole(context: ServerContext, user: UserRow, role: number): void {
  if (role === user.role) return
  const before = systemMembership(context, user)
  const sawStreams = visibleStreams(context, user)
  withGuestSight(context, () => {
    context.tables.users.change(user.id, { role })
  })
  const changed = context.tables.users.get(user.id)
  if (changed === undefined) return
  tellUser(context, user.id, () => ({ role }))
  tellSystemGroups(context, changed, before)
  tellStreamsInSight(context, changed, sawStreams)
}

/** Publishes the changes of a user's system groups since `before`. */
export function tellSystemGroups(
  context: ServerContext,
  user: UserRow,
  before: SystemMembership | { readonly role: undefined; readonly isFull: false },
): void {
  const after = systemMembership(context, user)
  if (after.role !== before.role) {
    if (before.role !== undefined) tellGroup(context, before.role, 'remove_members', [user.id])
    tellGroup(context, after.role, 'add_members', [user.id])
  }
  if (after.isFull !== before.isFull) {
    tellGroup(context, systemGroups.fullMembers, after.isFull ? 'add_members' : 'remove_members', [user.id])
  }
}

function visibleStreams(context: ServerContext, user: UserRow): ReadonlySet<number> {
  const seen = context.tables.streams.all().filter((stream) => canSeeStream(context, user, stream))
  return new Set(seen.map((stream) => stream.id))
}

/** Publishes streams that became visible by the role, with their subscribers. */
function tellStreamsInSight(context: ServerContext, user: UserRow, before: ReadonlySet<number>): void {
  const { streams } = context.tables
  const byId = streams.all().toSorted((a, b) => a.id - b.id)
  const come = byId.filter((stream) => !before.has(stream.id) && canSeeStream(context, user, stream))
  const gone = byId.filter((stream) => before.has(stream.id) && !canSeeStream(context, user, stream))
  for (const [op, list] of [
    ['create', come],
    ['delete', gone],
  ] as const) {
    if (list.length === 0) continue
    context.events.publish(user.id, () => ({
      type: 'stream',
      op,
      streams: list.map((stream) => streamObject(context, stream)),
    }))
  }
  for (const stream of come) {
    const readers = streams.subscribers(stream.id)
    if (readers.length === 0) continue
    context.events.publish(user.id, () => ({
      type: 'subscription',
      op: 'peer_add',
      stream_ids: [stream.id],
      user_ids: readers,
    }))
  }
}

/** Publishes a change of a group's members; call inside `context.write`. */
export function tellGroup(
  context: ServerContext,
  groupId: number,
  op: 'add_members' | 'remove_members',
  userIds: readonly number[],
): void {
  for (const reader of context.tables.users.all()) {
    context.events.publish(reader.id, () => ({ type: 'user_group', op, group_id: groupId, user_ids: userIds }))
  }
}

/** Activates or reactivates a user; sessions are unaffected. Call inside `context.write`. */
export function activate(context: ServerContext, user: UserRow): void {
  withGuestSight(context, () => {
    context.tables.users.change(user.id, { is_active: 1 })
    context.tables.streams.forgetSubscribers()
  })
  tellUser(context, user.id, () => ({ is_active: true }))
  if (user.is_bot === 1) tellBot(context, 'update', user, { is_active: true })
  const subscribed = subscriptionsOf(context, user.id).filter(({ subscription }) => subscription.is_active === 1)
  tellPeers(
    context,
    'peer_add',
    subscribed.map(({ stream }) => stream),
    [user],
  )
  if (context.layer?.habits.has('adds reactivated people to their groups') !== true) return
  for (const group of context.tables.groups.all()) {
    if (directMembers(context, group).includes(user.id)) tellGroup(context, group.id, 'add_members', [user.id])
  }
}

/** Deactivates a user: all queues end, and later requests are refused. Call inside `context.write`. */
export function deactivate(context: ServerContext, user: UserRow): void {
  tellUser(context, user.id, () => ({ is_active: false }))
  if (user.is_bot === 1) tellBot(context, 'update', user, { is_active: false })
  withGuestSight(context, () => {
    context.tables.users.change(user.id, { is_active: 0 })
    context.tables.streams.forgetSubscribers()
  })
  for (const row of context.tables.scheduled.ofUser(user.id)) {
    if (row.failed === 0) context.tables.scheduled.replace({ ...row, failed: 1 })
  }
  revokeInvitationsOf(context, user)
  context.afterCommit(() => {
    context.events.removeOf(user.id)
  })
}

/** Adds an account and publishes it to all users who can see it; call inside `context.write`. */
export function addUser(context: ServerContext, user: NewUser, host: string): UserRow {
  const settings = context.table(userDefaultsTable).get()
  const id = context.tables.users.add({ settings, ...user }, host)
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
  tellSystemGroups(context, added, { role: undefined, isFull: false })
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
