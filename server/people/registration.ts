import type { ServerContext } from '../context/context.ts'
import { organizationSettings } from '../context/organization-settings.ts'
import type { RegistrationPart, State, StateOptions } from '../context/registration-part.ts'
import { isAdministrator, isGuest, isModerator, isOwner, policyAllows, roles } from './permissions.ts'
import type { UserRow } from '../store/people/users.ts'
import { administeredBots } from './bots.ts'
import { groupObjects } from './groups.ts'
import { apiEmail, avatarUrl, sightOf, unknownUser, userObject } from './people.ts'
import { displaySettings, flatSettings, notificationSettings, settingsObject } from './user-settings.ts'

/** The parts of a registration about users, groups and settings. */
export const peopleParts: readonly RegistrationPart[] = [
  {
    type: 'realm_user',
    state: userState,
    publicState: () => ({ realm_users: [], realm_non_active_users: [], cross_realm_bots: [] }),
  },
  { type: 'user_settings', state: (_context, user) => ({ user_settings: settingsObject(user) }) },
  {
    type: 'update_display_settings',
    state: (_context, user, { userSettings }) => (userSettings ? {} : flatSettings(user, displaySettings)),
  },
  {
    type: 'update_global_notifications',
    state: (_context, user, { userSettings }) => (userSettings ? {} : flatSettings(user, notificationSettings)),
  },
  { type: 'realm_user_groups', state: (context) => ({ realm_user_groups: groupObjects(context) }) },
  { type: 'realm_bot', state: (context, user) => ({ realm_bots: administeredBots(context, user) }) },
]

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
