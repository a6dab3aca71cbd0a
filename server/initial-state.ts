import { canSeeStream } from './access.ts'
import { administeredBots } from './bots.ts'
import type { ServerContext } from './context.ts'
import { groupObjects } from './groups.ts'
import { organizationState } from './organization-state.ts'
import { organizationSettings } from './organization-settings.ts'
import { apiEmail, avatarUrl, sightOf, unknownUser, userObject } from './people.ts'
import { isAdministrator, isGuest, isModerator, isOwner, policyAllows } from './permissions.ts'
import { roles } from './roles.ts'
import { draftState } from './routes/drafts.ts'
import { realmEmoji } from './routes/emoji.ts'
import { linkifierObjects } from './routes/linkifiers.ts'
import { domainObjects } from './routes/organization-parts.ts'
import { mutedUsers } from './routes/muted-users.ts'
import { presenceState, userStatuses } from './routes/presence.ts'
import { profileFields, profileFieldTypes } from './routes/profile-fields.ts'
import { scheduledObject } from './scheduled.ts'
import { stopWords } from './store/search-text.ts'
import type { UserRow } from './store/users.ts'
import { plainStreamObject, streamObject, subscriptionObject, subscriptionsOf } from './stream-objects.ts'
import { defaultStreams } from './subscribing.ts'
import { mutedTopics, userTopics } from './topic-policies.ts'
import { recentDirect, starredMessages, unreadMessages } from './unread.ts'
import {
  displaySettings,
  flatSettings,
  notificationSettings,
  settingsObject,
  userDefaultsObject,
} from './user-settings.ts'

export interface StateOptions {
  /** Whether an entry of `fetch_event_types` was asked for. */
  readonly includes: (type: string) => boolean
  /** Where the organization was asked for: scheme, host and port. */
  readonly origin: string
  /** The new form of muted topics was asked for by name, so that the old one is left out. */
  readonly asksForUserTopics: boolean
  readonly avatarOptional: boolean
  readonly userListIncomplete: boolean
  readonly linkifierTemplates: boolean
  readonly userSettings: boolean
  readonly includeSubscribers: boolean
  readonly slimPresence: boolean
}

type State = Record<string, unknown>

/** Each entry of `fetch_event_types` and what it brings (wire-protocol.md §2.2.1). */
const parts: Readonly<Record<string, (context: ServerContext, user: UserRow, options: StateOptions) => State>> = {
  message: (context, user, { includes }) => ({
    max_message_id: context.tables.messages.maxId(),
    ...(includes('update_message_flags') ? { unread_msgs: unreadMessages(context, user) } : {}),
  }),
  realm: (context, _user, { origin }) => organizationState(context, origin),
  realm_user: userState,
  subscription: subscriptionState,
  stream: (context, user) => ({
    streams: context.tables.streams
      .all()
      .filter((stream) => canSeeStream(context, user, stream))
      .map((stream) => streamObject(context, stream)),
  }),
  realm_user_settings_defaults: (context) => ({ realm_user_settings_defaults: userDefaultsObject(context) }),
  user_settings: (_context, user) => ({ user_settings: settingsObject(user) }),
  update_display_settings: (_context, user, { userSettings }) =>
    userSettings ? {} : flatSettings(user, displaySettings),
  update_global_notifications: (_context, user, { userSettings }) =>
    userSettings ? {} : flatSettings(user, notificationSettings),
  user_topic: (context, user) => ({ user_topics: userTopics(context, user.id) }),
  muted_topics: (context, user, { asksForUserTopics }) =>
    asksForUserTopics ? {} : { muted_topics: mutedTopics(context, user.id) },
  muted_users: (context, user) => ({ muted_users: mutedUsers(context, user.id) }),
  drafts: (context, user) => ({ drafts: draftState(context, user) }),
  scheduled_messages: (context, user) => ({
    scheduled_messages: context.tables.scheduled.ofUser(user.id).map(scheduledObject),
  }),
  alert_words: (context, user) => ({ alert_words: context.tables.alertWords.ofUser(user.id) }),
  custom_profile_fields: (context) => ({
    custom_profile_fields: profileFields(context),
    custom_profile_field_types: profileFieldTypes,
  }),
  presence: (context, user, { slimPresence }) => presenceState(context, user, slimPresence),
  user_status: (context, user) => ({ user_status: userStatuses(context, user) }),
  realm_emoji: (context) => ({ realm_emoji: realmEmoji(context) }),
  realm_linkifiers: (context, _user, { linkifierTemplates }) => ({
    realm_linkifiers: linkifierTemplates ? linkifierObjects(context) : [],
  }),
  realm_filters: () => ({ realm_filters: [] }),
  realm_playgrounds: (context) => ({ realm_playgrounds: context.tables.parts.playgrounds() }),
  realm_domains: (context) => ({ realm_domains: domainObjects(context) }),
  realm_user_groups: (context) => ({ realm_user_groups: groupObjects(context) }),
  realm_bot: (context, user) => ({ realm_bots: administeredBots(context, user) }),
  realm_embedded_bots: () => ({ realm_embedded_bots: [] }),
  realm_incoming_webhook_bots: () => ({ realm_incoming_webhook_bots: [] }),
  recent_private_conversations: (context, user) => ({ recent_private_conversations: recentDirect(context, user) }),
  starred_messages: (context, user) => ({ starred_messages: starredMessages(context, user) }),
  default_streams: (context, user) => ({
    realm_default_streams: isGuest(user) ? [] : defaultStreams(context).map(plainStreamObject),
  }),
  default_stream_groups: () => ({ realm_default_stream_groups: [] }),
  stop_words: () => ({ stop_words: [...stopWords] }),
  onboarding_steps: () => ({ onboarding_steps: [] }),
  video_calls: () => ({ has_zoom_token: false }),
  giphy: () => ({ giphy_api_key: '' }),
}

