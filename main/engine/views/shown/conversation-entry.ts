import type { ConversationEntry } from '../../../../preload/contract/views/inbox.ts'
import { clientLimits } from '../../../../shared/client-limits.ts'
import type { ReadCore } from '../../read-core.ts'
import { shownText } from '../../values/message-text.ts'
import { topicKey } from '../../values/conversation.ts'
import { newestOf } from '../../model/messages/newest.ts'
import { destinationOfKey, headingOf } from './place.ts'
import type { ShownPreferences } from './shown-preferences.ts'
import type { ShownUnread } from './shown-unread.ts'

/** The number of messages that are searched for participants. */
const recentMessages = 30
const participants = 5
const previewLength = clientLimits.previewText.most

/** A conversation as a list entry, with its newest message and its recent senders. */
export function conversationEntry(
  core: ReadCore,
  unread: ShownUnread,
  preferences: ShownPreferences,
  conversation: string,
): ConversationEntry {
  const { world, store } = core
  const narrow = destinationOfKey(core, conversation)
  const people = narrow.kind === 'direct' ? narrow.userIds.map((id) => world.person(id)) : []
  const rows = store.messages.before(narrow, Number.MAX_SAFE_INTEGER, recentMessages).reverse()
  const ids = unread.ids(conversation)
  const writers = [...new Set(rows.map((row) => row.sender_id))]
  const [last] = rows
  const newest = newestOf(core, narrow, last)
  return {
    key: conversation,
    kind: 'conversation',
    narrow,
    ...headingOf(core, narrow),
    people,
    unread: ids.length,
    mentions: unread.mentionsAmong(conversation, ids),
    isMuted: preferences.isHidden(conversation),
    policy: narrow.kind === 'topic' ? preferences.topicPolicy(narrow.streamId, topicKey(narrow.topic)) : 0,
    newestId: newest.id,
    last:
      last === undefined
        ? null
        : {
            id: last.id,
            timestamp: last.timestamp,
            sender: world.person(last.sender_id),
            text: [...shownText(last, world.person(last.sender_id).name)].slice(0, previewLength).join(''),
          },
    participants: writers.slice(0, participants).map((id) => world.person(id)),
    hasOwn: writers.includes(world.selfId),
    isInDoubt: newest.isInDoubt,
  }
}
