import type { PersonRow, StreamRow } from '../store/directory.ts'
import type { OrganizationSettings } from '../store/organization-settings.ts'

/** Roles (wire-protocol.md §2.15): the lower, the more may be done. */
export const roles = { owner: 100, administrator: 200, moderator: 300, member: 400, guest: 600 } as const

const day = 86_400

/** Who asks for a permission. */
export interface Asking {
  readonly role: number
  /** UNIX seconds; null where the server does not say. */
  readonly joinedAt: number | null
  /** UNIX seconds by the server's clock (O8). */
  readonly serverNow: number
}

function isFullMember(asking: Asking, settings: OrganizationSettings): boolean {
  if (asking.role <= roles.moderator) return true
  if (asking.role === roles.guest) return false
  return asking.joinedAt === null || asking.serverNow - asking.joinedAt >= settings.waiting_period_threshold * day
}

/** Whether a policy of the common kind lets somebody (wire-protocol.md §2.15). */
function allows(policy: number, asking: Asking, settings: OrganizationSettings): boolean {
  switch (policy) {
    case 1:
      return asking.role <= roles.member
    case 2:
      return asking.role <= roles.administrator
    case 3:
      return isFullMember(asking, settings)
    case 4:
      return asking.role <= roles.moderator
    case 5:
      return true
    case 7:
      return asking.role <= roles.owner
    default:
      // 6 is nobody; what Skein does not know is left to the server to allow some day.
      return false
  }
}

/** The wildcard policy counts in its own way, and speaks of streams with more than fifteen subscribers. */
function allowsWildcard(policy: number, asking: Asking, settings: OrganizationSettings): boolean {
  switch (policy) {
    case 1:
      return true
    case 2:
      return asking.role <= roles.member
    case 3:
      return isFullMember(asking, settings)
    case 5:
      return asking.role <= roles.administrator
    case 7:
      return asking.role <= roles.moderator
    default:
      return false
  }
}

/** What the own account may do. Never resent by the server: it follows from role and policies (O4). */
export interface Permissions {
  readonly isAdministrator: boolean
  readonly isModerator: boolean
  readonly isGuest: boolean
  readonly createPublicStreams: boolean
  readonly createPrivateStreams: boolean
  readonly createWebPublicStreams: boolean
  readonly subscribeOthers: boolean
  readonly invitePeople: boolean
  readonly addEmoji: boolean
  readonly editGroups: boolean
  readonly editTopics: boolean
  readonly moveBetweenStreams: boolean
  /** `@all` where more than fifteen people read. */
  readonly mentionManyPeople: boolean
  readonly writeDirectly: boolean
}

export function permissionsOf(asking: Asking, settings: OrganizationSettings): Permissions {
  const may = (policy: number) => allows(policy, asking, settings)
  return {
    isAdministrator: asking.role <= roles.administrator,
    isModerator: asking.role <= roles.moderator,
    isGuest: asking.role === roles.guest,
    createPublicStreams: may(settings.create_public_stream_policy),
    createPrivateStreams: may(settings.create_private_stream_policy),
    createWebPublicStreams: may(settings.create_web_public_stream_policy),
    subscribeOthers: may(settings.invite_to_stream_policy),
    invitePeople: may(settings.invite_to_realm_policy),
    addEmoji: may(settings.add_custom_emoji_policy),
    editGroups: may(settings.user_group_edit_policy),
    editTopics: may(settings.edit_topic_policy),
    moveBetweenStreams: may(settings.move_messages_between_streams_policy),
    mentionManyPeople: allowsWildcard(settings.wildcard_mention_policy, asking, settings),
    writeDirectly: settings.private_message_policy === 1,
  }
}

/** Whether a stream's posting policy lets somebody write: 1 any, 2 administrators, 3 full members, 4 moderators. */
export function mayPost(
  stream: Pick<StreamRow, 'post_policy'>,
  asking: Asking,
  settings: OrganizationSettings,
): boolean {
  return stream.post_policy === 1 || allows(stream.post_policy, asking, settings)
}

/** The message that somebody wants to change. */
interface Changed {
  readonly senderId: number
  /** UNIX seconds. */
  readonly timestamp: number
}

function isWithin(limitSeconds: number | null, message: Changed, asking: Asking): boolean {
  return limitSeconds === null || asking.serverNow - message.timestamp <= limitSeconds
}

/** Whether the text of a message may be edited: by its author, as long as the organization lets it (§2.4.2). */
export function mayEditContent(
  message: Changed,
  asking: Asking & { readonly selfId: number },
  settings: OrganizationSettings,
): boolean {
  return (
    message.senderId === asking.selfId &&
    settings.allow_message_editing &&
    isWithin(settings.message_content_edit_limit_seconds, message, asking)
  )
}

/**
 * Whether a message may be moved, to another topic or another stream (wire-protocol.md §2.15). Moderators are not bound
 * by the time that others have.
 */
export function mayMove(
  message: Changed,
  isToOtherStream: boolean,
  asking: Asking,
  settings: OrganizationSettings,
): boolean {
  const policy = isToOtherStream ? settings.move_messages_between_streams_policy : settings.edit_topic_policy
  const limit = isToOtherStream
    ? settings.move_messages_between_streams_limit_seconds
    : settings.move_messages_within_stream_limit_seconds
  if (!allows(policy, asking, settings)) return false
  return asking.role <= roles.moderator || isWithin(limit, message, asking)
}

/** Whether a message may be deleted: by administrators always, by its author as the organization lets it (§2.4.3). */
export function mayDeleteMessage(
  message: Changed,
  asking: Asking & { readonly selfId: number },
  settings: OrganizationSettings,
): boolean {
  if (asking.role <= roles.administrator) return true
  return (
    message.senderId === asking.selfId &&
    allows(settings.delete_own_message_policy, asking, settings) &&
    isWithin(settings.message_content_delete_limit_seconds, message, asking)
  )
}

/** Who a person row asks as. */
export function askingOf(person: Pick<PersonRow, 'role' | 'joined_at'> | undefined, serverNow: number): Asking {
  return { role: person?.role ?? roles.member, joinedAt: person?.joined_at ?? null, serverNow }
}
