import { command } from '../../state/commands/command.ts'
import { isOnScreen, type WindowCommand } from '../../state/commands/window-command.ts'

/** The commands that open the settings and the list of keys. */
export const settingsCommands: readonly WindowCommand[] = [
  command({
    id: 'settings',
    when: ({ layer }) => layer === 'none',
    run({ parts }) {
      parts.overlays.showSettings()
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
