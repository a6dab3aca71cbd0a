import type { FailureValues } from '#contract/base/failures.ts'
import type { NotificationTextValues } from '#contract/notifications.ts'
import type { ActionNameValues } from '#contract/outbox.ts'
import type { Format } from '../format.ts'
import type { Section } from '../section.ts'
import { actionNames } from './action-names.ts'
import { actions, drafts, outcomes } from './actions.ts'
import { accounts } from './accounts.ts'
import { alertWords } from './alert-words.ts'
import { commands } from './page/commands.ts'
import { connection } from './connection.ts'
import { connections } from './connections.ts'
import { durations } from './durations.ts'
import { lists } from './lists.ts'
import { network } from './network.ts'
import { messageTexts, notices } from './notices.ts'
import { english } from './format.ts'
import { times } from './page/times.ts'
import { page } from './page.ts'
import { program } from './program.ts'
import { links, search } from './search.ts'
import { shell } from './shell.ts'
import { signIn } from './sign-in.ts'
import { screens } from './page/screens.ts'
import { feeds } from './page/reading/feeds.ts'
import { inbox } from './page/inbox.ts'
import { moving, movingFailures } from './page/organization/moving.ts'
import { scheduled } from './page/scheduled.ts'
import { palette } from './page/navigation.ts'
import { recent } from './page/recent.ts'
import { search as searchScreen } from './page/search/search.ts'
import { groups } from './page/organization/groups.ts'
import { streams } from './page/organization/streams.ts'
import { snippets } from './page/snippets.ts'
import { updateStates } from './update-states.ts'
import { waiting } from './waiting.ts'
import { updates } from './updates.ts'

/** The `lang` (BCP 47) and the `dir` of the page. */
const language: { readonly tag: string; readonly direction: 'ltr' | 'rtl' } = { tag: 'en', direction: 'ltr' }

/** Numbers, days and lists as the language writes them. Only its own sentences need plural forms. */
const format: Omit<Format, 'plural'> = english

const failures: Section<FailureValues> = {
  TEXT: ({ text }) => text,
  ...network,
  ...signIn,
  ...program,
  ...accounts,
  ...connection,
  ...actions,
  ...outcomes,
  ...drafts,
  ...search,
  ...links,
  ...updates,
  ...page,
  ...movingFailures,
  ...alertWords.failures,
  ...snippets.failures,
  ...streams.failures,
}

const allActionNames: Section<ActionNameValues> = { ...actionNames, ...alertWords.actionNames }
const notificationTexts: Section<NotificationTextValues> = { ...messageTexts, ...alertWords.notificationTexts }

/** All texts in English. Its type is the type of every catalogue. */
export const englishCatalogue = {
  language,
  format,
  times,
  ...shell,
  ...lists,
  screens,
  commands,
  waiting,
  connections,
  durations,
  updateStates,
  scheduled,
  snippets: snippets.page,
  streams: streams.page,
  feeds,
  groups,
  inbox,
  moving,
  palette,
  recent,
  search: searchScreen,
  failures,
  notices,
  actionNames: allActionNames,
  notificationTexts,
}
