import type { ServerContext } from '../../context/context.ts'
import { organizationSettings } from '../../context/organization-settings.ts'
import { isMemberOf } from '../../people/groups.ts'
import { isAdministrator, isGuest, policyAllows } from '../../people/permissions.ts'
import type { UserRow } from '../../store/people/users.ts'
import { invitationTable, type InvitationRow, type NewInvitation } from './invitation-table.ts'

const minuteSeconds = 60

/** Whether the user may invite people by their addresses. */
export function mayInvite(context: ServerContext, user: UserRow): boolean {
  return !isGuest(user) && policyAllows(context, user, organizationSettings(context).invite_to_realm_policy)
}

/** Whether the user may create links with which anybody joins. */
export function mayCreateInviteLink(context: ServerContext, user: UserRow): boolean {
  if (isGuest(user)) return false
  return (
    context.layer?.rights.mayCreateInviteLink(user) ??
    isMemberOf(context, user, organizationSettings(context).create_multiuse_invite_group)
  )
}

/** Whether the invitation can still be accepted. */
export function isOpen(context: ServerContext, { state, expires_at: end }: InvitationRow): boolean {
  return state === 'open' && (end === null || end > context.nowSeconds())
}

/** The open invitations that the user may see: their own, or all for administrators. */
export function invitationsFor(context: ServerContext, user: UserRow): InvitationRow[] {
  const open = context.table(invitationTable).open(context.nowSeconds())
  return isAdministrator(user) ? open : open.filter((row) => row.inviter_id === user.id)
}

/** The address at which the invitation is accepted. */
export function invitationLink(origin: string, { key }: Pick<InvitationRow, 'key'>): string {
  return `${origin}/join/${key}`
}

/** An invitation in `GET /invites` (wire-protocol.md §2.11). */
export function invitationObject(context: ServerContext, row: InvitationRow, origin: string): Record<string, unknown> {
  const asks = context.layer?.habits.has('asks whether to tell the inviter') === true
  return {
    id: row.id,
    invited_by_user_id: row.inviter_id,
    invited: row.invited_at,
    expiry_date: row.expires_at,
    invited_as: row.role,
    is_multiuse: row.email === null,
    ...(row.email === null
      ? { link_url: invitationLink(origin, row) }
      : { email: row.email, ...(asks ? { notify_referrer_on_join: row.tells_inviter === 1 } : {}) }),
  }
}

/** Publishes that invitations of this user changed: to the user and to administrators. Call inside `context.write`. */
export function tellInvitations(context: ServerContext, inviterId: number): void {
  for (const user of context.tables.users.all()) {
    if (user.is_active === 0 || (user.id !== inviterId && !isAdministrator(user))) continue
    context.events.publish(user.id, () => ({ type: 'invites_changed' }))
  }
}

/** When an invitation ends that is sent now, in UNIX seconds; null for never. */
export function expiry(context: ServerContext, minutes: number | null): number | null {
  return minutes === null ? null : context.nowSeconds() + minutes * minuteSeconds
}

/**
 * Stores an invitation, and its mail if it is for an address. Call inside `context.write`.
 * @param origin the address of the organization in the link
 */
export function addInvitation(context: ServerContext, invitation: NewInvitation, origin: string): void {
  const invitations = context.table(invitationTable)
  const old = invitations.removeOld(context.nowSeconds())
  context.afterCommit(() => {
    for (const id of old) context.removeFile(mailPath(id))
  })
  const id = invitations.add(invitation)
  if (invitation.email !== null) writeMail(context, { ...invitation, id }, origin)
}

/** Closes an invitation and removes its mail; call inside `context.write`. */
export function closeInvitation(context: ServerContext, row: InvitationRow, state: 'used' | 'revoked'): void {
  context.table(invitationTable).close(row.id, state)
  if (row.email !== null) {
    context.afterCommit(() => {
      context.removeFile(mailPath(row.id))
    })
  }
}

/** Revokes the open invitations of a user who is deactivated; call inside `context.write`. */
export function revokeInvitationsOf(context: ServerContext, user: UserRow): void {
  const open = context.table(invitationTable).open(context.nowSeconds())
  const own = open.filter((row) => row.inviter_id === user.id)
  for (const row of own) closeInvitation(context, row, 'revoked')
  if (own.length > 0) tellInvitations(context, user.id)
}

function mailPath(id: number): string {
  return `outbox/invitation-${id}.txt`
}

/**
 * Writes the mail of an invitation into the outbox of the data folder, since the server sends none. No endpoint gives
 * it: whoever holds the link may take the address.
 */
export function writeMail(
  context: ServerContext,
  row: Pick<InvitationRow, 'id' | 'key' | 'email' | 'inviter_id' | 'expires_at'>,
  origin: string,
): void {
  const organization = oneLine(context.tables.organization.get().name)
  const inviter = oneLine(context.tables.users.get(row.inviter_id)?.full_name ?? '')
  const end = row.expires_at === null ? 'never' : new Date(row.expires_at * 1000).toISOString()
  const lines = [
    `To: ${oneLine(row.email ?? '')}`,
    `Subject: ${inviter} invites you to ${organization}`,
    '',
    `${inviter} invites you to ${organization}. Create your account at this address:`,
    '',
    invitationLink(origin, row),
    '',
    `The invitation is for this address only, and works once. It expires: ${end}`,
    '',
  ]
  context.ports.files.write(mailPath(row.id), Buffer.from(lines.join('\n')))
}

/** A text of people as a part of one line. */
function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ')
}
