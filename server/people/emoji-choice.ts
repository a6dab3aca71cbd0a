import type { ServerContext } from '../context/context.ts'
import { badRequest } from '../base/errors.ts'
import { extraEmoji } from '../context/extra-emoji.ts'
import { emojiCode, isEmojiCode } from '../markdown/inline/emoji.ts'

/** An emoji in its stored form. */
export interface Emoji {
  readonly emoji_name: string
  readonly emoji_code: string
  readonly reaction_type: string
}

/** The parameters of a request that identify an emoji. */
export interface GivenEmoji {
  readonly name: string
  readonly code: string | undefined
  readonly type: string | undefined
}

/**
 * Resolves the emoji of a request; a missing code or type is looked up by name.
 * @throws ServiceError `BAD_REQUEST`
 */
export function readEmoji(context: ServerContext, given: GivenEmoji): Emoji {
  const { emoji_name: name, emoji_code: code, reaction_type: type } = completeEmoji(context, given)
  switch (type) {
    case 'unicode_emoji': {
      if (!isEmojiCode(code)) throw badRequest('Invalid emoji code.')
      if (emojiCode(name) !== code) throw badRequest('Invalid emoji name.')
      return { emoji_name: name, emoji_code: code, reaction_type: type }
    }
    case 'realm_emoji': {
      const chosen = /^\d{1,9}$/.test(code) ? context.tables.emoji.get(Number(code)) : undefined
      if (chosen === undefined) throw badRequest('Invalid custom emoji.')
      if (chosen.name !== name) throw badRequest('Invalid custom emoji name.')
      if (chosen.is_deactivated === 1) throw badRequest('This custom emoji has been deactivated.')
      return { emoji_name: name, emoji_code: code, reaction_type: type }
    }
    case 'svc_extra_emoji': {
      if (!extraEmoji.includes(code)) throw badRequest('Invalid emoji code.')
      if (!extraEmoji.includes(name)) throw badRequest('Invalid emoji name.')
      return { emoji_name: code, emoji_code: code, reaction_type: type }
    }
    default:
      throw badRequest(`Invalid reaction type: '${type}'`)
  }
}

/**
 * Completes an emoji by its name: custom emoji precede the extra one, and the extra one precedes Unicode.
 * @throws ServiceError `BAD_REQUEST` if code or type is missing and no emoji has the name
 */
export function completeEmoji(context: ServerContext, { name, code, type }: GivenEmoji): Emoji {
  const named = code !== undefined && type !== undefined ? undefined : emojiNamed(context, name)
  const emoji = {
    emoji_name: name,
    emoji_code: code ?? named?.code ?? '',
    reaction_type: storedType(type ?? named?.type ?? ''),
  }
  // The extra emoji has two names in the family and one picture.
  return emoji.reaction_type === 'svc_extra_emoji' && extraEmoji.includes(emoji.emoji_code)
    ? { ...emoji, emoji_code: context.options.dialect }
    : emoji
}

function emojiNamed(context: ServerContext, name: string): { readonly code: string; readonly type: string } {
  const custom = context.tables.emoji.byName(name)
  if (custom !== undefined) return { code: String(custom.id), type: 'realm_emoji' }
  if (extraEmoji.includes(name)) return { code: name, type: 'svc_extra_emoji' }
  const code = emojiCode(name)
  if (code === undefined) throw badRequest(`Emoji '${name}' does not exist`)
  return { code, type: 'unicode_emoji' }
}

/** The stored type; the names of the extra emoji's type in both dialects are accepted. */
export function storedType(type: string): string {
  return type === 'zulip_extra_emoji' ? 'svc_extra_emoji' : type
}

/** The type of a reaction on the wire, by dialect. */
export function reactionType(context: ServerContext, stored: string): string {
  return stored === 'svc_extra_emoji' && context.options.dialect === 'zulip' ? 'zulip_extra_emoji' : stored
}
