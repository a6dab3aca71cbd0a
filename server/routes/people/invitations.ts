import { z } from 'zod'
import { badRequest, ServiceError } from '../../base/errors.ts'
import { firstPoints, limits, refusal, requireAtMost, requireShort } from '../../base/limits.ts'
import type { ServerContext } from '../../context/context.ts'
import { pathInteger, type AuthenticatedCall, type Endpoints } from '../../http/endpoint.ts'
import type { Parameters } from '../../http/parameters.ts'
import { publicOrigin } from '../../http/public-origin.ts'
import { addressRefusals, type AddressRefusal } from '../../organization/domains.ts'
import { invitationTable, type InvitationRow } from '../../organization/invitations/invitation-table.ts'
import {
  addInvitation,
  closeInvitation,
  expiry,
  invitationLink,
  invitationObject,
  invitationsFor,
  isOpen,
  mayCreateInviteLink,
  mayInvite,
  tellInvitations,
  writeMail,
} from '../../organization/invitations/invitations.ts'
import { addressPattern, longestAddress } from '../../organization/user-changes.ts'
import { mayActOnGroup } from '../../people/groups.ts'
import { isGuest, isAdministrator, requireAdministrator, requireOwner, roles } from '../../people/permissions.ts'
import type { UserRow } from '../../store/people/users.ts'
import { canReadStream } from '../../streams/access.ts'
import { maySubscribeOthers } from '../../streams/subscribing.ts'

const usualMinutes = 10 * 24 * 60
const daySeconds = 86_400
const idList = z.array(z.number().int())

/** Why an address is not invited: the address, the reason, and whether its account is deactivated. */
type AddressError = readonly [email: string, message: string, isDeactivated: boolean]

/** What all invitations of a request have in common. */
type Terms = Omit<InvitationRow, 'id' | 'state' | 'key' | 'email'>

