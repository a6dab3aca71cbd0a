import type { CommandId } from '#shared/command-keys.ts'
import type { Command } from '../commands/command.ts'
import { contextOf } from '../commands/context-of.ts'
import { organizationIds } from '../commands/organization-ids.ts'
import type { AppModel } from '../app/app-model.svelte.ts'
import { Palette } from './palette.svelte.ts'
import { linksIn } from './pasted-links.ts'

/**
 * The commands that the palette omits: its own ones, `close`, and steps in the history, which have keys and buttons.
 */
const left: ReadonlySet<CommandId> = new Set(['palette', 'jump', 'close', 'back', 'forward'])

/** Creates the palette for the current window, with the commands that can be run now. */
export function openPalette<Target extends { readonly model: AppModel }>(
  target: Target,
  commands: readonly Command<Target>[],
): Palette {
  const { model } = target
  const { routes, shownRoute, calls, frequent } = model
  /**
   * Returns the title of a command; the command of a position in the rail has its organization's name, and null if
   * there is none.
   */
  const titleOf = ({ id, title }: Command<Target>) =>
    organizationIds.includes(id) ? (model.state?.accounts[organizationIds.indexOf(id)]?.organization ?? null) : title
  const context = contextOf(model, 'elsewhere')
  // An empty query loads the names before the user types.
  for (const { id } of model.state?.accounts ?? []) void calls.askOf(id, 'narrows.find', { query: '' })
  return new Palette({
    accounts: () => model.state?.accounts ?? [],
    shownId: routes.shown?.accountId ?? null,
    shownRoute: routes.shown?.screen.route ?? null,
    listed: shownRoute?.navigation.items ?? [],
    commands: commands
      .filter((each) => !left.has(each.id) && each.when(context))
      .flatMap((each) => {
        const title = titleOf(each)
        return title === null ? [] : [{ id: each.id, title, keys: each.keys, run: () => each.run?.(target) }]
      }),
    async find(accountId, query) {
      const [narrows, groups] = await Promise.all([
        calls.askOf(accountId, 'narrows.find', { query }),
        calls.askOf(accountId, 'groups.find', { query }),
      ])
      if (!narrows.ok) return narrows
      return groups.ok ? { ok: true, value: [...narrows.value, ...groups.value] } : groups
    },
    frequent,
    links: (text) => linksIn(text, model.state?.accounts ?? [], routes.shown?.accountId ?? null),
  })
}
