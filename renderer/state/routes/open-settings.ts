import type { PageParts } from '../page-parts.ts'
import type { SettingsSection } from './settings-sections.ts'

type SettingsParts = Pick<PageParts, 'accounts' | 'overlays' | 'routes'>

/**
 * Shows the settings. Without a section, they open at the first one, and open settings get the focus in their field.
 * During the sign-in there is no account, and a dialog has the settings of this computer.
 */
export function openSettings({ accounts, overlays, routes }: SettingsParts, section?: SettingsSection): void {
  const { shown } = routes
  if (accounts.isSigningIn || shown === null) overlays.showSettings()
  else if (shown.route.kind !== 'settings') routes.go({ kind: 'settings', section: section ?? 'appearance' })
  else if (section === undefined) shown.screen.focusField?.()
  else shown.screen.showSection?.(section)
}