/** Invitations (wire-protocol.md §2.11). */
export function invitationRoutes(api: Endpoints, context: ServerContext): void {
  const invitations = context.table(invitationTable)

  function requirePerson(user: UserRow): void {
    if (isGuest(user)) throw badRequest('Not allowed for guest users')
    if (user.is_bot === 1) throw badRequest('This endpoint does not accept bot requests.')
  }

  /** @throws ServiceError `UNAUTHORIZED_PRINCIPAL` if the user may not give the role */
  function requireRightOver(user: UserRow, role: number): void {
    if (role === roles.owner) requireOwner(user)
    if (role < roles.member) requireAdministrator(user)
  }

  function readTerms(parameters: Parameters, user: UserRow, streamIds: readonly number[]): Terms {
    const role = parameters.optionalInteger('invite_as') ?? roles.member
    if (!Object.values<number>(roles).includes(role)) throw badRequest('Invalid invite_as')
    requireRightOver(user, role)
    const given = parameters.optionalJson('invite_expires_in_minutes', z.number().int().min(1).nullable())
    const minutes = given === undefined ? usualMinutes : given
    if (minutes !== null && minutes * 60 > limits.invitationLife.most) throw refusal(limits.invitationLife)
    for (const id of streamIds) requireStream(user, id)
    const knows = context.layer?.habits
    const groupIds = knows?.has('invites into groups') === true ? readGroups(parameters, user) : []
    const welcome = knows?.has('welcomes in words') === true ? readWelcome(parameters, user) : null
    return {
      inviter_id: user.id,
      role,
      stream_ids: JSON.stringify(streamIds),
      group_ids: JSON.stringify(groupIds),
      has_default_streams: Number(
        knows?.has('invites into default streams') === true &&
          parameters.boolean('include_realm_default_subscriptions', false),
      ),
      tells_inviter: 1,
      welcome,
      invited_at: context.nowSeconds(),
      minutes,
      expires_at: expiry(context, minutes),
    }
  }

  function requireStream(user: UserRow, id: number): void {
    const stream = context.tables.streams.get(id)
    if (stream === undefined || !canReadStream(context, user, stream)) {
      throw badRequest(`Invalid stream ID ${id}. No invites were sent.`)
    }
    if (stream.is_default === 0 && !maySubscribeOthers(context, user, stream)) {
      throw badRequest('You do not have permission to subscribe other users to streams.')
    }
  }

  function readGroups(parameters: Parameters, user: UserRow): readonly number[] {
    const ids = [...new Set(parameters.optionalJson('group_ids', idList.nullable(), limits.subscriptions) ?? [])]
    for (const id of ids) {
      const group = context.tables.groups.get(id)
      if (group === undefined || group.is_system_group === 1 || context.layer?.isGroupOutOfUse(id) === true) {
        throw badRequest('Invalid user group')
      }
      if (!mayActOnGroup(context, user, group, 'add members')) throw badRequest('Insufficient permission')
    }
    return ids
  }

  function readWelcome(parameters: Parameters, user: UserRow): string | null {
    const text = parameters.optionalText('welcome_message_custom_text')
    if (text === undefined) return null
    if (!isAdministrator(user)) requireAdministrator(user)
    requireShort(limits.welcomeText, text)
    if (text.includes('\0')) throw badRequest('The text must not contain null bytes')
    return text
  }

  /** @throws ServiceError if there are too many invitations to add this number */
  function requireRoom(count: number): void {
    if (isFullToday(count)) throw refusal(limits.invitationsOfDay)
    requireAtMost(limits.openInvitations, invitations.open(context.nowSeconds()).length + count)
  }

  function isFullToday(count: number): boolean {
    return invitations.countSince(context.nowSeconds() - daySeconds) + count > limits.invitationsOfDay.most
  }

  function newKey(): string {
    return context.ports.random.bytes(24).toString('base64url')
  }

  api.authenticated('GET', '/invites', ({ user, request }) => {
    requirePerson(user)
    const origin = publicOrigin(context, request)
    return { invites: invitationsFor(context, user).map((row) => invitationObject(context, row, origin)) }
  })

  api.authenticated('POST', '/invites', ({ parameters, user, request }) => {
    requirePerson(user)
    if (!mayInvite(context, user)) throw badRequest('Insufficient permission')
    const emails = readAddresses(parameters.text('invitee_emails'))
    const streamIds = [...new Set(parameters.json('stream_ids', idList, limits.subscriptions))]
    const terms = {
      ...readTerms(parameters, user, streamIds),
      tells_inviter: Number(
        context.layer?.habits.has('asks whether to tell the inviter') !== true ||
          parameters.boolean('notify_referrer_on_join', true),
      ),
    }
    const origin = publicOrigin(context, request)
    const skipped = context.write(() => {
      if (isFullToday(emails.length)) {
        const message = 'Because you have reached the limit of invitations in one day, no invitations were sent.'
        throw invitationError(message, [], { wereSent: false, isDayFull: true })
      }
      requireRoom(emails.length)
      const refusalOf = addressRefusals(context)
      const wrong: AddressError[] = []
      const taken: AddressError[] = []
      for (const email of emails) {
        const error = errorOf(email, refusalOf)
        const account = takenBy(email)
        if (error !== undefined) wrong.push(error)
        else if (account !== undefined) taken.push(account)
      }
      if (wrong.length > 0) {
        const message = "Some emails did not validate, so we didn't send any invitations."
        throw invitationError(message, [...wrong, ...taken], { wereSent: false })
      }
      if (taken.length === emails.length) {
        throw invitationError("We weren't able to invite anyone.", taken, { wereSent: false })
      }
      const refused = new Set(taken.map(([email]) => email))
      for (const email of emails) {
        if (!refused.has(email)) addInvitation(context, { ...terms, key: newKey(), email }, origin)
      }
      tellInvitations(context, user.id)
      return taken
    })
    if (skipped.length === 0) return {}
    const message =
      "Some of those addresses already have an account, so we didn't send them an invitation. We did send invitations to everyone else!"
    throw invitationError(message, skipped, { wereSent: true })
  })

  api.authenticated('POST', '/invites/multiuse', ({ parameters, user, request }) => {
    requirePerson(user)
    if (!mayCreateInviteLink(context, user)) throw badRequest('Insufficient permission')
    const streamIds = [...new Set(parameters.optionalJson('stream_ids', idList.nullable(), limits.subscriptions) ?? [])]
    const terms = readTerms(parameters, user, streamIds)
    const origin = publicOrigin(context, request)
    const key = newKey()
    context.write(() => {
      requireRoom(1)
      addInvitation(context, { ...terms, key, email: null }, origin)
      tellInvitations(context, user.id)
    })
    return { invite_link: invitationLink(origin, { key }) }
  })

  /** An open invitation of the kind that the user may change. @throws ServiceError */
  function changeable(call: AuthenticatedCall, kind: 'address' | 'link'): InvitationRow {
    requirePerson(call.user)
    const row = invitations.get(pathInteger(call, 'invite_id'))
    if (row === undefined || !isOpen(context, row) || (row.email === null) !== (kind === 'link')) {
      throw badRequest('No such invitation')
    }
    if (row.inviter_id !== call.user.id) {
      if (row.role === roles.owner) requireOwner(call.user)
      requireAdministrator(call.user)
    }
    return row
  }

  function revoke(call: AuthenticatedCall, kind: 'address' | 'link'): Record<string, never> {
    context.write(() => {
      const row = changeable(call, kind)
      closeInvitation(context, row, 'revoked')
      tellInvitations(context, row.inviter_id)
    })
    return {}
  }

  api.authenticated('DELETE', '/invites/:invite_id', (call) => revoke(call, 'address'))

  api.authenticated('DELETE', '/invites/multiuse/:invite_id', (call) => revoke(call, 'link'))

  api.authenticated('POST', '/invites/:invite_id/resend', (call) => {
    const origin = publicOrigin(context, call.request)
    context.write(() => {
      const row = changeable(call, 'address')
      const end = expiry(context, row.minutes)
      invitations.renew(row.id, context.nowSeconds(), end)
      writeMail(context, { ...row, expires_at: end }, origin)
      tellInvitations(context, row.inviter_id)
    })
    return {}
  })

  function takenBy(email: string): AddressError | undefined {
    const user = context.tables.users.byEmail(email)
    if (user === undefined) return undefined
    return user.is_active === 1
      ? [email, 'Already has an account.', false]
      : [email, 'Account has been deactivated.', true]
  }
}

