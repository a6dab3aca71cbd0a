import type { ConversationEntry, Destination } from '../../../preload/contract.ts'
import type { Core } from '../core.ts'
import { streamOfConversation, usersOfConversation } from '../model/conversation.ts'
import type { ShownPreferences } from './shown-preferences.ts'
import type { ShownUnread } from './shown-unread.ts'

/** Messages that are looked through for who takes part. */
const recentMessages = 30
const participants = 5
const previewLength = 200

/** A conversation as a line of a list, with its newest message and who wrote lately. */
export function conversationEntry(
  core: Core,
  unread: ShownUnread,
  preferences: ShownPreferences,
  conversation: string,
): ConversationEntry {
  const { world, store } = core
  const narrow = destinationOfKey(core, conversation)
  const stream = narrow.kind === 'topic' ? world.streams.get(narrow.streamId) : undefined
  const people = narrow.kind === 'direct' ? narrow.userIds.map((id) => world.person(id)) : []
  const rows = store.messages.before(narrow, Number.MAX_SAFE_INTEGER, recentMessages).reverse()
  const ids = unread.ids(conversation)
  const writers = [...new Set(rows.map((row) => row.sender_id))]
  const [last] = rows
  return {
    key: conversation,
    kind: 'conversation',
    narrow,
    title:
      narrow.kind === 'topic'
        ? narrow.topic
        : people.length === 0
          ? 'Notes to yourself'
          : people.map((person) => person.name).join(', '),
    streamName: stream?.name ?? null,
    streamColor: stream?.color ?? null,
    people,
    unread: ids.length,
    mentions: ids.filter((id) => world.unread.isMention(id)).length,
    isMuted: preferences.isHidden(conversation),
    policy: narrow.kind === 'topic' ? preferences.topicPolicy(narrow.streamId, keyOf(conversation)) : 0,
    last:
      last === undefined
        ? null
        : {
            id: last.id,
            timestamp: last.timestamp,
            sender: world.person(last.sender_id),
            text: [...last.plain].slice(0, previewLength).join(''),
          },
    participants: writers.slice(0, participants).map((id) => world.person(id)),
    hasOwn: writers.includes(world.selfId),
  }
}

/** Where a conversation's key leads, with the topic in its latest spelling (M22). */
function destinationOfKey(core: Core, conversation: string): Destination {
  const streamId = streamOfConversation(conversation)
  if (streamId === null) return { kind: 'direct', userIds: usersOfConversation(conversation) }
  const key = keyOf(conversation)
  return { kind: 'topic', streamId, topic: core.store.messages.topicName(streamId, key) ?? key }
}

function keyOf(conversation: string): string {
  return conversation.replace(/^topic:\d+:/, '')
}
