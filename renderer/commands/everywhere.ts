import { commandKeys, type CommandId } from '#shared/command-keys.ts'
import { accountCommands } from '../features/account/commands.ts'
import { connectionCommands } from '../features/connection/commands.ts'
import { conversationCommands } from '../features/conversation/commands.ts'
import { exportCommands } from '../features/exports/commands.ts'
import { feedCommands } from '../features/feeds/commands.ts'
import { inboxCommands } from '../features/inbox/commands.ts'
import { navigationCommands } from '../features/navigation/commands.ts'
import { organizationCommands, organizationEntries } from '../features/organization/commands.ts'
import { searchCommands } from '../features/search/commands.ts'
import { settingsCommands, settingsEntries } from '../features/settings/commands.ts'
import { streamCommands } from '../features/streams/commands.ts'
import { command, type RunnableCommand } from '../state/commands/command.ts'
import {
  allowsHistoryKeys,
  isOnScreen,
  organizationIds,
  routeCommand,
  type WindowCommand,
  type WindowTarget,
} from '../state/commands/window-command.ts'
import { listKinds } from '../state/routes/routes.ts'
import { contextOf } from '../state/commands/context-of.ts'

/** The commands of the whole window that belong to no feature. */
const ofTheWindow: readonly WindowCommand[] = [
  command({
    id: 'palette',
    when: isOnScreen,
    run: (target) => target.parts.overlays.openPalette({ kind: 'everything', commands: runnableCommands(target) }),
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
  ...organizationCommands,
  ...accountCommands,
  ...exportCommands,
].sort((a, b) => order.indexOf(a.id) - order.indexOf(b.id))

/**
 * The commands that the palette omits: its own ones, `close`, and steps in the history, which have keys and buttons.
 */
const left: ReadonlySet<CommandId> = new Set(['palette', 'jump', 'close', 'back', 'forward'])

/**
 * Returns the commands that the palette offers now. The command of a position in the rail has its organization's name,
 * and is left out if there is none.
 */
function runnableCommands(target: WindowTarget): RunnableCommand[] {
  const { parts } = target
  const titleOf = ({ id, title }: WindowCommand) =>
    organizationIds.includes(id)
      ? (parts.accounts.state?.accounts[organizationIds.indexOf(id)]?.organization ?? null)
      : title
  const context = contextOf(parts, 'elsewhere')
  const commands = everywhere
    .filter((each) => !left.has(each.id) && each.when(context))
    .flatMap((each) => {
      if (titleOf(each) === null) return []
      const entry: RunnableCommand = {
        id: each.id,
        get title() {
          return titleOf(each) ?? ''
        },
        keys: each.keys,
        run: () => each.run?.(target),
      }
      return [entry]
    })
  return [...commands, ...settingsEntries(target), ...organizationEntries(target)]
}
