import type { MessageItem } from '#contract/message-items.ts'
import type { PersonRef } from '#contract/values.ts'
import type { ConversationMeta } from '#contract/views/conversation.ts'
import { readContent } from '#engine/model/content/content.ts'
import { newerHtml } from '../../corpora/newer-html.ts'
import { daily, direct, iris, mei, message, noor, stage, stream, topic, type StageToSee } from './stages.ts'

/** A message as a server of levels 238–512 renders it. */
function newer(sender: PersonRef, minutesAgo: number, source: string, over: Partial<MessageItem> = {}): MessageItem {
  return message(sender, minutesAgo, readContent(source, 'https://chat.example').html, over)
}

/** A stream that has messages with and without a topic. */
const generalChat = (meta: Partial<ConversationMeta>): StageToSee => ({
  stage: stage({
    navigationItems: [
      stream(1, 'arm-firmware', '#3b5bdb', { unread: 1 }),
      topic(1, '', 1, { name: 'general chat' }),
      topic(1, 'release 2.4'),
      stream(4, 'old-prototype', '#e64980', { isArchived: true }),
      direct([noor]),
    ],
    items: [
      message(noor, 20, '<p>Is anybody in the lab?</p>', { topic: '', topicName: 'general chat' }),
      message(iris, 10, '<p>On my way.</p>', { topic: 'release 2.4', topicName: 'release 2.4' }),
      message(mei, 5, '<p>Me too.</p>', { topic: '', topicName: 'general chat' }),
    ],
    meta: { narrow: { kind: 'stream', streamId: 1 }, title: 'arm-firmware', topicPolicy: null, ...meta },
  }),
  opens: 'conversation',
})

/** A topic in which its stream accepts no messages. */
const unwanted = (name: string, meta: Partial<ConversationMeta>): StageToSee => ({
  stage: stage({
    items: [message(noor, 20, '<p>Is anybody in the lab?</p>', { topic: '', topicName: name })],
    meta: { title: name, isResolved: null, ...meta },
  }),
  opens: 'conversation',
})

const archivedFirst = [
  stream(1, 'arm-firmware', '#3b5bdb', { isArchived: true, isPinned: false }),
  topic(1, 'encoder drift on cold start'),
  stream(2, 'design', '#e64980', { unread: 2 }),
]

/** Features of servers of levels 238–512. */
export const newerStages: Readonly<Record<string, StageToSee>> = {
  'general-chat': generalChat({ isTopicless: true }),
  'general-chat-or-topics': generalChat({}),
  'general-chat-topic': unwanted('general chat', { narrow: { kind: 'topic', streamId: 1, topic: '' } }),
  'needs-topic': unwanted('general chat', { narrow: { kind: 'topic', streamId: 1, topic: '' }, needsTopic: true }),
  topicless: unwanted('old ideas', { narrow: { kind: 'topic', streamId: 1, topic: 'old ideas' }, isTopicless: true }),
  archived: {
    stage: stage({
      navigationItems: archivedFirst,
      items: daily.slice(0, 2),
      meta: { isArchived: true, canPost: false, isStreamPinned: false },
    }),
    opens: 'conversation',
  },
  'archived-stream': {
    stage: stage({
      navigationItems: archivedFirst,
      items: daily.slice(0, 2),
      meta: {
        narrow: { kind: 'stream', streamId: 1 },
        title: 'arm-firmware',
        topicPolicy: null,
        isArchived: true,
        canPost: false,
        isStreamPinned: false,
      },
    }),
    opens: 'conversation',
  },
  'newer-content': {
    stage: stage({
      items: [
        newer(mei, 49, newerHtml.sound + newerHtml.brokenSound + newerHtml.foreignSound),
        newer(iris, 40, newerHtml.links + newerHtml.mentions),
      ],
    }),
    opens: 'conversation',
  },
  'newer-pictures': {
    stage: stage({ items: [newer(noor, 60, newerHtml.thumbnail + newerHtml.placeholder)] }),
    opens: 'conversation',
  },
  'inline-pictures': {
    stage: stage({ items: [newer(mei, 50, newerHtml.inlineImages)] }),
    opens: 'conversation',
  },
  'hidden-previews': {
    stage: stage({
      items: [
        newer(noor, 60, `<p>The arm as it stands:</p>${newerHtml.thumbnail}`, { hidesPreviews: true }),
        newer(mei, 50, newerHtml.transcoded, { hidesPreviews: true }),
        newer(mei, 49, newerHtml.placeholder, { hidesPreviews: true }),
        newer(iris, 40, '<p>Thank you both.</p>', { hidesPreviews: true }),
      ],
    }),
    opens: 'conversation',
  },
}
