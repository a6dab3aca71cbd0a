import type { LevelChange } from './change.ts'
import { addresses } from './changes/protocol/addresses.ts'
import { beforeDirect } from './changes/messages/before-direct.ts'
import { beforeObjects } from './changes/protocol/before-objects.ts'
import { beforeRegister } from './changes/protocol/before-register.ts'
import { beforeScheduled } from './changes/messages/before-scheduled.ts'
import { beforeTopics } from './changes/streams/before-topics.ts'
import { channelCalls } from './changes/streams/channel-calls.ts'
import { channels } from './changes/streams/channels.ts'
import { emojiEvents } from './changes/organization/emoji-events.ts'
import { emptyTopics } from './changes/streams/empty-topics.ts'
import { folders } from './changes/streams/folders.ts'
import { exportConsents } from './changes/organization/exports.ts'
import { groupEnds } from './changes/people/group-ends.ts'
import { groups } from './changes/people/groups.ts'
import { invitations } from './changes/organization/invitations.ts'
import { html } from './changes/messages/html.ts'
import { laterLists, navigationViews, savedSnippets } from './changes/protocol/later-lists.ts'
import { linkifiers } from './changes/organization/linkifiers.ts'
import { media } from './changes/messages/media.ts'
import { messages, taskLists } from './changes/messages/messages.ts'
import { narrows } from './changes/messages/narrows.ts'
import { policies } from './changes/organization/policies.ts'
import { presence } from './changes/people/presence.ts'
import { profileFields } from './changes/organization/profile-fields.ts'
import { queues } from './changes/protocol/queues.ts'
import { streamGroups } from './changes/streams/stream-groups.ts'
import { recentActivity } from './changes/streams/recent-activity.ts'
import { reports } from './changes/messages/reports.ts'
import { refusals } from './changes/protocol/refusals.ts'
import { settingsNames } from './changes/organization/settings-names.ts'
import { userSettings } from './changes/people/settings-of-users.ts'
import { typingEdits } from './changes/messages/typing-edits.ts'
import { userAdministration } from './changes/people/user-administration.ts'
import { users } from './changes/people/users.ts'
import { version } from './changes/protocol/version.ts'

/** Every change between the supported levels. */
export const changes: readonly LevelChange[] = [
  ...version,
  ...beforeScheduled,
  ...beforeTopics,
  ...beforeDirect,
  ...beforeRegister,
  ...beforeObjects,
  ...settingsNames,
  ...addresses,
  ...queues,
  ...policies,
  ...channels,
  ...channelCalls,
  ...streamGroups,
  ...recentActivity,
  ...emptyTopics,
  ...folders,
  ...messages,
  ...narrows,
  ...reports,
  ...presence,
  ...groups,
  ...groupEnds,
  ...invitations,
  ...exportConsents,
  ...users,
  ...userAdministration,
  ...laterLists,
  ...profileFields,
  ...linkifiers,
  ...savedSnippets,
  ...navigationViews,
  ...userSettings,
  ...typingEdits,
  ...emojiEvents,
  ...html,
  ...media,
  ...taskLists,
  ...refusals,
]
