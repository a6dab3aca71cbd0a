import { command } from '../../state/commands/command.ts'
import { isOnScreen, type WindowCommand } from '../../state/commands/window-command.ts'

/** The command that opens the own status. */
export const accountCommands: readonly WindowCommand[] = [
  command({
    id: 'set_status',
    when: isOnScreen,
    run({ parts }) {
      parts.overlays.openAccount('status')
    },
  }),
]
