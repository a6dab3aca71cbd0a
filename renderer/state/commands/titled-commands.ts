import type { CommandId } from '#shared/command-keys.ts'
import { shownChord } from '#i18n/keys.ts'
import type { CommandTable } from './command.ts'

/** The groups of commands in the order of the list behind `?` and of the settings. */
export const commandGroups = ['everywhere', 'writing', 'message', 'row', 'entry', 'organization', 'pictures'] as const

/** The commands of a group that have the same title, which is one entry of a list. */
export interface TitledCommands {
  readonly group: keyof CommandTable
  readonly title: string
  readonly ids: readonly [CommandId, ...CommandId[]]
  /** Their keys as this system writes them, each once. */
  readonly keys: readonly string[]
}

/** Returns all commands with their keys, in the order of their groups. */
export function titledCommands(
  table: CommandTable,
  { isMac, sendsOnEnter }: { readonly isMac: boolean; readonly sendsOnEnter: boolean },
): readonly TitledCommands[] {
  return commandGroups.flatMap((group) => {
    const entries = new Map<string, TitledCommands>()
    for (const { id, title, keys } of table[group]) {
      if (id === 'send_on_enter' && !sendsOnEnter) continue
      const shown = keys.map((notation) => shownChord(notation, isMac))
      const earlier = entries.get(title)
      entries.set(
        title,
        earlier === undefined
          ? { group, title, ids: [id], keys: shown }
          : { ...earlier, ids: [...earlier.ids, id], keys: [...new Set([...earlier.keys, ...shown])] },
      )
    }
    return [...entries.values()]
  })
}
