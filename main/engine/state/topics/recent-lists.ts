import type { messagesWire } from '../../api/resources/messages.ts'
import { directConversation, directKey, topicConversation, topicKey } from '../../values/conversation.ts'
import type { MessageId, StreamId } from '../../values/ids.ts'
import { batches, longList, type AnswerWith } from '../long-list.ts'

interface ListedTopic {
  readonly streamId: StreamId
  readonly name: string
  readonly maxMessageId: MessageId
}

interface ListedDirect {
  readonly key: string
  readonly maxMessageId: MessageId
}

/** The newest id of each topic of a registration that has unread messages. */
export const unreadTopics = longList({
  name: 'topics',
  read: ({ unread_msgs: unread }: AnswerWith<typeof messagesWire>) =>
    batches(
      unread.streams.flatMap(({ stream_id: streamId, topic: name, unread_message_ids: ids }): ListedTopic[] =>
        ids.length === 0
          ? []
          : [{ streamId, name, maxMessageId: ids.reduce((highest, id) => Math.max(highest, id), 0) }],
      ),
      (rows) => rows,
    ),
  open: ({ store, noteListed }) => ({
    take: (rows: readonly ListedTopic[]) => () => {
      for (const { streamId, name, maxMessageId } of rows) {
        store.messages.noteTopic(streamId, name, maxMessageId)
        noteListed(topicConversation(streamId, topicKey(name)), maxMessageId)
      }
      return []
    },
    finish: () => [],
  }),
})

/** The newest id of each direct conversation of a registration that has recent messages. */
export const recentDirects = longList({
  name: 'directs',
  read: (answer: AnswerWith<typeof messagesWire>) =>
    batches(answer.recent_private_conversations, (part) =>
      part.map((conversation): ListedDirect => ({
        key: directKey(conversation.user_ids, answer.user_id),
        maxMessageId: conversation.max_message_id,
      })),
    ),
  open: ({ store, noteListed }) => ({
    take: (rows: readonly ListedDirect[]) => () => {
      for (const { key, maxMessageId } of rows) {
        store.messages.noteDirect(key, maxMessageId)
        noteListed(directConversation(key), maxMessageId)
      }
      return []
    },
    finish: () => [],
  }),
})
