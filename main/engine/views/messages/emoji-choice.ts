import type { EmojiChoice } from '#contract/emoji.ts'
import type { ReadCore } from '../../core/read-core.ts'
import { extraEmojiOf, extraEmojiPicture } from '../../values/emoji/emoji-names.ts'
import { serverEmojiNames } from '../../state/emoji/custom-emoji.ts'
import { customEmoji } from '../../state/emoji/custom-emoji.ts'

const frequentEmoji = 24

/**
 * Returns the user's frequent emoji, those of the organization and the server, and the server's names of the others.
 */
export function emojiChoice(core: ReadCore): EmojiChoice {
  const { accountState, store } = core
  const custom = [...accountState.of(customEmoji).values()].filter((emoji) => emoji.is_deactivated === 0)
  // The organization's emoji takes precedence over the server's of the same name.
  const extra = extraEmojiOf(accountState.organization?.isUpstream === true).filter(
    (code) => !custom.some((emoji) => emoji.name === code),
  )
  return {
    custom: [
      ...custom.map(({ id, name, path }) => ({ type: 'realm_emoji' as const, id, name, picture: path })),
      ...extra.map((code) => ({
        type: 'svc_extra_emoji' as const,
        id: code,
        name: code,
        picture: extraEmojiPicture(code),
      })),
    ],
    frequent: store.preferences.frequentEmoji(frequentEmoji).map(({ type, code }) => ({ type, code })),
    names: serverEmojiNames(store),
  }
}
