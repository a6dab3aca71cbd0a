import { foldName } from '#shared/name-query.ts'
import { unspacedScripts } from '#shared/unspaced.ts'

const signs = /[\s,.'・·()[\]"“”&/_-]+/
const unspaced = new RegExp(`^[${unspacedScripts}ー々]+$`, 'u')

/** Returns whether a name begins with the typed text. */
export function isNameBegun(name: string, typed: string): boolean {
  const text = foldName(typed).trim()
  return text !== '' && foldName(name).startsWith(text)
}

/** Returns whether each typed word begins a word of a person's name. In scripts without spaces, any part is a word. */
export function isPersonBegun(name: string, typed: string): boolean {
  const [folded, text] = [foldName(name), foldName(typed).trim()]
  const [parts, words] = [folded.split(signs), text.split(signs).filter(Boolean)]
  // “O’Brien” also matches “obrien”.
  const whole = folded.split(/\s+/).map((word) => word.split(signs).join(''))
  const isPart = (word: string) =>
    [...parts, ...whole].some((part) => part.startsWith(word)) || (unspaced.test(word) && parts.join('').includes(word))
  const isReversed = () => unspaced.test(text) && [...parts].reverse().join('').startsWith(text)
  return (words.length > 0 && words.every(isPart)) || (text !== '' && parts.join('').startsWith(text)) || isReversed()
}
