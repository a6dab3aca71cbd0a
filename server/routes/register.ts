import { z } from 'zod'
import { canSeeStream } from '../access.ts'
import { featureLevel, limits, maxUploadMib, serverVersion, type ServerContext } from '../context.ts'
import type { Endpoints } from '../endpoint.ts'
import { avatarUrl, memberIds, roles, streamObject, userObject } from '../serialize.ts'
import { flagBits } from '../store/messages.ts'
import type { UserRow } from '../store/users.ts'
import { draftState } from './drafts.ts'
import { mutedTopics, mutedUsers, userTopics } from './preferences.ts'
import { subscriptionsOf } from './streams.ts'
import { realmEmoji } from './uploads.ts'
import { settingsObject } from '../user-settings.ts'

const unreadLimit = 50_000
const starredLimit = 10_000
const directConversationLimit = 1000

const capabilities = z.record(z.string(), z.boolean())

/** `POST /register`: opens an event queue and returns the state that its events start from (wire-protocol.md §2.2). */
export function registerRoutes(api: Endpoints, context: ServerContext): void {
  api.authenticated('POST', '/register', ({ parameters, user, request }) => {
    const applyMarkdown = parameters.boolean('apply_markdown', false)
    const clientExtavatar = parameters.boolean('client_extavatar', true)
    parameters.optionalText('client_gravatar')
    parameters.boolean('include_subscribers', false)
    parameters.boolean('slim_presence', false)
    parameters.boolean('all_public_streams', false)
    parameters.optionalText('narrow')
    parameters.optionalText('queue_lifespan_secs')
    const eventTypes = parameters.optionalJson('event_types', z.array(z.string())) ?? null
    const fetchTypes = parameters.optionalJson('fetch_event_types', z.array(z.string())) ?? eventTypes
    const clientCapabilities = parameters.optionalJson('client_capabilities', capabilities) ?? {}
    const avatarOptional = clientCapabilities.user_avatar_url_field_optional === true
    const wanted = fetchTypes === null ? undefined : new Set(fetchTypes)
    const includes = (type: string) => wanted === undefined || wanted.has(type)

    return context.write(() => {
      const queue = context.events.open(user.id, {
        eventTypes,
        applyMarkdown,
        clientExtavatar,
        bulkDeletion: clientCapabilities.bulk_message_deletion === true,
        streamTyping: clientCapabilities.stream_typing_notifications === true,
      })
      return {
        queue_id: queue.queueId,
        last_event_id: queue.lastEventId,
        svc_feature_level: featureLevel,
        svc_version: serverVersion,
        svc_merge_base: '',
        ...(includes('message') ? { max_message_id: context.tables.messages.maxId() } : {}),
        ...(includes('message') && includes('update_message_flags')
          ? { unread_msgs: unreadMessages(context, user) }
          : {}),
        ...(includes('realm') ? realmState(context, `${request.protocol}://${request.host}`) : {}),
        ...(includes('realm_user') ? userState(context, user, avatarOptional) : {}),
        ...(includes('subscription') ? subscriptionState(context, user) : {}),
        ...(includes('user_settings') ? { user_settings: settingsObject(user) } : {}),
        ...(includes('user_topic') ? { user_topics: userTopics(context, user.id) } : {}),
        // Whoever asks for the new form does not get the old one (wire-protocol.md §2.2.1).
        ...(includes('muted_topics') && wanted?.has('user_topic') !== true
          ? { muted_topics: mutedTopics(context, user.id) }
          : {}),
        ...(includes('muted_users') ? { muted_users: mutedUsers(context, user.id) } : {}),
        ...(includes('drafts') ? { drafts: draftState(context, user) } : {}),
        ...(includes('realm_emoji') ? { realm_emoji: realmEmoji(context) } : {}),
        ...(includes('recent_private_conversations')
          ? { recent_private_conversations: recentDirect(context, user) }
          : {}),
        ...(includes('starred_messages')
          ? { starred_messages: context.tables.messages.flagged(user.id, 'starred', starredLimit).reverse() }
          : {}),
      }
    })
  })
}

function realmState(context: ServerContext, origin: string): Record<string, unknown> {
  const organization = context.tables.organization.get()
  return {
    realm_name: organization.name,
    realm_description: organization.description,
    realm_uri: origin,
    realm_date_created: organization.created_at,
    realm_icon_url: '',
    realm_icon_source: 'G',
    realm_mandatory_topics: false,
    realm_allow_message_editing: true,
    realm_allow_edit_history: true,
    realm_message_content_edit_limit_seconds: null,
    realm_private_message_policy: 1,
    realm_enable_guest_user_indicator: true,
    realm_default_code_block_language: '',
    max_stream_name_length: limits.streamName,
    max_stream_description_length: limits.streamDescription,
    max_topic_length: limits.topic,
    max_message_length: limits.message,
    max_file_upload_size_mib: maxUploadMib,
    server_emoji_data_url: `${origin}/static/emoji.json`,
    server_typing_started_expiry_period_milliseconds: 45_000,
    server_typing_stopped_wait_period_milliseconds: 12_000,
    server_typing_started_wait_period_milliseconds: 30_000,
    event_queue_longpoll_timeout_seconds: 90,
    server_generation: Math.floor(context.ports.clock.now() / 1000),
    server_presence_ping_interval_seconds: 60,
    server_presence_offline_threshold_seconds: 200,
    password_min_length: 6,
    password_min_guesses: 10_000,
  }
}

