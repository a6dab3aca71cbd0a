import { parseChord, type Chord } from '../../shared/command-keys.ts'
import { isTyping, type Command, type CommandContext } from './command.ts'

/** The parts of a keyboard event that decide. */
export type PressedKey = Pick<
  KeyboardEvent,
  'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'isComposing' | 'repeat' | 'getModifierState'
>

/** Keys of input methods, and dead keys, which begin a character. */
const neverKeys = new Set(['Dead', 'Process', 'Unidentified', 'AltGraph'])

/**
 * The key of an event in the notation of chords; null for none. Layouts decide (`key`, not `code`), except those without
 * Latin letters: there the place of the letter on a Latin keyboard counts.
 */
function keyOf(event: PressedKey, { isRightToLeft }: CommandContext): string | null {
  const { key } = event
  if (event.isComposing || neverKeys.has(key)) return null
  if (key === 'ArrowLeft') return isRightToLeft ? 'ArrowEnd' : 'ArrowStart'
  if (key === 'ArrowRight') return isRightToLeft ? 'ArrowStart' : 'ArrowEnd'
  if (!/^\p{L}$/u.test(key)) return key
  const place = /^Key([A-Z])$/.exec(event.code)?.[1]
  return /^[a-z]$/i.test(key) ? key.toUpperCase() : (place ?? null)
}

function isPressed(chord: Chord, key: string, event: PressedKey, context: CommandContext): boolean {
  if (chord.key !== key) return false
  const isLetter = /^[A-Z]$/.test(key)
  const isCharacter = key.length === 1
  // AltGr, which some systems report as Ctrl and Alt, is how a layout types a character.
  const isTypedByAltGr = event.getModifierState('AltGraph')
  const control = event.ctrlKey && !isTypedByAltGr
  const alt = event.altKey && !isTypedByAltGr
  // Ctrl with a letter edits texts on a Mac.
  const isMod = context.isMac ? event.metaKey || (control && !isLetter) : control
  const isForeign = context.isMac ? control && isLetter : event.metaKey
  // Which characters need Shift depends on the layout.
  const isShiftRight = event.shiftKey === chord.shift || (isCharacter && !isLetter)
  return isMod === chord.mod && alt === chord.alt && !isForeign && isShiftRight
}

/** The command that a key means in a context; null for none. A character without Ctrl, ⌘ or Alt is typed in a field. */
export function commandOf<Target>(
  event: PressedKey,
  commands: readonly Command<Target>[],
  context: CommandContext,
  target: Target,
): Command<Target> | null {
  const key = keyOf(event, context)
  if (key === null) return null
  for (const command of commands) {
    if (!command.when(context) || command.can?.(target) === false) continue
    for (const notation of command.keys) {
      const chord = parseChord(notation)
      if (isTyping(context) && chord.key.length === 1 && !chord.mod && !chord.alt) continue
      if (isPressed(chord, key, event, context)) return command
    }
  }
  return null
}

/**
 * Runs the command of a key and keeps the key from the browser. A key that is held down repeats only what may be repeated.
 * @returns whether the key was a command
 */
export function press<Target>(
  event: KeyboardEvent,
  commands: readonly Command<Target>[],
  context: CommandContext,
  target: Target,
): boolean {
  const command = commandOf(event, commands, context, target)
  if (command === null || command.run === null) return false
  if (!event.repeat || command.repeats === true) command.run(target)
  if (command.passes !== true) event.preventDefault()
  return true
}
