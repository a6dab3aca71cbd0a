import { notationOf, parseChord, type Chord } from '#shared/command-keys.ts'
import { isModifier, isOfInputMethod, isSign, keysOfPress, type LayoutScript } from '#shared/pressed-key.ts'
import { isTyping, type Command, type CommandContext } from './command.ts'

/** The parts of a keyboard event that decide on the command. */
export type PressedKey = Pick<
  KeyboardEvent,
  'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'isComposing' | 'repeat' | 'getModifierState'
> & { readonly keyCode?: number }

/** A press: the keys that it may mean, the likeliest first, and the modifiers that are not part of a character. */
interface ReadPress {
  readonly keys: readonly string[]
  readonly control: boolean
  readonly alt: boolean
  readonly meta: boolean
  readonly shift: boolean
}

/** Reads a press; null for an input method. A character typed with AltGr or Option is the only meaning of its press. */
function readPress(
  event: PressedKey,
  context: Pick<CommandContext, 'isMac' | 'isRightToLeft' | 'script'>,
): ReadPress | null {
  if (isOfInputMethod(event)) return null
  const { key, ctrlKey, altKey, metaKey: meta, shiftKey: shift } = event
  const isByAltGr = event.getModifierState('AltGraph')
  // Windows reports AltGr as Ctrl and Alt. On other systems, Ctrl together with AltGr is a real one.
  const isControlOfAltGr = isByAltGr && ctrlKey && altKey
  const isByOption = context.isMac && altKey && isSign(key) && !/^[a-z0-9]$/i.test(key)
  const control = ctrlKey && !isControlOfAltGr
  const alt = altKey && !isControlOfAltGr && !isByOption
  const modifiers = { control, alt, meta, shift }
  const toEnd = context.isRightToLeft ? 'ArrowLeft' : 'ArrowRight'
  if (key === 'ArrowLeft' || key === 'ArrowRight')
    return { keys: [key === toEnd ? 'ArrowEnd' : 'ArrowStart'], ...modifiers }
  if (isByOption || isByAltGr) return { keys: [/^[a-z]$/.test(key) ? key.toUpperCase() : key], ...modifiers }
  const isCommand = control || (context.isMac && meta)
  return { keys: keysOfPress(event, { isCommand, script: context.script ?? null }), ...modifiers }
}

function isPressed(chord: Chord, key: string, { control, alt, meta, shift }: ReadPress, isMac: boolean): boolean {
  if (chord.key !== key) return false
  const isLetter = /^[A-Z]$/.test(key)
  const isCharacter = key.length === 1
  // On a Mac, Ctrl with a letter edits texts.
  const isMod = isMac ? meta || (control && !isLetter) : control
  const isForeign = isMac ? control && isLetter : meta
  // The keyboard layout decides which characters need Shift.
  const isShiftRight = shift === chord.shift || (isCharacter && !isLetter)
  return isMod === chord.mod && alt === chord.alt && !isForeign && isShiftRight
}

/**
 * Returns the chord of a press in the notation of `shared/command-keys.ts`; null for a modifier alone, an input method,
 * and a modifier that no command has.
 */
export function chordOfPress(
  event: PressedKey,
  { isMac, script }: { readonly isMac: boolean; readonly script: LayoutScript | null },
): string | null {
  const read = readPress(event, { isMac, isRightToLeft: false, script })
  const key = read?.keys[0]
  if (read === null || key === undefined || isModifier(key)) return null
  const isLetter = /^[A-Z]$/.test(key)
  const isMod = isMac ? read.meta || (read.control && !isLetter) : read.control
  const isForeign = isMac ? read.control && isLetter : read.meta
  if (isForeign) return null
  const hasShift = read.shift && (isLetter || key.length > 1)
  return notationOf({ mod: isMod, alt: read.alt, shift: hasShift, key })
}

/** Returns the command of a key; null for none. In a field, a character without Ctrl, ⌘ or Alt is typed text. */
export function commandOf<Target>(
  event: PressedKey,
  commands: readonly Command<Target>[],
  context: CommandContext,
  target: Target,
): Command<Target> | null {
  const read = readPress(event, context)
  if (read === null) return null
  const possible = commands.filter((command) => command.when(context) && command.can?.(target) !== false)
  for (const key of read.keys) {
    const command = possible.find(({ keys }) =>
      keys.some((notation) => {
        const chord = parseChord(notation)
        const isTyped = isTyping(context) && chord.key.length === 1 && !chord.mod && !chord.alt
        return !isTyped && isPressed(chord, key, read, context.isMac)
      }),
    )
    if (command !== undefined) return command
  }
  return null
}

/** Returns the likeliest key of a press without modifiers, letters in upper case; empty for one of an input method. */
export function plainKeyOf(event: PressedKey): string {
  if (isOfInputMethod(event)) return ''
  return keysOfPress(event, { isCommand: event.ctrlKey || event.metaKey, script: null })[0] ?? ''
}

/**
 * Runs the command of a key and withholds the key from the browser. A key that is held down repeats only commands that
 * allow it.
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

/**
 * The script of the keyboard layout, as the last typed letter has shown it. Letters with Shift or Caps Lock are
 * ignored, because some layouts of other scripts write Latin capitals with them, and so are letters with ⌘.
 */
export class SeenScript {
  current: LayoutScript | null = null

  pressed(event: PressedKey): void {
    const isBare = !event.ctrlKey && !event.metaKey && !event.altKey && !event.shiftKey && !event.isComposing
    if (!isBare || !/^Key[A-Z]$/.test(event.code) || !isSign(event.key)) return
    if (event.getModifierState('AltGraph') || event.getModifierState('CapsLock')) return
    if (/^\p{Script=Latin}+$/u.test(event.key)) this.current = 'latin'
    else if (/\p{L}/u.test(event.key)) this.current = 'other'
  }
}

/** A step in the history of an account. */
export type HistoryStep = 'back' | 'forward'

/** Returns the step of a mouse button (`MouseEvent.button`): 3 or 4; null for others. */
export function historyStepOfButton(button: number): HistoryStep | null {
  if (button === 3) return 'back'
  return button === 4 ? 'forward' : null
}
