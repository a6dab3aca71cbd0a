import type { ServerContext } from '../../context/context.ts'
import type { Destination } from './destination.ts'
import { badRequest, ServiceError } from '../../base/errors.ts'
import { isMemberOf, membersOf } from '../../people/groups.ts'
import type { Rendered } from '../../markdown/render.ts'
import { mayMentionEverybody } from '../../people/permissions.ts'
import { flagBits } from '../../store/messages/message-rows.ts'
import type { UserRow } from '../../store/people/users.ts'

/** Maximum number of readers of a conversation with unrestricted wildcard mentions (wire-protocol.md §2.2.1). */
const freeWildcardReaders = 15

/**
 * Checks whether the sender may use the text's mentions.
 * @throws ServiceError `STREAM_WILDCARD_MENTION_NOT_ALLOWED`, `TOPIC_WILDCARD_MENTION_NOT_ALLOWED`, `BAD_REQUEST`
 */
export function requireMentionRights(
  context: ServerContext,
  writer: UserRow,
  destination: Destination,
  rendered: Rendered,
): void {
  for (const groupId of rendered.mentionedGroupIds) {
    const group = context.tables.groups.get(groupId)
    if (group === undefined) continue
    const mayMention =
      context.layer?.rights.mayMentionGroup(writer, group) ?? isMemberOf(context, writer, group.can_mention_group)
    if (mayMention) continue
    const wanted = context.tables.groups.get(group.can_mention_group)?.name ?? ''
    throw badRequest(
      `You are not allowed to mention user group '${group.name}'. You must be a member of '${wanted}' to mention this group.`,
    )
  }
  if (destination.type === 'direct' || mayMentionEverybody(context, writer)) return
  const { stream, topic } = destination
  if (rendered.mentionsEveryone && context.tables.streams.subscribers(stream.id).length > freeWildcardReaders) {
    throw new ServiceError(
      'STREAM_WILDCARD_MENTION_NOT_ALLOWED',
      'You do not have permission to use stream wildcard mentions in this stream.',
    )
  }
  if (
    rendered.mentionsTopic &&
    context.tables.messages.topicParticipants(stream.id, topic).size > freeWildcardReaders
  ) {
    throw new ServiceError(
      'TOPIC_WILDCARD_MENTION_NOT_ALLOWED',
      'You do not have permission to use topic wildcard mentions in this topic.',
    )
  }
}

/** The flags of each reader for the text: mentions and alert words. */
export function textFlags(
  context: ServerContext,
  message: {
    readonly content: string
    readonly rendered: Rendered
    readonly destination: Destination
    senderId: number
  },
): (userId: number) => number {
  const { rendered, destination } = message
  const mentioned = new Set(rendered.mentionedUserIds)
  for (const groupId of rendered.mentionedGroupIds) {
    for (const member of membersOf(context, groupId)) mentioned.add(member)
  }
  const participants =
    rendered.mentionsTopic && destination.type === 'stream'
      ? context.tables.messages.topicParticipants(destination.stream.id, destination.topic).add(message.senderId)
      : new Set<number>()
  const lower = message.content.toLowerCase()
  return (userId) => {
    let flags = 0
    if (mentioned.has(userId)) flags |= flagBits.mentioned
    if (rendered.mentionsEveryone || (rendered.mentionsTopic && destination.type === 'direct')) {
      flags |= flagBits.stream_wildcard_mentioned
    }
    if (participants.has(userId)) flags |= flagBits.topic_wildcard_mentioned
    const words = context.tables.alertWords.ofUser(userId)
    if (words.some((word) => holdsWord(lower, word.toLowerCase()))) flags |= flagBits.has_alert_word
    return flags
  }
}

/** Whether the text contains the word outside of longer words. */
function holdsWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    const before = text.slice(0, at).at(-1) ?? ' '
    const after = text.charAt(at + word.length)
    if (!/[\p{L}\p{N}_]/u.test(before) && !/[\p{L}\p{N}_]/u.test(after)) return true
  }
  return false
}
