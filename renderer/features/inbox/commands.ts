import { hasSeveral, routeCommand, type WindowCommand } from '../../state/commands/window-command.ts'

/** The commands that show the inbox. */
export const inboxCommands: readonly WindowCommand[] = [
  routeCommand('inbox', { kind: 'inbox' }),
  routeCommand('inbox_everywhere', { kind: 'inbox', isEverywhere: true }, hasSeveral),
]
