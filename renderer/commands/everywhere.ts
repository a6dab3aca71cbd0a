import { commandKeys } from '#shared/command-keys.ts'
import { connectionCommands } from '../features/connection/commands.ts'
import { conversationCommands } from '../features/conversation/commands.ts'
import { feedCommands } from '../features/feeds/commands.ts'
import { inboxCommands } from '../features/inbox/commands.ts'
import { navigationCommands } from '../features/navigation/commands.ts'
import { searchCommands } from '../features/search/commands.ts'
import { settingsCommands } from '../features/settings/commands.ts'
import { streamCommands } from '../features/streams/commands.ts'
import { command } from '../state/commands/command.ts'
import { allowsHistoryKeys, isOnScreen, routeCommand, type WindowCommand } from '../state/commands/window-command.ts'
import { listKinds } from '../state/routes/routes.ts'
import { runnableCommands } from './runnable.ts'

/** The commands of the whole window that belong to no feature. */
const ofTheWindow: readonly WindowCommand[] = [
  command({
    id: 'palette',
    when: isOnScreen,
    run: (target) =>
      target.parts.overlays.openPalette({ kind: 'everything', commands: runnableCommands(target, everywhere) }),
  }),
  command({ id: 'read_everything', when: isOnScreen, run: ({ parts }) => void parts.allRead.mark('all') }),
  // The command does nothing if nothing was marked.
  command({ id: 'undo_read', when: isOnScreen, run: ({ parts }) => void parts.allRead.undo() }),
  command({ id: 'back', when: allowsHistoryKeys, run: ({ parts }) => parts.routes.back(), repeats: true }),
  command({ id: 'forward', when: allowsHistoryKeys, run: ({ parts }) => parts.routes.forward(), repeats: true }),
  // The same key closes dialogs, menus and fields, so it passes.
  command({
    id: 'close',
    when: () => true,
    passes: true,
    run({ close }) {
      close()
    },
  }),
]

const order = Object.keys(commandKeys)

/** The commands of the whole window, in the order of their keys (`shared/command-keys.ts`). */
export const everywhere: readonly WindowCommand[] = [
  ...ofTheWindow,
  ...navigationCommands,
  ...searchCommands,
  ...conversationCommands,
  ...inboxCommands,
  ...feedCommands,
  // A list without parameters is shown by a command with its name.
  ...listKinds.map((kind) => routeCommand(kind, { kind })),
  ...streamCommands,
  ...connectionCommands,
  ...settingsCommands,
].sort((a, b) => order.indexOf(a.id) - order.indexOf(b.id))
