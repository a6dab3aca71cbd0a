/** The fields of a keyboard event that identify the key. */
export interface PressedPlace {
  readonly key: string
  readonly code: string
  readonly shiftKey: boolean
}

/** Whether the layout writes Latin letters, as far as earlier presses have shown. */
export type LayoutScript = 'latin' | 'other'

/** The characters of a Latin keyboard at positions without a letter: without Shift, and with it. */
const latinSigns: Readonly<Record<string, string>> = {
  Backquote: '`~',
  Digit1: '1!',
  Digit2: '2@',
  Digit3: '3#',
  Digit4: '4$',
  Digit5: '5%',
  Digit6: '6^',
  Digit7: '7&',
  Digit8: '8*',
  Digit9: '9(',
  Digit0: '0)',
  Minus: '-_',
  Equal: '=+',
  BracketLeft: '[{',
  BracketRight: ']}',
  Backslash: '\\|',
  Semicolon: ';:',
  Quote: '\'"',
  Comma: ',<',
  Period: '.>',
  Slash: '/?',
}

/**
 * ASCII signs that only layouts without Latin letters write at positions of letters and digits: Hebrew (Q, W), Greek
 * (Q), Arabic with Shift (C, D, F, L, M, O, P, V, Z), Thai (2, 3, and W, X, Z with Shift).
 */
const signsOfOtherScripts: Readonly<Record<string, string>> = {
  KeyQ: '/;:',
  KeyW: `'"`,
  KeyC: '{}',
  KeyD: ']',
  KeyF: '[',
  KeyL: '/',
  KeyM: `'`,
  KeyO: ']',
  KeyP: '[',
  KeyV: '{}',
  KeyX: ')',
  KeyZ: '~(',
  Digit2: '/',
  Digit3: '-',
}

/** Keys of input methods, and dead keys, which begin a character. */
const neverKeys: ReadonlySet<string> = new Set(['Dead', 'Process', 'Unidentified', 'AltGraph'])

/** The `keyCode` of keys that an input method handles. */
const takenByInputMethod = 229

/** Whether an input method handles the key, or the key writes nothing alone. */
export function isOfInputMethod(event: {
  readonly key: string
  readonly isComposing: boolean
  readonly keyCode?: number | undefined
}): boolean {
  return event.isComposing || event.keyCode === takenByInputMethod || neverKeys.has(event.key)
}

const modifierKeys: ReadonlySet<string> = new Set([
  'Shift',
  'Control',
  'Alt',
  'AltGraph',
  'Meta',
  'CapsLock',
  'Fn',
  'NumLock',
])

/** Whether a key only changes the meaning of others. */
export function isModifier(key: string): boolean {
  return modifierKeys.has(key)
}

/** Whether a key writes text. One key may write several characters, such as the Arabic ligature of lam and alef. */
export function isSign(key: string): boolean {
  return [...key].length === 1 || /[^\p{ASCII}]/u.test(key)
}

/**
 * The character of a Latin keyboard at the position of a key, letters in upper case; null for a position without a
 * character.
 */
export function latinKeyAt({ code, shiftKey }: Pick<PressedPlace, 'code' | 'shiftKey'>): string | null {
  const letter = /^Key([A-Z])$/.exec(code)?.[1]
  const digit = /^Numpad([0-9])$/.exec(code)?.[1]
  return letter ?? digit ?? latinSigns[code]?.charAt(shiftKey ? 1 : 0) ?? null
}

/**
 * The keys that a press may mean, in the notation of chords, the likeliest first. The character that the layout writes
 * counts; if no Latin keyboard has it, the key's position counts.
 * @param isCommand whether Ctrl or ⌘ is held, so that the press cannot mean text
 */
export function keysOfPress(
  event: PressedPlace,
  { isCommand, script }: { readonly isCommand: boolean; readonly script: LayoutScript | null },
): readonly string[] {
  const { key, code } = event
  if (/^[a-z]$/i.test(key)) return [key.toUpperCase()]
  if (!isSign(key) || /^[0-9]$/.test(key)) return [key]
  const place = latinKeyAt(event)
  if (place === null) return [key]
  const isLetterPlace = code.startsWith('Key')
  const isDigitPlace = /^(Digit|Numpad)[0-9]$/.test(code)
  // A letter of another script is read by its position only; a Latin letter such as `ö` is a key of its own.
  if (/^\p{Script=Latin}+$/u.test(key)) return isCommand && !isLetterPlace ? [key, place] : [key]
  if (/[\p{L}\p{M}\p{Nd}]/u.test(key) || (isLetterPlace && !/^\p{ASCII}+$/u.test(key))) return [place]
  const isOfOtherScript = script === 'other' || signsOfOtherScripts[code]?.includes(key) === true
  if (isOfOtherScript) {
    return isLetterPlace || (isDigitPlace && isCommand && !event.shiftKey) ? [place, key] : [key, place]
  }
  if (isLetterPlace) return isCommand && script !== 'latin' ? [key, place] : [key]
  return isCommand || script !== 'latin' ? [key, place] : [key]
}

/** The fields of a key press that decide whether it writes a character. */
interface Press {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
}

/** Whether a key is pressed without a modifier that makes it a command. AltGr writes letters; it is Ctrl and Alt on Windows. */
export function isPlainPress({ ctrlKey, metaKey, altKey }: Omit<Press, 'key'>): boolean {
  return !metaKey && ctrlKey === altKey
}

/** Whether a key press writes a character. On a Mac, Option writes characters. */
export function isTypedCharacter(press: Press, isMac: boolean): boolean {
  const isByOption = isMac && press.altKey && !press.ctrlKey && !press.metaKey
  return (isPlainPress(press) || isByOption) && press.key !== 'Dead' && isSign(press.key)
}
