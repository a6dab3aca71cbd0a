import { command } from '../../state/commands/command.ts'
import { isOnScreen, type WindowCommand } from '../../state/commands/window-command.ts'

/** The command that opens the state of the connections. */
export const connectionCommands: readonly WindowCommand[] = [
  command({
    id: 'connections',
    when: isOnScreen,
    run({ parts }) {
      parts.overlays.showConnections()
    },
  }),
]
