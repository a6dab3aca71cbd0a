import type { ServerContext } from './context.ts'
import { flagBits, type MessageRow } from './store/messages.ts'
import type { ReactionRow } from './store/reactions.ts'
import type { StreamRow, SubscriptionRow } from './store/streams.ts'
import type { UserRow } from './store/users.ts'

const realmId = 1

/** Roles as numbers (wire-protocol.md §2.15). */
export const roles = { owner: 100, administrator: 200, moderator: 300, member: 400, guest: 600 } as const

export function roleName(role: number): string {
  return Object.entries(roles).find(([, number]) => number === role)?.[0] ?? 'member'
}

/** The path of a user's picture; `/avatar/{id}` answers 404 where there is none. */
export function avatarUrl(user: UserRow): string {
  return user.avatar_path === null
    ? `/avatar/${user.id}?v=${user.avatar_version}`
    : `/user_avatars/${realmId}/${user.avatar_path}?v=${user.avatar_version}`
}

/** A user object (service-api.md "User object"). */
export function userObject(
  user: UserRow,
  reader: UserRow,
  options: { avatarOptional: boolean; withProfileData: boolean },
): Record<string, unknown> {
  const showsEmail = reader.role <= roles.administrator || reader.id === user.id || reader.role !== roles.guest
  const bot = user.is_bot === 1
  return {
    user_id: user.id,
    delivery_email: bot || showsEmail ? user.delivery_email : null,
    email: user.email,
    full_name: user.full_name,
    date_joined: new Date(user.date_joined * 1000).toISOString().replace('.000Z', '+00:00'),
    is_active: user.is_active === 1,
    is_owner: user.role === roles.owner,
    is_admin: user.role <= roles.administrator,
    is_guest: user.role === roles.guest,
    is_billing_admin: false,
    is_bot: bot,
    bot_type: user.bot_type,
    ...(bot ? { bot_owner_id: user.bot_owner_id } : {}),
    role: user.role,
    timezone: user.timezone,
    ...(options.avatarOptional && user.avatar_path === null ? {} : { avatar_url: avatarUrl(user) }),
    avatar_version: user.avatar_version,
    ...(options.withProfileData && !bot ? { profile_data: {} } : {}),
  }
}

/** The reader's flags as names; without a personal row a message counts as read history. */
export function flagNames(flags: number | null): string[] {
  if (flags === null) return ['read', 'historical']
  const names = Object.entries(flagBits)
    .filter(([, bit]) => (flags & bit) !== 0)
    .map(([name]) => name)
  return names.includes('stream_wildcard_mentioned') ? [...names, 'wildcard_mentioned'] : names
}

export interface MessageOptions {
  readonly applyMarkdown: boolean
  readonly withFlags: boolean
}

/** A message object (service-api.md "Message object"). */
export function messageObject(
  context: ServerContext,
  row: MessageRow,
  options: MessageOptions,
): Record<string, unknown> {
  const { users, streams, organization } = context.tables
  const sender = users.get(row.sender_id)
  if (sender === undefined) throw new Error(`message ${row.id} has no sender`)
  const stream = row.stream_id === null ? undefined : streams.get(row.stream_id)
  return {
    id: row.id,
    type: row.stream_id === null ? 'private' : 'stream',
    sender_id: row.sender_id,
    sender_email: sender.email,
    sender_full_name: sender.full_name,
    sender_realm_str: organization.get().string_id,
    avatar_url: avatarUrl(sender),
    client: row.client,
    content: options.applyMarkdown ? row.rendered : row.content,
    content_type: options.applyMarkdown ? 'text/html' : 'text/x-markdown',
    display_recipient: stream === undefined ? directRecipients(context, row) : stream.name,
    recipient_id: row.recipient_id,
    ...(row.stream_id === null ? {} : { stream_id: row.stream_id }),
    subject: row.topic,
    topic_links: [],
    is_me_message: isMeMessage(row.content),
    timestamp: row.timestamp,
    ...(row.last_edit_timestamp === null
      ? {}
      : { last_edit_timestamp: row.last_edit_timestamp, edit_history: editHistory(context, row.id) }),
    reactions: context.tables.reactions.ofMessage(row.id).map((reaction) => reactionObject(context, reaction)),
    submessages: [],
    ...(options.withFlags ? { flags: flagNames(row.flags) } : {}),
  }
}

/** A reaction (service-api.md "Reaction"). */
export function reactionObject(context: ServerContext, row: ReactionRow): Record<string, unknown> {
  const user = context.tables.users.get(row.user_id)
  return {
    emoji_name: row.emoji_name,
    emoji_code: row.emoji_code,
    reaction_type: row.reaction_type,
    user_id: row.user_id,
    user: { id: row.user_id, email: user?.email ?? '', full_name: user?.full_name ?? '', is_mirror_dummy: false },
  }
}

/** `edit_history`, the newest edit first (service-api.md "Message object"). */
function editHistory(context: ServerContext, messageId: number): Record<string, unknown>[] {
  return context.tables.messages
    .edits(messageId)
    .map((edit) => ({
      user_id: edit.user_id,
      timestamp: edit.timestamp,
      prev_content: edit.prev_content,
      prev_rendered_content: edit.prev_rendered,
      prev_rendered_content_version: 1,
    }))
    .reverse()
}

export function isMeMessage(content: string): boolean {
  return content.startsWith('/me ') && !content.includes('\n')
}

export function memberIds(row: { user_ids: string | null }): number[] {
  return (row.user_ids ?? '').split(',').filter(Boolean).map(Number)
}

function directRecipients(context: ServerContext, row: MessageRow): Record<string, unknown>[] {
  return memberIds(row).map((id) => {
    const user = context.tables.users.get(id)
    return { id, email: user?.email ?? '', full_name: user?.full_name ?? '', is_mirror_dummy: false }
  })
}

/** A stream object (wire-protocol.md §2.7). */
export function streamObject(stream: StreamRow): Record<string, unknown> {
  return {
    stream_id: stream.id,
    name: stream.name,
    description: stream.description,
    rendered_description: stream.rendered_description,
    date_created: stream.date_created,
    invite_only: stream.invite_only === 1,
    is_web_public: stream.is_web_public === 1,
    stream_post_policy: stream.stream_post_policy,
    is_announcement_only: stream.stream_post_policy === 2,
    history_public_to_subscribers: stream.history_public_to_subscribers === 1,
    message_retention_days: stream.message_retention_days,
    first_message_id: stream.first_message_id,
    can_remove_subscribers_group: 2,
    stream_weekly_traffic: null,
  }
}

/** A subscription object: the stream and the reader's own settings for it (wire-protocol.md §2.7). */
export function subscriptionObject(stream: StreamRow, subscription: SubscriptionRow): Record<string, unknown> {
  return {
    ...streamObject(stream),
    color: subscription.color,
    is_muted: subscription.is_muted === 1,
    in_home_view: subscription.is_muted === 0,
    pin_to_top: subscription.pin_to_top === 1,
    desktop_notifications: nullableBoolean(subscription.desktop_notifications),
    audible_notifications: nullableBoolean(subscription.audible_notifications),
    push_notifications: nullableBoolean(subscription.push_notifications),
    email_notifications: nullableBoolean(subscription.email_notifications),
    wildcard_mentions_notify: nullableBoolean(subscription.wildcard_mentions_notify),
  }
}

function nullableBoolean(value: number | null): boolean | null {
  return value === null ? null : value === 1
}
