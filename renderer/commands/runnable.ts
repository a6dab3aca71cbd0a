import type { CommandId } from '#shared/command-keys.ts'
import type { Command, RunnableCommand } from '../state/commands/command.ts'
import { contextOf } from '../state/commands/context-of.ts'
import { organizationIds } from '../state/commands/organization-ids.ts'
import type { PageParts } from '../state/page-parts.ts'

/**
 * The commands that the palette omits: its own ones, `close`, and steps in the history, which have keys and buttons.
 */
const left: ReadonlySet<CommandId> = new Set(['palette', 'jump', 'close', 'back', 'forward'])

/**
 * Returns the commands that the palette offers now. The command of a position in the rail has its organization's name,
 * and is left out if there is none.
 */
export function runnableCommands<Target extends { readonly parts: PageParts }>(
  target: Target,
  commands: readonly Command<Target>[],
): RunnableCommand[] {
  const { parts } = target
  const titleOf = ({ id, title }: Command<Target>) =>
    organizationIds.includes(id)
      ? (parts.accounts.state?.accounts[organizationIds.indexOf(id)]?.organization ?? null)
      : title
  const context = contextOf(parts, 'elsewhere')
  return commands
    .filter((each) => !left.has(each.id) && each.when(context))
    .flatMap((each) => {
      const title = titleOf(each)
      return title === null ? [] : [{ id: each.id, title, keys: each.keys, run: () => each.run?.(target) }]
    })
}
