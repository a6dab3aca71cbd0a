import { whenIdle } from '../ui/after-frame.ts'

/**
 * The parts of the window that few sessions show, each in a script of its own, so that the first one stays small. A part
 * is loaded when it opens, or before that in an idle moment: a dialog without its script hears no keys.
 */
export const lazyParts = {
  accountDialogs: () => import('../features/account/AccountDialogs.svelte'),
  directory: () => import('../features/directory/Directory.svelte'),
  exportDialog: () => import('../features/exports/ExportDialog.svelte'),
  files: () => import('../features/files/FileList.svelte'),
  groups: () => import('../features/groups/Groups.svelte'),
  groupDialog: () => import('../features/groups/GroupDialog.svelte'),
  managingDialog: () => import('../features/managing/ManagingDialog.svelte'),
  mutedPeople: () => import('../features/settings/dialogs/MutedPeopleDialog.svelte'),
  notifications: () => import('../features/notifications/NotificationList.svelte'),
  organization: () => import('../features/organization/Organization.svelte'),
  panel: () => import('./Panel.svelte'),
  proxyDialog: () => import('../features/connection/ProxyDialog.svelte'),
  scheduled: () => import('../features/scheduled/Scheduled.svelte'),
  settings: () => import('../features/settings/Settings.svelte'),
  settingsDialog: () => import('../features/settings/SettingsDialog.svelte'),
  signIn: () => import('../features/connection/SignIn.svelte'),
  snippets: () => import('../features/snippets/Snippets.svelte'),
  streamSettings: () => import('../features/streams/StreamSettingsDialog.svelte'),
  whyNotified: () => import('../features/notifications/WhyDialog.svelte'),
}

/**
 * Loads the parts one after the other in idle moments.
 * @param soon calls a task in an idle moment
 */
export function loadLazyParts(
  parts: Readonly<Record<string, () => Promise<unknown>>> = lazyParts,
  soon: (task: () => void) => void = whenIdle,
): void {
  const [first, ...others] = Object.entries(parts)
  if (first === undefined) return
  soon(() => {
    const next = () => {
      loadLazyParts(Object.fromEntries(others), soon)
    }
    // A part that cannot be loaded now is loaded again when it opens, which shows the failure.
    first[1]().then(next, next)
  })
}