/** The texts of servers of the family. */
const refusedAddress: Readonly<Record<AddressRefusal, string>> = {
  domain: 'Outside your domain.',
  plus: 'Email addresses containing + are not allowed.',
}

/** Why an address cannot be invited at all. */
function errorOf(email: string, refusalOf: (email: string) => AddressRefusal | null): AddressError | undefined {
  const shown = firstPoints(email, longestAddress)
  if (email.length > longestAddress || !addressPattern.test(email)) return [shown, 'Invalid address.', false]
  const refusal = refusalOf(email)
  return refusal === null ? undefined : [shown, refusedAddress[refusal], false]
}

/** The addresses in a list with commas or lines, each once; a name may be before an address in angle brackets. */
function readAddresses(text: string): string[] {
  const parts = text.split(/[,\n]/, limits.invitedAtOnce.most * 4).map((part) => {
    const [start, end] = [part.indexOf('<'), part.lastIndexOf('>')]
    return (start >= 0 && end > start ? part.slice(start + 1, end) : part).trim()
  })
  const emails = [
    ...new Map(parts.filter((email) => email !== '').map((email) => [email.toLowerCase(), email])).values(),
  ]
  if (emails.length === 0) throw badRequest('You must specify at least one email address.')
  requireAtMost(limits.invitedAtOnce, emails.length)
  return emails
}

function invitationError(
  message: string,
  errors: readonly AddressError[],
  { wereSent, isDayFull = false }: { readonly wereSent: boolean; readonly isDayFull?: boolean },
): ServiceError {
  return new ServiceError('INVITATION_FAILED', message, {
    extra: { errors, sent_invitations: wereSent, license_limit_reached: false, daily_limit_reached: isDayFull },
  })
}
