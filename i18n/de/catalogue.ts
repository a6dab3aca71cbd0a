import type { FailureValues } from '#contract/base/failures.ts'
import type { NotificationTextValues } from '#contract/notifications.ts'
import type { ActionNameValues } from '#contract/outbox.ts'
import type { CommandId } from '#shared/command-keys.ts'
import { draftList } from '#renderer/features/drafts/de.ts'
import { unsent } from '#renderer/features/outbox/de.ts'
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
import { german, streamWords } from './format.ts'
import { times } from './page/times.ts'
import { page } from './page.ts'
import { program } from './program.ts'
import { rightFailures, rights } from './page/rights.ts'
import { links, search } from './search.ts'
import { shell } from './shell.ts'
import { signIn } from './sign-in.ts'
import { screens } from './page/screens.ts'
import { directory } from '#renderer/features/directory/de.ts'
import { account } from '#renderer/features/account/de.ts'
import { exporting } from '#renderer/features/exports/de.ts'
import { files } from '#renderer/features/files/de.ts'
import { feeds } from '#renderer/features/feeds/de.ts'
import { inbox } from '#renderer/features/inbox/de.ts'
import { moving, movingFailures } from '#renderer/features/moves/de.ts'
import { scheduled } from '#renderer/features/scheduled/de.ts'
import { people } from '#renderer/features/people/de.ts'
import { palette } from '#renderer/features/palette/de.ts'
import { readers } from '#renderer/features/readers/de.ts'
import { receipts } from '#renderer/features/reactors/de.ts'
import { recent } from '#renderer/features/recent/de.ts'
import { search as searchScreen } from '#renderer/features/search/de.ts'
import { groups } from '#renderer/features/groups/de.ts'
import { managing } from '#renderer/features/managing/de.ts'
import { notificationLog, notificationReasons } from '#renderer/features/notifications/de.ts'
import { settingActionNames } from '#renderer/features/settings/de.ts'
import { storageFailures } from '#renderer/features/settings/storage/de.ts'
import { streams } from '#renderer/features/streams/de.ts'
import { organization } from '#renderer/features/organization/de.ts'
import { organizationLists } from '#renderer/features/organization/lists/de.ts'
import { snippets } from '#renderer/features/snippets/de.ts'
import { updateStates } from './update-states.ts'
import type { Catalogue } from '../en/catalogue.ts'
import { waiting } from './waiting.ts'
import { updates } from './updates.ts'

/** The `lang` (BCP 47) and the `dir` of the page. */
const language: { readonly tag: string; readonly direction: 'ltr' | 'rtl' } = { tag: 'de', direction: 'ltr' }

/** Numbers, days and lists as the language writes them. Only its own sentences need plural forms. */
const format: Omit<Format, 'plural'> = german

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

/** All texts in German. */
export const germanCatalogue: Catalogue = {
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
