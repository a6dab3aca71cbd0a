import type { ServerContext } from '../context/context.ts'
import { ServiceError } from '../base/errors.ts'
import { organizationSettings } from '../context/organization-settings.ts'
import type { UserRow } from '../store/people/users.ts'

/** Roles as numbers (wire-protocol.md §2.15). */
export const roles = { owner: 100, administrator: 200, moderator: 300, member: 400, guest: 600 } as const

/** The role of a reader without an account; never stored. */
export const spectatorRole = 700

export function roleName(role: number): string {
  return Object.entries(roles).find(([, number]) => number === role)?.[0] ?? 'member'
}

const daySeconds = 86_400

export function isOwner(user: UserRow): boolean {
  return user.role === roles.owner
}

/** Whether the user is an administrator or an owner, who has all rights of administrators. */
export function isAdministrator(user: UserRow): boolean {
  return user.role <= roles.administrator
}

export function isModerator(user: UserRow): boolean {
  return user.role <= roles.moderator
}

export function isGuest(user: UserRow): boolean {
  return user.role >= roles.guest
}

/**
 * Whether the user is a member whose account is older than the organization's waiting period (wire-protocol.md §2.8).
 */
export function isFullMember(context: ServerContext, user: UserRow): boolean {
  if (isModerator(user)) return true
  const { waiting_period_threshold } = organizationSettings(context)
  const isOldEnough = context.nowSeconds() - user.date_joined >= waiting_period_threshold * daySeconds
  return user.role === roles.member && isOldEnough
}

/**
 * Whether a policy of the organization permits the user (wire-protocol.md §2.15: 1 members, 2 administrators, 3 full
 * members, 4 moderators, 5 everyone, 6 nobody, 7 owners).
 */
export function policyAllows(context: ServerContext, user: UserRow, policy: number): boolean {
  switch (policy) {
    case 1:
      return !isGuest(user)
    case 2:
      return isAdministrator(user)
    case 3:
      return isFullMember(context, user)
    case 4:
      return isModerator(user)
    case 5:
      return true
    case 7:
      return isOwner(user)
    default:
      return context.layer?.rights.allows(user, policy) ?? false
  }
}

/** Whether the user may use wildcard mentions, whose policy has its own numbers. */
export function mayMentionEverybody(context: ServerContext, user: UserRow): boolean {
  const { wildcard_mention_policy: policy } = organizationSettings(context)
  const common: Readonly<Record<number, number>> = { 1: 5, 2: 1, 3: 3, 5: 2, 6: 6, 7: 4 }
  return policyAllows(context, user, common[policy] ?? (policy > 7 ? policy : 6))
}

/** @throws ServiceError `UNAUTHORIZED_PRINCIPAL` (wire-protocol.md §2.13: with status 400). */
export function requireAdministrator(user: UserRow): void {
  if (!isAdministrator(user)) {
    throw new ServiceError('UNAUTHORIZED_PRINCIPAL', 'Must be an organization administrator')
  }
}

/** @throws ServiceError `UNAUTHORIZED_PRINCIPAL` */
export function requireOwner(user: UserRow): void {
  if (!isOwner(user)) throw new ServiceError('UNAUTHORIZED_PRINCIPAL', 'Must be an organization owner')
}
