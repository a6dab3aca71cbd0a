import type { ServerContext } from '../context/context.ts'
import { organizationSettings } from '../context/organization-settings.ts'
import { isAdministrator, isGuest, isModerator, roles } from './permissions.ts'
import { share } from '../base/shared-json.ts'
import { systemGroups } from '../store/people/groups.ts'
import type { ProfileValueRow } from '../store/people/profiles.ts'
import type { UserRow } from '../store/people/users.ts'
import { settingsOf } from './user-settings.ts'

const realmId = 1

/**
 * The user's e-mail address in the API: the real one if all users may see it, otherwise a generated one (Service API,
 * User object).
 */
export function apiEmail(user: UserRow): string {
  const isOpen = user.is_bot === 1 || settingsOf(user).email_address_visibility === 1
  return isOpen ? user.delivery_email : user.email
}

/** The path of a user's avatar; `/avatar/{id}` answers 404 if the user has none. */
export function avatarUrl(user: UserRow): string {
  return user.avatar_path === null
    ? `/avatar/${user.id}?v=${user.avatar_version}`
    : `/user_avatars/${realmId}/${user.avatar_path}?v=${user.avatar_version}`
}

/** Whether the reader may see the user's real e-mail (`email_address_visibility`, wire-protocol.md §2.15). */
export function canSeeEmail(reader: UserRow, user: UserRow): boolean {
  if (reader.id === user.id || user.is_bot === 1) return true
  switch (settingsOf(user).email_address_visibility) {
    case 1:
      return true
    case 2:
      return !isGuest(reader)
    case 3:
      return isAdministrator(reader)
    case 5:
      return isModerator(reader)
    default:
      return false
  }
}

/**
 * Finds a user by the API address, or by the real address if the reader may see it. Other addresses yield no user, so
 * that hidden addresses are not revealed.
 */
export function findByAddress(context: ServerContext, reader: UserRow, address: string): UserRow | undefined {
  const user = context.tables.users.byEmail(address)
  if (user === undefined || user.is_system === 1 || user.email.toLowerCase() === address.toLowerCase()) return user
  return canSeeEmail(reader, user) ? user : undefined
}

/**
 * The users that a guest can access if the organization restricts it (`can_access_all_users_group`): those of the
 * guest's streams and direct conversations, and bots. Undefined without a restriction.
 */
export function sightOf(context: ServerContext, reader: UserRow): ReadonlySet<number> | undefined {
  const group = organizationSettings(context).can_access_all_users_group
  if (!isGuest(reader) || group === systemGroups.everyone) return undefined
  const { users, streams, messages } = context.tables
  const seen = new Set<number>([reader.id, ...messages.directPartners(reader.id)])
  for (const subscription of streams.subscriptions(reader.id)) {
    if (subscription.is_active === 0) continue
    for (const id of streams.subscribers(subscription.stream_id)) seen.add(id)
  }
  for (const user of users.all()) if (user.is_bot === 1) seen.add(user.id)
  return seen
}

export function canSeeUser(context: ServerContext, reader: UserRow, userId: number): boolean {
  return sightOf(context, reader)?.has(userId) !== false
}

/**
 * Runs a change of memberships, and publishes to restricted guests which users became visible or invisible
 * (`realm_user` `add` and `remove`, wire-protocol.md §2.3.3); call inside `context.write`.
 */
export function withGuestSight<T>(context: ServerContext, change: () => T): T {
  if (organizationSettings(context).can_access_all_users_group === systemGroups.everyone) return change()
  const guests = context.tables.users.all().filter((user) => user.role === roles.guest && user.is_active === 1)
  const before = new Map(guests.map((guest) => [guest.id, sightOf(context, guest)]))
  const result = change()
  for (const guest of guests) {
    const now = sightOf(context, guest) ?? new Set<number>()
    const past = before.get(guest.id) ?? new Set<number>()
    for (const id of now) {
      const person = context.tables.users.get(id)
      if (past.has(id) || person === undefined) continue
      context.events.publish(guest.id, (options) => ({
        type: 'realm_user',
        op: 'add',
        person: userObject(context, person, guest, { avatarOptional: options.avatarOptional, withProfileData: true }),
      }))
    }
    for (const id of past) {
      if (now.has(id)) continue
      context.events.publish(guest.id, () => ({
        type: 'realm_user',
        op: 'remove',
        person: { user_id: id, full_name: unknownName },
      }))
    }
  }
  return result
}

