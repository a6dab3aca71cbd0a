import { queueWire } from '../api/resources/organization.ts'
import { userSettingsDefaultsWire } from '../api/resources/user-settings-defaults.ts'
import type { Wire } from '../api/wire.ts'
import { attachmentsConcern } from './attachments/attachments.ts'
import { notKept } from './concern.ts'
import { peopleConcern } from './directory/people-reducers.ts'
import { streamsConcern } from './directory/stream-reducers.ts'
import { statusesConcern } from './directory/statuses.ts'
import { draftsConcern } from './drafts/draft-reducers.ts'
import { customEmojiConcern } from './emoji/custom-emoji.ts'
import { groupsConcern } from './groups/group-reducers.ts'
import { messagesConcern } from './messages/messages.ts'
import { starredConcern } from './messages/starred.ts'
import { botsConcern } from './organization/bots.ts'
import { defaultStreamsConcern, streamGroupsConcern } from './organization/default-streams.ts'
import { domainsConcern } from './organization/domains.ts'
import { linkifiersConcern } from './organization/linkifiers.ts'
import { organizationConcern } from './organization/organization.ts'
import { playgroundsConcern } from './organization/playgrounds.ts'
import { profileFieldsConcern } from './organization/profile-fields.ts'
import { alertWordsConcern } from './preferences/alert-words.ts'
import { mutedPeopleConcern } from './preferences/muted-people.ts'
import { topicPoliciesConcern } from './preferences/topic-policies.ts'
import { userSettingsConcern } from './preferences/user-settings.ts'
import { presenceConcern, typingConcern } from './presence/presence-reducers.ts'
import { scheduledConcern } from './scheduled/scheduled.ts'
import { snippetsConcern } from './snippets/snippet-reducers.ts'

/** Every piece of the account's state, in the order in which a registration replaces it. */
export const concerns = [
  messagesConcern,
  streamsConcern,
  peopleConcern,
  organizationConcern,
  userSettingsConcern,
  topicPoliciesConcern,
  mutedPeopleConcern,
  customEmojiConcern,
  alertWordsConcern,
  starredConcern,
  groupsConcern,
  profileFieldsConcern,
  linkifiersConcern,
  defaultStreamsConcern,
  playgroundsConcern,
  domainsConcern,
  streamGroupsConcern,
  botsConcern,
  statusesConcern,
  scheduledConcern,
  draftsConcern,
  snippetsConcern,
  attachmentsConcern,
  presenceConcern,
  typingConcern,
  notKept('user_settings_defaults', userSettingsDefaultsWire),
  // The poller handles `restart` itself.
  notKept('queue', queueWire),
] as const

/** Their parts that the world holds in memory. */
export const memoryParts = concerns.flatMap(({ parts }) => parts)

/** Types of events of which an unreadable one needs no registration; see `Wire.passing`. */
export const passingEvents: ReadonlySet<string> = new Set(
  concerns.flatMap(({ wire }: { readonly wire: Wire }) => wire.passing ?? []),
)
