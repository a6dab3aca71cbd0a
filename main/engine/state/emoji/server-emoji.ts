import type { ReadStore } from '../../store/store.ts'
import { standardNames, type EmojiNames } from '../../values/emoji/emoji-names.ts'

/** Returns the server's names of Unicode emoji, or the standard names if the server sent none. */
export function serverEmojiNames(store: ReadStore): EmojiNames {
  return store.meta.emojiNames()?.names ?? standardNames
}
