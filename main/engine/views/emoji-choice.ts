import type { EmojiChoice } from '../../../preload/contract.ts'
import type { Core } from '../core.ts'

const frequentEmoji = 24

/** Emoji that the user chooses often, and those of the organization. */
export function emojiChoice(core: Core): EmojiChoice {
  return {
    custom: [...core.world.emoji.values()]
      .filter((emoji) => emoji.is_deactivated === 0)
      .map((emoji) => ({ id: emoji.id, name: emoji.name, picture: emoji.path })),
    frequent: core.store.preferences.frequentEmoji(frequentEmoji).map(({ type, code }) => ({ type, code })),
  }
}