/** The state that a client starts from; call inside the transaction that opens its queue. */
export function initialState(context: ServerContext, user: UserRow, options: StateOptions): State {
  return Object.assign(
    {},
    ...Object.entries(parts).map(([type, part]) => (options.includes(type) ? part(context, user, options) : {})),
  ) as State // each part is one
}

/** What everybody may see of an organization that lets everybody look in. */
export function publicState(context: ServerContext, includes: (type: string) => boolean, origin: string): State {
  const open = context.tables.streams.all().filter((stream) => stream.is_web_public === 1)
  return {
    ...(includes('realm') ? organizationState(context, origin) : {}),
    ...(includes('realm_user') ? { realm_users: [], realm_non_active_users: [], cross_realm_bots: [] } : {}),
    ...(includes('realm_emoji') ? { realm_emoji: realmEmoji(context) } : {}),
    ...(includes('realm_linkifiers') ? { realm_linkifiers: linkifierObjects(context) } : {}),
    ...(includes('stream') ? { streams: open.map((stream) => streamObject(context, stream)) } : {}),
    ...(includes('subscription')
      ? { subscriptions: [], unsubscribed: [], never_subscribed: open.map((stream) => streamObject(context, stream)) }
      : {}),
  }
}

function userState(context: ServerContext, user: UserRow, options: StateOptions): State {
  const settings = organizationSettings(context)
  const may = (policy: number) => policyAllows(context, user, policy)
  const sight = sightOf(context, user)
  const active: State[] = []
  const deactivated: State[] = []
  for (const row of context.tables.users.all()) {
    const isSeen = sight === undefined || sight.has(row.id)
    if (!isSeen && options.userListIncomplete) continue
    const object = isSeen
      ? userObject(context, row, user, {
          avatarOptional: options.avatarOptional,
          withProfileData: true,
          withoutActivity: true,
        })
      : unknownUser(row)
    ;(row.is_active === 1 ? active : deactivated).push(object)
  }
  const canCreatePublic = may(settings.create_public_stream_policy)
  const canCreatePrivate = may(settings.create_private_stream_policy)
  return {
    realm_users: active,
    realm_non_active_users: deactivated,
    cross_realm_bots: context.tables.users.system().map((bot) => ({
      ...userObject(context, bot, user, { avatarOptional: false, withProfileData: false }),
      is_system_bot: true,
    })),
    avatar_source: user.avatar_path === null ? 'G' : 'U',
    avatar_url: avatarUrl(user),
    avatar_url_medium: avatarUrl(user),
    can_create_streams: canCreatePublic || canCreatePrivate,
    can_create_public_streams: canCreatePublic,
    can_create_private_streams: canCreatePrivate,
    can_create_web_public_streams:
      context.options.webPublicStreams &&
      settings.enable_spectator_access &&
      may(settings.create_web_public_stream_policy),
    can_subscribe_other_users: may(settings.invite_to_stream_policy),
    can_invite_others_to_realm: may(settings.invite_to_realm_policy),
    is_admin: isAdministrator(user),
    is_owner: isOwner(user),
    is_billing_admin: false,
    is_moderator: isModerator(user) && user.role === roles.moderator,
    is_guest: isGuest(user),
    user_id: user.id,
    email: apiEmail(user),
    delivery_email: user.delivery_email,
    full_name: user.full_name,
  }
}

function subscriptionState(context: ServerContext, user: UserRow, options: StateOptions): State {
  const { streams } = context.tables
  const withSubscribers = options.includeSubscribers
  const own = subscriptionsOf(context, user.id).sort((a, b) => (a.stream.name_key < b.stream.name_key ? -1 : 1))
  const known = new Set(own.map(({ stream }) => stream.id))
  const object = ({ stream, subscription }: (typeof own)[number]) =>
    subscriptionObject(context, stream, subscription, { withSubscribers })
  return {
    subscriptions: own.filter(({ subscription }) => subscription.is_active === 1).map(object),
    unsubscribed: own
      .filter(({ stream, subscription }) => subscription.is_active === 0 && canSeeStream(context, user, stream))
      .map(object),
    never_subscribed: streams
      .all()
      .filter((stream) => !known.has(stream.id) && canSeeStream(context, user, stream))
      .map((stream) => ({
        ...streamObject(context, stream),
        ...(withSubscribers ? { subscribers: streams.subscribers(stream.id) } : {}),
      })),
  }
}
