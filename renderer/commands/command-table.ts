import { catalogue } from '#i18n/catalogue.ts'
import type { Command } from '../state/commands/command.ts'
import { commandGroups, titledCommands } from '../state/commands/titled-commands.ts'
import { everywhere } from './everywhere.ts'
import { onEntries, onOrganizations } from '../features/navigation/commands.ts'
import { onMessages } from '../parts/messages/on-message.ts'
import { onRows } from '../state/commands/on-row.ts'
import { pictures } from '../features/lightbox/pictures.ts'
import { writing } from '../parts/editor/writing.ts'

/** The largest number of keys of a title that are named one by one. */
const mostNamed = 4

/** Every command, by the context in which it applies. */
export const commandTable = {
  everywhere,
  writing,
  message: onMessages,
  row: onRows,
  entry: onEntries,
  organization: onOrganizations,
  pictures,
} as const satisfies Readonly<Record<string, readonly Command<never>[]>>

/** A group of the list behind `?`. */
export interface ShortcutGroup {
  readonly title: string
  readonly entries: readonly { readonly title: string; readonly keys: string }[]
}

/** Returns the keys of all commands in this system's notation. Commands with the same title share an entry. */
export function shortcutGroups(isMac: boolean, sendsOnEnter: boolean): readonly ShortcutGroup[] {
  const titled = titledCommands(commandTable, { isMac, sendsOnEnter })
  return commandGroups.map((group) => ({
    title: catalogue.commands.groups[group],
    entries: titled
      .filter((entry) => entry.group === group)
      .map(({ title, keys }) => ({ title, keys: keysText(keys) })),
  }))
}

/** Returns the text of an entry's keys. Many keys are a range, such as the digits. */
function keysText(keys: readonly string[]): string {
  const [first, last] = [keys[0], keys.at(-1)]
  if (keys.length <= mostNamed || first === undefined || last === undefined) return catalogue.commands.anyOf(keys)
  return catalogue.commands.fromTo(first, last)
}
