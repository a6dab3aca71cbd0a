import { audienceOf } from '../audience.ts'
import { visibleMessage } from '../access.ts'
import type { ServerContext } from '../context.ts'
import { pathInteger, type AuthenticatedCall, type Endpoints } from '../endpoint.ts'
import { badRequest, ServiceError } from '../errors.ts'
import { emojiCode, isEmojiCode } from '../markdown/emoji.ts'
import type { MessageRow } from '../store/messages.ts'
import type { ReactionRow } from '../store/reactions.ts'
import type { UserRow } from '../store/users.ts'

type Emoji = Pick<ReactionRow, 'emoji_name' | 'emoji_code' | 'reaction_type'>

/** `POST` and `DELETE /messages/{message_id}/reactions`. */
export function reactionRoutes(api: Endpoints, context: ServerContext): void {
  const { reactions } = context.tables

  function tell(op: 'add' | 'remove', row: MessageRow, user: UserRow, emoji: Emoji): void {
    for (const userId of audienceOf(context, row)) {
      context.events.publish(userId, () => ({
        type: 'reaction',
        op,
        message_id: row.id,
        ...emoji,
        user_id: user.id,
        user: { user_id: user.id, email: user.email, full_name: user.full_name },
      }))
    }
  }

  api.authenticated('POST', '/messages/:message_id/reactions', (call) => {
    const row = visibleMessage(context, call.user, pathInteger(call, 'message_id'))
    const emoji = readEmoji(context, call, row)
    context.write(() => {
      if (!reactions.add({ message_id: row.id, user_id: call.user.id, ...emoji })) {
        throw new ServiceError('REACTION_ALREADY_EXISTS', 'Reaction already exists.')
      }
      tell('add', row, call.user, emoji)
    })
    return {}
  })

  api.authenticated('DELETE', '/messages/:message_id/reactions', (call) => {
    const { parameters, user } = call
    const row = visibleMessage(context, user, pathInteger(call, 'message_id'))
    const name = parameters.optionalText('emoji_name')
    const code = parameters.optionalText('emoji_code')
    const type = parameters.optionalText('reaction_type')
    if (name === undefined && code === undefined) {
      throw badRequest('At least one of the following arguments must be present: emoji_name, emoji_code')
    }
    context.write(() => {
      const found = reactions
        .ofMessage(row.id)
        .find(
          (reaction) =>
            reaction.user_id === user.id &&
            (code === undefined ? reaction.emoji_name === name : reaction.emoji_code === code) &&
            (type === undefined || reaction.reaction_type === type),
        )
      if (found === undefined) throw new ServiceError('REACTION_DOES_NOT_EXIST', "Reaction doesn't exist.")
      reactions.remove(found)
      const { emoji_name, emoji_code, reaction_type } = found
      tell('remove', row, user, { emoji_name, emoji_code, reaction_type })
    })
    return {}
  })
}

/** The emoji of a vote; a vote on a reaction that is there already may use a name that has changed since. */
function readEmoji(context: ServerContext, { parameters }: AuthenticatedCall, row: MessageRow): Emoji {
  const emoji_name = parameters.text('emoji_name')
  const given = parameters.optionalText('emoji_code')
  const custom = context.tables.emoji.byName(emoji_name)
  const reaction_type =
    parameters.optionalText('reaction_type') ?? (custom === undefined ? 'unicode_emoji' : 'realm_emoji')
  const existing = context.tables.reactions
    .ofMessage(row.id)
    .find((reaction) => reaction.emoji_code === given && reaction.reaction_type === reaction_type)
  if (existing !== undefined) {
    return { emoji_name: existing.emoji_name, emoji_code: existing.emoji_code, reaction_type }
  }
  switch (reaction_type) {
    case 'unicode_emoji': {
      const named = emojiCode(emoji_name)
      if (given !== undefined && !isEmojiCode(given)) throw badRequest('Invalid emoji code.')
      if (named === undefined) throw badRequest(`Emoji '${emoji_name}' does not exist`)
      if (given !== undefined && given !== named) throw badRequest('Invalid emoji name.')
      return { emoji_name, emoji_code: named, reaction_type }
    }
    case 'realm_emoji': {
      const chosen = given !== undefined && /^\d{1,9}$/.test(given) ? context.tables.emoji.get(Number(given)) : custom
      if (chosen === undefined) throw badRequest('Invalid custom emoji.')
      if (chosen.name !== emoji_name) throw badRequest('Invalid custom emoji name.')
      if (chosen.is_deactivated === 1) throw badRequest('This custom emoji has been deactivated.')
      return { emoji_name, emoji_code: String(chosen.id), reaction_type }
    }
    default:
      throw badRequest(
        reaction_type === 'svc_extra_emoji' ? 'Invalid emoji code.' : `Invalid reaction type: '${reaction_type}'`,
      )
  }
}
