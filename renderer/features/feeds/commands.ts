import { routeCommand, type WindowCommand } from '../../state/commands/window-command.ts'

/** The commands that show a feed. */
export const feedCommands: readonly WindowCommand[] = [
  routeCommand('combined_feed', { kind: 'feed', narrow: { kind: 'combined' } }),
  routeCommand('direct_feed', { kind: 'feed', narrow: { kind: 'direct_all' } }),
  routeCommand('mentions', { kind: 'feed', narrow: { kind: 'mentions' } }),
  routeCommand('starred', { kind: 'feed', narrow: { kind: 'starred' } }),
  routeCommand('followed_feed', { kind: 'feed', narrow: { kind: 'followed' } }),
]
