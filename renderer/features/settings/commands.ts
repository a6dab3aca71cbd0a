import { catalogue } from '#i18n/catalogue.ts'
import { command, type RunnableCommand } from '../../state/commands/command.ts'
import { isOnScreen, type WindowCommand, type WindowTarget } from '../../state/commands/window-command.ts'
import { openSettings } from '../../state/routes/open-settings.ts'
import { settingsSections } from '../../state/routes/settings-sections.ts'

/** Returns an entry of the palette for each section of the settings. */
export function settingsEntries({ parts }: WindowTarget): RunnableCommand[] {
  const { palette, sections } = catalogue.screens.settings
  return settingsSections.map((section) => ({
    id: 'settings',
    part: section,
    title: palette(sections[section]),
    keys: [],
    run: () => openSettings(parts, section),
  }))
}

/** The commands that open the settings and the list of keys. */
export const settingsCommands: readonly WindowCommand[] = [
  command({
    id: 'settings',
    when: ({ layer }) => layer === 'none',
    run({ parts }) {
      openSettings(parts)
    },
  }),
  command({
    id: 'shortcuts',
    when: isOnScreen,
    run({ parts }) {
      parts.overlays.showShortcuts()
    },
  }),
]
