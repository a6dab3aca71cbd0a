import { z } from 'zod'
import { badRequest } from '../../base/errors.ts'
import { hashPassword } from '../../base/passwords.ts'
import type { ServerContext } from '../../context/context.ts'
import { organizationSettings } from '../../context/organization-settings.ts'
import { announceTo, silentMention } from '../../messages/sending/notification-bot.ts'
import { newApiKey } from '../../people/credentials.ts'
import { isGuest, roles } from '../../people/permissions.ts'
import type { UserRow } from '../../store/people/users.ts'
import type { StreamRow } from '../../store/streams.ts'
import { defaultStreams, subscribeToAll } from '../../streams/subscribing.ts'
import { addressRefusals, type AddressRefusal } from '../domains.ts'
import { addUser, readEmail, readFullName, requirePassword, tellGroup } from '../user-changes.ts'
import { invitationTable, type InvitationRow } from './invitation-table.ts'
import { closeInvitation, isOpen, tellInvitations } from './invitations.ts'

/** Why nobody can join. */
export type Obstacle = 'unknown' | 'used' | 'revoked' | 'expired' | 'needs an invitation' | 'deactivated'

/** The way into the organization: an invitation, or none where the organization is open to everybody. */
export type Entrance =
  | { readonly type: 'invited'; readonly invitation: InvitationRow }
  | { readonly type: 'uninvited' }
  | { readonly type: 'closed'; readonly why: Obstacle }

/** What a person fills in. */
export interface Joining {
  readonly fullName: string
  readonly email: string
  readonly password: string
}

/** The entrance with the key of an invitation, or without one. */
export function entrance(context: ServerContext, key: string | undefined): Entrance {
  if (context.tables.organization.get().is_deactivated === 1) return { type: 'closed', why: 'deactivated' }
  if (key === undefined) {
    const { invite_required: isRequired, emails_restricted_to_domains: isRestricted } = organizationSettings(context)
    // Without mail nobody can prove to have an address in the organization's domains.
    return isRequired || isRestricted ? { type: 'closed', why: 'needs an invitation' } : { type: 'uninvited' }
  }
  const invitation = context.table(invitationTable).byKey(key)
  if (invitation === undefined) return { type: 'closed', why: 'unknown' }
  if (isOpen(context, invitation)) return { type: 'invited', invitation }
  return { type: 'closed', why: invitation.state === 'open' ? 'expired' : invitation.state }
}

/** The entrance was closed while the person filled in the form. */
export class ClosedEntranceError extends Error {
  readonly code = 'CLOSED_ENTRANCE'
}

/**
 * Creates the account of a person who joins, with all that the invitation says, and uses the invitation.
 * @throws ServiceError for a name, an address or a password that cannot be taken, ClosedEntranceError
 */
export async function join(context: ServerContext, key: string | undefined, given: Joining): Promise<UserRow> {
  const { invitation } = openEntrance(context, key)
  const fullName = readFullName(given.fullName)
  const email = invitation?.email ?? given.email
  requireAddress(context, email)
  requirePassword(given.password)
  const passwordHash = await hashPassword(given.password)
  if (invitation?.welcome != null) await context.drawings.prepare(invitation.welcome, invitation.inviter_id)
  return context.write(() => {
    // Meanwhile the invitation may be used or revoked, and the address taken.
    const now = openEntrance(context, key).invitation
    const deliveryEmail = requireAddress(context, now?.email ?? email)
    const added = addUser(
      context,
      {
        deliveryEmail,
        fullName,
        role: now?.role ?? roles.member,
        passwordHash,
        apiKey: newApiKey(context),
        dateJoined: context.nowSeconds(),
      },
      hostOfAddresses(context),
    )
    subscribeToAll(context, added, streamsFor(context, now, added))
    if (now !== undefined) accept(context, now, added)
    return added
  })
}

function openEntrance(context: ServerContext, key: string | undefined): { invitation: InvitationRow | undefined } {
  const found = entrance(context, key)
  if (found.type === 'closed') throw new ClosedEntranceError(`nobody can join: ${found.why}`)
  return { invitation: found.type === 'invited' ? found.invitation : undefined }
}

const refusedAddress: Readonly<Record<AddressRefusal, (email: string) => string>> = {
  domain: (email) => `The organization does not take addresses like ${email}. Use one of its domains.`,
  plus: () => 'The organization does not take addresses with a plus sign. Use the address without it.',
}

/** @throws ServiceError for an address that is malformed, taken, or not of the organization's domains */
function requireAddress(context: ServerContext, text: string): string {
  const email = readEmail(context, text, undefined)
  const refusal = addressRefusals(context)(email)
  if (refusal !== null) throw badRequest(refusedAddress[refusal](email))
  return email
}

/** The host of the generated addresses of users. */
function hostOfAddresses(context: ServerContext): string {
  const [first] = context.tables.users.all()
  if (first === undefined) throw badRequest('The organization has no users')
  return first.email.split('@')[1] ?? 'localhost'
}

/** The streams of a new user. Before the parameter for default streams, an invitation without streams has those. */
function streamsFor(context: ServerContext, invitation: InvitationRow | undefined, user: UserRow): StreamRow[] {
  const chosen = invitation === undefined ? [] : ids(invitation.stream_ids)
  const says = context.layer?.habits.has('invites into default streams') === true
  const isUsual = chosen.length === 0 && !isGuest(user)
  const hasDefaults = invitation === undefined || (says ? invitation.has_default_streams === 1 : isUsual)
  const all = new Map((hasDefaults ? defaultStreams(context) : []).map((stream) => [stream.id, stream]))
  for (const id of chosen) {
    const stream = context.tables.streams.get(id)
    if (stream?.is_archived === 0) all.set(id, stream)
  }
  return [...all.values()]
}

/** Puts the new user into the groups of the invitation, tells the inviter, and closes it if it was for an address. */
function accept(context: ServerContext, invitation: InvitationRow, user: UserRow): void {
  const { groups, users } = context.tables
  for (const id of ids(invitation.group_ids)) {
    const group = groups.get(id)
    if (group?.is_system_group !== 0 || context.layer?.isGroupOutOfUse(id) === true) continue
    if (groups.addMember(id, user.id)) tellGroup(context, id, 'add_members', [user.id])
  }
  if (invitation.welcome !== null && invitation.welcome !== '') announceTo(context, user, invitation.welcome)
  const inviter = users.get(invitation.inviter_id)
  if (inviter?.is_active === 1 && invitation.tells_inviter === 1) {
    announceTo(context, inviter, `${silentMention(user)} accepted your invitation to join the organization!`)
  }
  const now = context.nowSeconds()
  const address = user.delivery_email.toLowerCase()
  const done = context
    .table(invitationTable)
    .open(now)
    .filter(({ email }) => email?.toLowerCase() === address)
  // Other invitations of the same address are of no use any more.
  for (const row of done) closeInvitation(context, row, row.id === invitation.id ? 'used' : 'revoked')
  for (const inviterId of new Set(done.map((row) => row.inviter_id))) tellInvitations(context, inviterId)
}

const idList = z.array(z.number().int())

function ids(json: string): number[] {
  return idList.parse(JSON.parse(json))
}
