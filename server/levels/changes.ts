import type { LevelChange } from './change.ts'
import { addresses } from './changes/addresses.ts'
import { beforeDirect } from './changes/before-direct.ts'
import { beforeObjects } from './changes/before-objects.ts'
import { beforeRegister } from './changes/before-register.ts'
import { beforeScheduled } from './changes/before-scheduled.ts'
import { beforeTopics } from './changes/before-topics.ts'
import { channels } from './changes/channels.ts'
import { emojiEvents } from './changes/emoji-events.ts'
import { emptyTopics } from './changes/empty-topics.ts'
import { groupEnds } from './changes/group-ends.ts'
import { groups } from './changes/groups.ts'
import { html } from './changes/html.ts'
import { laterLists } from './changes/later-lists.ts'
import { media } from './changes/media.ts'
import { messages } from './changes/messages.ts'
import { narrows } from './changes/narrows.ts'
import { policies } from './changes/policies.ts'
import { presence } from './changes/presence.ts'
import { queues } from './changes/queues.ts'
import { recentActivity } from './changes/recent-activity.ts'
import { settingsNames } from './changes/settings-names.ts'
import { userSettings } from './changes/settings-of-users.ts'
import { typingEdits } from './changes/typing-edits.ts'
import { users } from './changes/users.ts'
import { version } from './changes/version.ts'

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
  ...recentActivity,
  ...emptyTopics,
  ...messages,
  ...narrows,
  ...presence,
  ...groups,
  ...groupEnds,
  ...users,
  ...laterLists,
  ...userSettings,
  ...typingEdits,
  ...emojiEvents,
  ...html,
  ...media,
]
