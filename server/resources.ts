import type { RegistrationPart } from './context/registration-part.ts'
import type { Resource } from './http/resource.ts'
import { drafts } from './messages/sending/drafts.ts'
import { savedSnippets } from './messages/sending/saved-snippets.ts'
import { messageParts } from './messages/registration.ts'
import { customEmoji } from './organization/custom-emoji.ts'
import { domains } from './organization/domains.ts'
import { exports } from './organization/exports/exports.ts'
import { invitationMigration } from './organization/invitations/invitation-table.ts'
import { linkifiers } from './organization/linkifiers.ts'
import { logos } from './organization/logos.ts'
import { playgrounds } from './organization/playgrounds.ts'
import { profileFields } from './organization/profile-fields.ts'
import { organizationParts } from './organization/registration.ts'
import { userSettingsDefaults } from './organization/user-settings-defaults.ts'
import { alertWords } from './people/alert-words.ts'
import { mutedUsers } from './people/muted-users.ts'
import { presence } from './people/presence.ts'
import { peopleParts } from './people/registration.ts'
import { eventRoutes } from './routes/events/events.ts'
import { flagRoutes } from './routes/messages/flags.ts'
import { messageChangeRoutes } from './routes/messages/message-changes.ts'
import { messageRoutes } from './routes/messages/messages.ts'
import { reactionRoutes } from './routes/messages/reactions.ts'
import { scheduledMessageRoutes } from './routes/messages/scheduled-messages.ts'
import { submessageRoutes } from './routes/messages/submessages.ts'
import { typingRoutes } from './routes/messages/typing.ts'
import { uploadRoutes } from './routes/messages/uploads.ts'
import { deactivationRoutes, organizationRoutes } from './routes/organization/organization.ts'
import { pictureRoutes } from './routes/organization/pictures.ts'
import { authenticationRoutes } from './routes/people/authentication.ts'
import { avatarRoutes } from './routes/people/avatars.ts'
import { botRoutes } from './routes/people/bots.ts'
import { invitationRoutes } from './routes/people/invitations.ts'
import { joinRoutes } from './routes/people/join.ts'
import { settingRoutes } from './routes/people/settings.ts'
import { userAdministrationRoutes } from './routes/people/user-administration.ts'
import { userGroupRoutes } from './routes/people/user-groups.ts'
import { userRoutes } from './routes/people/users.ts'
import { streamRoutes } from './routes/streams/streams.ts'
import { subscriptionRoutes } from './routes/streams/subscriptions.ts'
import { topicRoutes } from './routes/streams/topics.ts'
import { channelFolders } from './streams/channel-folders.ts'
import { streamParts } from './streams/registration.ts'
import type { Migration } from './store/database.ts'
import { creators } from './store/migrations/creators.ts'

/** All resources of the service, except `POST /register`, which combines their states. */
export const resources: readonly Resource[] = [
  { registration: organizationParts },
  { registration: peopleParts },
  { registration: streamParts, migrations: [creators] },
  { registration: messageParts },
  alertWords,
  channelFolders,
  customEmoji,
  domains,
  drafts,
  exports,
  linkifiers,
  logos,
  mutedUsers,
  playgrounds,
  presence,
  profileFields,
  savedSnippets,
  userSettingsDefaults,
  { routes: authenticationRoutes },
  { routes: eventRoutes },
  { routes: messageRoutes },
  { routes: messageChangeRoutes },
  { routes: flagRoutes },
  { routes: reactionRoutes },
  { routes: submessageRoutes },
  { routes: scheduledMessageRoutes },
  { routes: streamRoutes },
  { routes: subscriptionRoutes },
  { routes: topicRoutes },
  { routes: typingRoutes },
  { routes: userRoutes },
  { routes: userAdministrationRoutes },
  { routes: userGroupRoutes },
  { routes: invitationRoutes, migrations: [invitationMigration] },
  { routes: joinRoutes },
  { routes: settingRoutes },
  { routes: deactivationRoutes },
  { routes: avatarRoutes },
  { routes: botRoutes },
  { routes: organizationRoutes },
  { routes: uploadRoutes },
  { routes: pictureRoutes },
]

/** The parts of a registration. */
export const registrationParts: readonly RegistrationPart[] = resources.flatMap(({ registration = [] }) => registration)

/** The migrations of resources with their own tables. */
export const migrations: readonly Migration[] = resources.flatMap((resource) => resource.migrations ?? [])
