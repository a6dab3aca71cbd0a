import { clientLimits } from '#shared/client-limits.ts'
import type { messagesWire } from '../../api/resources/messages.ts'
import type { streamsWire } from '../../api/resources/streams.ts'
import type { topicPoliciesWire } from '../../api/resources/topic-policies.ts'
import type { RegisteredIn } from '../../api/wire.ts'
import type { UnreadRow } from '../../store/unread.ts'
import { directConversation, directKey, topicConversation, topicKey } from '../../values/conversation.ts'
import { mentionOfList } from '../../values/mentions.ts'
import { isHiddenBy } from '../../values/topics.ts'
import { subscribedOf } from '../directory/stream-lists.ts'
import { batches, longList, takeoverOf, type AnswerWith, type Takeover, type TakeoverContext } from '../long-list.ts'
import { registeredPolicies } from '../preferences/topic-policies.ts'

/** Further ids count as omitted by the server (U3). */
const mostUnread = clientLimits.registeredUnread.most

/** An entry of the server's list of unread messages. */
interface ListedUnread extends Pick<UnreadRow, 'message_id' | 'conversation'> {
  /** The list of mentions contains the message. */
  readonly isMention: boolean
  /** The stream or topic is muted, so that the list of mentions contains only direct mentions (U12). */
  readonly isHidden: boolean
}

type Answer = AnswerWith<typeof messagesWire | typeof streamsWire | typeof topicPoliciesWire>

/** The unread messages of a registration. Messages that it lacks are read (U2). */
export const unreadList = longList({
  name: 'unread',
  read: (answer: Answer) => batches(unreadRows(answer), (rows) => rows),
  open: openUnread,
})

/**
 * Returns whether the list of a registration may lack older messages, because the server says so or there are too
 * many (U3).
 */
export function areOldMissing({ unread_msgs: { pms, huddles, streams, ...list } }: RegisteredIn<typeof messagesWire>) {
  const count = [...pms, ...huddles, ...streams].reduce((sum, entry) => sum + entry.unread_message_ids.length, 0)
  return list.old_unreads_missing || count > mostUnread
}

function unreadRows(answer: Answer): ListedUnread[] {
  const { unread_msgs: unread, user_id: selfId } = answer
  const mentions = new Set(unread.mentions)
  const streams = new Map(subscribedOf(answer.subscriptions).map((row) => [row.id, row]))
  const policyRows = registeredPolicies(answer, [...streams.values()])
  const policies = new Map(policyRows.map((row) => [`${row.stream_id}:${row.topic_key}`, row.policy]))
  const groups = [
    ...unread.pms.map((entry) => ({
      conversation: directConversation(directKey([entry.other_user_id], selfId)),
      ids: entry.unread_message_ids,
      isHidden: false,
    })),
    ...unread.huddles.map((entry) => ({
      conversation: directConversation(directKey(entry.user_ids_string.split(',').map(Number), selfId)),
      ids: entry.unread_message_ids,
      isHidden: false,
    })),
    ...unread.streams.map((entry) => ({
      conversation: topicConversation(entry.stream_id, topicKey(entry.topic)),
      ids: entry.unread_message_ids,
      isHidden: isHiddenBy(
        policies.get(`${entry.stream_id}:${topicKey(entry.topic)}`) ?? 0,
        streams.get(entry.stream_id)?.is_muted === 1,
      ),
    })),
  ]
  const rows: ListedUnread[] = []
  for (const { conversation, ids, isHidden } of groups) {
    for (const id of ids.slice(0, mostUnread - rows.length)) {
      rows.push({ message_id: id, conversation, isMention: mentions.has(id), isHidden })
    }
  }
  return rows
}

function openUnread({ store, accountState, noteListed }: TakeoverContext): Takeover<readonly ListedUnread[]> {
  return takeoverOf({
    /**
     * The list of mentions decides which mentions count now; the kind of mention is kept as far as the list allows
     * (U12).
     */
    rowOf: ({ message_id, conversation, isMention, isHidden }: ListedUnread): UnreadRow => {
      const last = accountState.unread.mention(message_id)
      // Only mentions, which are few, are read from the database.
      const known = isMention && last === 0 ? (store.messages.get(message_id)?.mention ?? 0) : last
      return { message_id, conversation, mention: mentionOfList(isMention, isHidden, known) }
    },
    idOf: ({ message_id: id }) => id,
    known: (id) => accountState.unread.row(id),
    knownIds: () => accountState.unread.allIds(),
    store: (put, gone) => {
      for (const row of put) {
        store.unread.put(row)
        noteListed(row.conversation, row.message_id)
      }
      for (const id of gone) store.unread.remove(id)
      return [{ kind: 'unread_replaced', put, gone }]
    },
  })
}
