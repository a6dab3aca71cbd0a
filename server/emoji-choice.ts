import type { ServerContext } from './context.ts'
import { badRequest } from './errors.ts'
import { emojiCode, isEmojiCode } from './markdown/emoji.ts'

/** An emoji as it is stored. */
export interface Emoji {
  readonly emoji_name: string
  readonly emoji_code: string
  readonly reaction_type: string
}

/** The one emoji of its kind: the service's own logo. */
export const extraEmoji: readonly string[] = ['svc', 'zulip']

/**
 * The emoji that a request names; code and type are looked up where they are not given.
 * @throws ServiceError `BAD_REQUEST`
 */
export function readEmoji(
  context: ServerContext,
  given: { readonly name: string; readonly code: string | undefined; readonly type: string | undefined },
): Emoji {
  const { name, code } = given
  const custom = context.tables.emoji.byName(name)
  const usual = custom !== undefined ? 'realm_emoji' : extraEmoji.includes(name) ? 'svc_extra_emoji' : 'unicode_emoji'
  const type = storedType(given.type ?? usual)
  switch (type) {
    case 'unicode_emoji': {
      const named = emojiCode(name)
      if (code !== undefined && !isEmojiCode(code)) throw badRequest('Invalid emoji code.')
      if (named === undefined) throw badRequest(`Emoji '${name}' does not exist`)
      if (code !== undefined && code !== named) throw badRequest('Invalid emoji name.')
      return { emoji_name: name, emoji_code: named, reaction_type: type }
    }
    case 'realm_emoji': {
      const chosen = code !== undefined && /^\d{1,9}$/.test(code) ? context.tables.emoji.get(Number(code)) : custom
      if (chosen === undefined) throw badRequest('Invalid custom emoji.')
      if (chosen.name !== name) throw badRequest('Invalid custom emoji name.')
      if (chosen.is_deactivated === 1) throw badRequest('This custom emoji has been deactivated.')
      return { emoji_name: name, emoji_code: String(chosen.id), reaction_type: type }
    }
    case 'svc_extra_emoji': {
      if (!extraEmoji.includes(code ?? name)) throw badRequest('Invalid emoji code.')
      if (!extraEmoji.includes(name)) throw badRequest('Invalid emoji name.')
      const own = context.options.dialect
      return { emoji_name: own, emoji_code: own, reaction_type: type }
    }
    default:
      throw badRequest(`Invalid reaction type: '${type}'`)
  }
}

/** Both families' names for the built-in kind are taken. */
export function storedType(type: string): string {
  return type === 'zulip_extra_emoji' ? 'svc_extra_emoji' : type
}
