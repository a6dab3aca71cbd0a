import type { FailureValues } from '#contract/base/failures.ts'
import type { NotificationTextValues } from '#contract/notifications.ts'
import type { ActionNameValues } from '#contract/outbox.ts'
import type { CommandId } from '#shared/command-keys.ts'
import { draftList } from '#renderer/features/drafts/en.ts'
import { unsent } from '#renderer/features/outbox/en.ts'
import type { Format } from '../format.ts'
import { joined } from '../joined.ts'
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
import { english, streamWords } from './format.ts'
import { times } from './page/times.ts'
import { page } from './page.ts'
import { program } from './program.ts'
import { rightFailures, rights } from './page/rights.ts'
import { links, search } from './search.ts'
import { shell } from './shell.ts'
import { signIn } from './sign-in.ts'
import { screens } from './page/screens.ts'
import { directory } from '#renderer/features/directory/en.ts'
import { account } from '#renderer/features/account/en.ts'
import { exporting } from '#renderer/features/exports/en.ts'
import { files } from '#renderer/features/files/en.ts'
import { feeds } from '#renderer/features/feeds/en.ts'
import { inbox } from '#renderer/features/inbox/en.ts'
import { notificationLog, notificationReasons } from '#renderer/features/notifications/en.ts'
import { moving, movingFailures } from '#renderer/features/moves/en.ts'
import { scheduled } from '#renderer/features/scheduled/en.ts'
import { people } from '#renderer/features/people/en.ts'
import { palette } from '#renderer/features/palette/en.ts'
import { readers } from '#renderer/features/readers/en.ts'
import { receipts } from '#renderer/features/reactors/en.ts'
import { recent } from '#renderer/features/recent/en.ts'
import { search as searchScreen } from '#renderer/features/search/en.ts'
import { groups } from '#renderer/features/groups/en.ts'
import { managing } from '#renderer/features/managing/en.ts'
import { settingActionNames } from '#renderer/features/settings/en.ts'
import { storageFailures } from '#renderer/features/settings/storage/en.ts'
import { streams } from '#renderer/features/streams/en.ts'
import { organization } from '#renderer/features/organization/en.ts'
import { organizationLists } from '#renderer/features/organization/lists/en.ts'
import { snippets } from '#renderer/features/snippets/en.ts'
import { updateStates } from './update-states.ts'
import { waiting } from './waiting.ts'
import { updates } from './updates.ts'

/** The `lang` (BCP 47) and the `dir` of the page. */
const language: { readonly tag: string; readonly direction: 'ltr' | 'rtl' } = { tag: 'en', direction: 'ltr' }

/** Numbers, days and lists as the language writes them. Only its own sentences need plural forms. */
const format: Omit<Format, 'plural'> = english

const plainText: Pick<Section<FailureValues>, 'TEXT'> = { TEXT: ({ text }) => text }

const failures: Section<FailureValues> = joined(
  plainText,
  network,
  signIn,
  program,
  storageFailures,
  accounts,
  connection,
  actions,
  outcomes,
  drafts,
  search,
  links,
  updates,
  page,
  movingFailures,
  alertWords.failures,
  snippets.failures,
  account.failures,
  streams.failures,
  groups.failures,
  managing.failures,
  exporting.failures,
  files.failures,
  rightFailures,
  organization.failures,
  organizationLists.failures,
)

const allActionNames: Section<ActionNameValues> = joined(
  actionNames,
  alertWords.actionNames,
  account.actionNames,
  settingActionNames,
)
const notificationTexts: Section<NotificationTextValues> = { ...messageTexts, ...alertWords.notificationTexts }

const commandTitles = joined(commands.titles, {
  recent: recent.title,
  drafts: draftList.title,
  unsent: unsent.title,
  scheduled: scheduled.title,
  snippets: snippets.page.title,
  show_person: people.showCommand,
  directory: directory.title,
  groups: groups.page.list.title,
  organization: organization.page.title,
  export_messages: exporting.page.command,
  files: files.page.title,
  notifications: notificationLog.title,
}) satisfies Record<CommandId, string>

/** All texts in English. Its type is the type of every catalogue. */
export const englishCatalogue = {
  language,
  format,
  times,
  ...shell,
  ...lists,
  screens,
  streamWords,
  commands: { ...commands, titles: commandTitles },
  waiting,
  connections,
  durations,
  updateStates,
  account: account.page,
  scheduled,
  snippets: snippets.page,
  streams: streams.page,
  directory,
  exporting: exporting.page,
  feeds,
  files: files.page,
  groups: groups.page,
  organization: organization.page,
  organizationLists: organizationLists.page,
  inbox,
  managing: managing.page,
  moving,
  notificationLog,
  notificationReasons,
  palette,
  profiles: people,
  readers,
  receipts,
  recent,
  rights,
  search: searchScreen,
  failures,
  notices,
  actionNames: allActionNames,
  notificationTexts,
}

/** All texts of a language, by section. English declares them. */
export type Catalogue = typeof englishCatalogue