function userState(context: ServerContext, user: UserRow, avatarOptional: boolean): Record<string, unknown> {
  const rows = context.tables.users.all()
  const shape = (row: UserRow) => userObject(row, user, { avatarOptional, withProfileData: true })
  return {
    realm_users: rows.filter((row) => row.is_active === 1).map(shape),
    realm_non_active_users: rows.filter((row) => row.is_active === 0).map(shape),
    cross_realm_bots: [],
    avatar_source: user.avatar_path === null ? 'G' : 'U',
    avatar_url: avatarUrl(user),
    avatar_url_medium: avatarUrl(user),
    can_create_streams: user.role <= roles.member,
    can_create_public_streams: user.role <= roles.member,
    can_create_private_streams: user.role <= roles.member,
    can_create_web_public_streams: false,
    can_subscribe_other_users: user.role <= roles.member,
    can_invite_others_to_realm: user.role <= roles.member,
    is_admin: user.role <= roles.administrator,
    is_owner: user.role === roles.owner,
    is_billing_admin: false,
    is_moderator: user.role === roles.moderator,
    is_guest: user.role === roles.guest,
    user_id: user.id,
    email: user.email,
    delivery_email: user.delivery_email,
    full_name: user.full_name,
  }
}

function subscriptionState(context: ServerContext, user: UserRow): Record<string, unknown> {
  const { streams } = context.tables
  const subscribed = subscriptionsOf(context, user.id)
  const ids = new Set(subscribed.map((subscription) => subscription.streamId))
  const others = streams.all().filter((stream) => !ids.has(stream.id) && canSeeStream(context, user, stream))
  return {
    subscriptions: subscribed.map((subscription) => subscription.object),
    unsubscribed: [],
    never_subscribed: others.map((stream) => ({ ...streamObject(stream) })),
  }
}

/** `unread_msgs`: ids of unread messages by conversation (wire-protocol.md §2.2.2). */
function unreadMessages(context: ServerContext, user: UserRow): Record<string, unknown> {
  const rows = context.tables.messages.unread(user.id, unreadLimit)
  const muted = new Set(
    context.tables.streams.subscriptions(user.id).flatMap((row) => (row.is_muted === 1 ? [row.stream_id] : [])),
  )
  const { preferences } = context.tables
  const isHidden = (streamId: number, topic: string) => {
    const policy = preferences.topicPolicy(user.id, streamId, topic)
    return policy === 1 || (policy === 0 && muted.has(streamId))
  }
  const streams = new Map<string, { stream_id: number; topic: string; unread_message_ids: number[] }>()
  const direct = new Map<number, number[]>()
  const groups = new Map<string, number[]>()
  const mentions: number[] = []
  let count = 0
  for (const row of rows.toReversed()) {
    if ((row.flags ?? 0) & (flagBits.mentioned | flagBits.stream_wildcard_mentioned)) mentions.push(row.id)
    if (row.stream_id !== null) {
      if (!isHidden(row.stream_id, row.topic)) count += 1
      const key = `${row.stream_id}:${row.topic}`
      const entry = streams.get(key) ?? { stream_id: row.stream_id, topic: row.topic, unread_message_ids: [] }
      entry.unread_message_ids.push(row.id)
      streams.set(key, entry)
      continue
    }
    count += 1
    const members = memberIds(row)
    if (members.length > 2) {
      const key = members.join(',')
      groups.set(key, [...(groups.get(key) ?? []), row.id])
    } else {
      const other = members.find((id) => id !== user.id) ?? user.id
      direct.set(other, [...(direct.get(other) ?? []), row.id])
    }
  }
  return {
    count,
    pms: [...direct].map(([id, ids]) => ({ other_user_id: id, sender_id: id, unread_message_ids: ids })),
    streams: [...streams.values()],
    huddles: [...groups].map(([key, ids]) => ({ user_ids_string: key, unread_message_ids: ids })),
    mentions,
    old_unreads_missing: rows.length >= unreadLimit,
  }
}

function recentDirect(context: ServerContext, user: UserRow): Record<string, unknown>[] {
  return context.tables.messages.directConversations(user.id, directConversationLimit).map((row) => ({
    max_message_id: row.max_message_id,
    user_ids: memberIds(row).filter((id) => id !== user.id),
  }))
}
