import type { ReadStore } from '../../store/store.ts'
import { familyNames, type EmojiNames } from '../../values/emoji/emoji-names.ts'

/** The server's names of Unicode emoji; the family's names if it sent none. */
export function serverEmojiNames(store: ReadStore): EmojiNames {
  return store.meta.emojiNames()?.names ?? familyNames
}
