/** A key press, as far as it decides whether a character is written. */
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

/** Whether a key press writes a character. */
export function isTypedCharacter(press: Press): boolean {
  return isPlainPress(press) && [...press.key].length === 1
}
