import { isSign } from './pressed-key.ts'

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
