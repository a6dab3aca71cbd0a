import { keysOfCommand, parseChord, type CommandId } from '#shared/command-keys.ts'
import { catalogue } from './catalogue.ts'

const macSigns = { Mod: '⌘', Shift: '⇧', Alt: '⌥' }

/** A chord as this system writes it: `Ctrl K`, on a Mac `⌘ K`. */
export function shownChord(notation: string, isMac: boolean): string {
  const chord = parseChord(notation)
  const { keyNames } = catalogue.commands
  const modifiers = [
    ...(chord.mod ? (['Mod'] as const) : []),
    ...(chord.alt ? (['Alt'] as const) : []),
    ...(chord.shift ? (['Shift'] as const) : []),
  ].map((modifier) => (isMac ? macSigns[modifier] : (keyNames[modifier] ?? modifier)))
  return [...modifiers, keyNames[chord.key] ?? chord.key].join(' ')
}

/** The first key of a command, as a menu shows it; empty if the user has taken its keys away. */
export function keyHint(id: CommandId, isMac: boolean): string {
  const [first] = keysOfCommand(id)
  return first === undefined ? '' : shownChord(first, isMac)
}

/** A label with the first key of its command, for a tooltip. */
export function withKey(label: string, id: CommandId, isMac: boolean): string {
  const key = keyHint(id, isMac)
  return key === '' ? label : catalogue.commands.withKey(label, key)
}