const unknownName = 'Unknown user'

export interface UserOptions {
  /** Whether the client builds the addresses of avatars. */
  readonly avatarOptional: boolean
  readonly withProfileData: boolean
  /** Whether `is_active` is omitted because the list implies it. */
  readonly withoutActivity?: boolean
}

interface Kept {
  readonly values: readonly ProfileValueRow[]
  readonly object: Readonly<Record<string, unknown>>
}

/** Cached user objects by row and variant, since each registration in an organization of 20 000 needs all of them. */
const kept = new WeakMap<UserRow, Map<number, Kept>>()

/** A user object (Service API, User object). */
export function userObject(
  context: ServerContext,
  user: UserRow,
  reader: UserRow,
  options: UserOptions,
): Readonly<Record<string, unknown>> {
  const showsEmail = canSeeEmail(reader, user)
  const variant =
    Number(showsEmail) +
    2 * Number(options.avatarOptional) +
    4 * Number(options.withProfileData) +
    8 * Number(options.withoutActivity === true)
  const values = context.tables.profiles.valuesOf(user.id)
  const variants = kept.get(user) ?? new Map<number, Kept>()
  kept.set(user, variants)
  const found = variants.get(variant)
  if (found?.values === values) return found.object
  const object = share(buildUser(user, values, { ...options, showsEmail, dialect: context.options.dialect }))
  variants.set(variant, { values, object })
  return object
}

function buildUser(
  user: UserRow,
  values: readonly ProfileValueRow[],
  options: UserOptions & { showsEmail: boolean; dialect: 'svc' | 'zulip' },
): Record<string, unknown> {
  const isBot = user.is_bot === 1
  return {
    user_id: user.id,
    delivery_email: options.showsEmail ? user.delivery_email : null,
    email: apiEmail(user),
    full_name: user.full_name,
    date_joined: isoTime(user.date_joined),
    ...(options.withoutActivity === true ? {} : { is_active: user.is_active === 1 }),
    is_owner: user.role === roles.owner,
    is_admin: isAdministrator(user),
    is_guest: user.role === roles.guest,
    is_billing_admin: false,
    is_bot: isBot,
    // The specification requires null for people; upstream omits both fields.
    ...(isBot || options.dialect === 'svc' ? { bot_type: user.bot_type } : {}),
    ...(isBot ? { bot_owner_id: user.bot_owner_id } : {}),
    role: user.role,
    timezone: user.timezone,
    ...(options.avatarOptional && user.avatar_path === null ? {} : { avatar_url: avatarUrl(user) }),
    avatar_version: user.avatar_version,
    ...(options.withProfileData && !isBot ? { profile_data: profileData(values) } : {}),
  }
}

/** ISO 8601 with an offset, as in `date_joined`. */
export function isoTime(seconds: number): string {
  return new Date(seconds * 1000).toISOString().replace('.000Z', '+00:00')
}

/** The placeholder for a hidden user, for clients that need a user for each id. */
export function unknownUser(user: UserRow): Record<string, unknown> {
  return {
    user_id: user.id,
    delivery_email: null,
    email: user.email,
    full_name: unknownName,
    date_joined: isoTime(user.date_joined),
    is_active: true,
    is_owner: false,
    is_admin: false,
    is_guest: false,
    is_billing_admin: false,
    is_bot: false,
    bot_type: null,
    role: roles.member,
    timezone: '',
    avatar_url: `/avatar/${user.id}?v=1`,
    avatar_version: 1,
    profile_data: {},
  }
}

function profileData(values: readonly ProfileValueRow[]): Record<string, unknown> {
  return Object.fromEntries(
    values.map((row) => [
      String(row.field_id),
      { value: row.value, ...(row.rendered_value === null ? {} : { rendered_value: row.rendered_value }) },
    ]),
  )
}

/** Finds a user by the id or e-mail of a path. @throws ServiceError `RATE_LIMIT_HIT` */
export function findUser(context: ServerContext, reader: UserRow, idOrEmail: string): UserRow | undefined {
  if (/^\d{1,15}$/.test(idOrEmail)) return context.tables.users.get(Number(idOrEmail))
  context.attempts.lookUp(reader)
  return findByAddress(context, reader, idOrEmail)
}
