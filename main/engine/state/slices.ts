import { queueWire } from '../api/resources/organization.ts'
import { userSettingsDefaultsWire } from '../api/resources/user-settings.ts'
import type { Wire } from '../api/wire.ts'
import { attachmentsSlice } from './attachments/attachments.ts'
import { ignoredSlice } from './slice.ts'
import { peopleSlice } from './directory/people-reducers.ts'
import { streamsSlice } from './directory/stream-reducers.ts'
import { statusesSlice } from './directory/statuses.ts'
import { draftsSlice } from './drafts/draft-reducers.ts'
import { customEmojiSlice } from './emoji/custom-emoji.ts'
import { groupsSlice } from './groups/group-reducers.ts'
import { messagesSlice } from './messages/messages.ts'
import { starredSlice } from './messages/starred.ts'
import { botsSlice } from './organization/bots.ts'
import { defaultStreamsSlice, streamGroupsSlice } from './organization/default-streams.ts'
import { domainsSlice, organizationSlice, playgroundsSlice } from './organization/organization.ts'
import { linkifiersSlice } from './organization/linkifiers.ts'
import { profileFieldsSlice } from './organization/profile-fields.ts'
import { alertWordsSlice } from './preferences/alert-words.ts'
import { mutedPeopleSlice } from './preferences/muted-people.ts'
import { topicPoliciesSlice } from './preferences/topic-policies.ts'
import { userSettingsSlice } from './preferences/user-settings.ts'
import { presenceSlice, typingSlice } from './presence/presence-reducers.ts'
import { scheduledSlice } from './scheduled/scheduled.ts'
import { snippetsSlice } from './snippets/snippet-reducers.ts'

/** Every piece of the account's state, in the order in which a registration replaces them. */
export const slices = [
  messagesSlice,
  streamsSlice,
  peopleSlice,
  organizationSlice,
  userSettingsSlice,
  topicPoliciesSlice,
  mutedPeopleSlice,
  customEmojiSlice,
  alertWordsSlice,
  starredSlice,
  groupsSlice,
  profileFieldsSlice,
  linkifiersSlice,
  defaultStreamsSlice,
  playgroundsSlice,
  domainsSlice,
  streamGroupsSlice,
  botsSlice,
  statusesSlice,
  scheduledSlice,
  draftsSlice,
  snippetsSlice,
  attachmentsSlice,
  presenceSlice,
  typingSlice,
  ignoredSlice('user_settings_defaults', userSettingsDefaultsWire),
  // The poller handles `restart` itself.
  ignoredSlice('queue', queueWire),
] as const

/** The parts of all slices in memory. */
export const memoryParts = slices.flatMap(({ parts }) => parts)

/** The types of events of which an unreadable one does not cause a new registration (`Wire.passing`). */
export const passingEvents: ReadonlySet<string> = new Set(
  slices.flatMap(({ wire }: { readonly wire: Wire }) => wire.passing ?? []),
)
