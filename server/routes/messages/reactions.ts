import { visibleMessage } from '../../streams/access.ts'
import type { ServerContext } from '../../context/context.ts'
import { completeEmoji, readEmoji, storedType, type Emoji } from '../../people/emoji-choice.ts'
import { pathInteger, type AuthenticatedCall, type Endpoints } from '../../http/endpoint.ts'
import { badRequest, ServiceError } from '../../base/errors.ts'
import { emojiCode } from '../../markdown/inline/emoji.ts'
import { addReaction, tellReaction } from '../../messages/changes/reacting.ts'
import type { MessageRow } from '../../store/messages/message-rows.ts'

/** `POST` and `DELETE /messages/{message_id}/reactions`. */
export function reactionRoutes(api: Endpoints, context: ServerContext): void {
  const { reactions } = context.tables

  api.authenticated('POST', '/messages/:message_id/reactions', (call) => {
    const { user } = call
    const id = pathInteger(call, 'message_id')
    context.write(() => {
      const row = visibleMessage(context, user, id)
      const emoji = readVote(context, call, row)
      if (!addReaction(context, user, row, emoji)) {
        throw new ServiceError('REACTION_ALREADY_EXISTS', 'Reaction already exists.')
      }
    })
    return {}
  })

  api.authenticated('DELETE', '/messages/:message_id/reactions', (call) => {
    const { parameters, user } = call
    const id = pathInteger(call, 'message_id')
    const name = parameters.optionalText('emoji_name')
    const code = parameters.optionalText('emoji_code')
    const given = parameters.optionalText('reaction_type')
    const type = given === undefined ? undefined : storedType(given)
    if (name === undefined && code === undefined) {
      throw badRequest('At least one of the following arguments must be present: emoji_name, emoji_code')
    }
    context.write(() => {
      const row = visibleMessage(context, user, id)
      const found = reactions
        .ofMessage(row.id)
        .find(
          (reaction) =>
            reaction.user_id === user.id &&
            (code === undefined ? isNamed(reaction, name ?? '') : reaction.emoji_code === code) &&
            (type === undefined || reaction.reaction_type === type),
        )
      if (found === undefined) throw new ServiceError('REACTION_DOES_NOT_EXIST', "Reaction doesn't exist.")
      reactions.remove(found)
      const { emoji_name, emoji_code, reaction_type } = found
      tellReaction(context, 'remove', { user, row, emoji: { emoji_name, emoji_code, reaction_type } })
    })
    return {}
  })
}

/** Whether a name identifies a reaction: its own name, or another name of the same emoji. */
function isNamed(reaction: Emoji, name: string): boolean {
  const isUnicode = reaction.reaction_type === 'unicode_emoji'
  return reaction.emoji_name === name || (isUnicode && reaction.emoji_code === emojiCode(name))
}

/** The emoji of a request; for an existing reaction its earlier name is accepted, too. */
function readVote(context: ServerContext, { parameters }: AuthenticatedCall, row: MessageRow): Emoji {
  const name = parameters.text('emoji_name')
  const code = parameters.optionalText('emoji_code')
  const type = parameters.optionalText('reaction_type')
  const wanted = completeEmoji(context, { name, code, type })
  const existing = context.tables.reactions
    .ofMessage(row.id)
    .find((reaction) => reaction.emoji_code === wanted.emoji_code && reaction.reaction_type === wanted.reaction_type)
  if (existing === undefined) return readEmoji(context, { name, code, type })
  const { emoji_name, emoji_code, reaction_type } = existing
  return { emoji_name, emoji_code, reaction_type }
}
