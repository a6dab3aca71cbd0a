import type { ReadStore } from '../../store/store.ts'
import { familyNames, type EmojiNames } from '../../values/emoji-names.ts'

/** What the account's server calls the emoji of Unicode: as it told, else as all of the family do (N1). */
export function serverEmojiNames(store: ReadStore): EmojiNames {
  return store.meta.emojiNames()?.names ?? familyNames
}
