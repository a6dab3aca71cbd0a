import type { ConversationEntry } from '#contract/views/inbox.ts'
import type { PersonRef } from '#contract/values.ts'
import { textFailure } from '#support/text-failure.ts'
import { account } from './connection-stages.ts'
import { iris, mei, noor, now, stage, type StageToSee } from './stages.ts'

let nextId = 900

/** A conversation with its newest message. */
export function entry(
  narrow: ConversationEntry['narrow'],
  sender: PersonRef,
  text: string,
  over: Partial<ConversationEntry> = {},
): ConversationEntry {
  nextId += 1
  const isDirect = narrow.kind === 'direct'
  return {
    key: `entry:${nextId}`,
    kind: 'conversation',
    narrow,
    title: isDirect ? [sender] : narrow.topic,
    streamName: isDirect ? null : 'arm-firmware',
    streamColor: isDirect ? null : '#3b5bdb',
    people: isDirect ? [sender] : [],
    unread: 1,
    mentions: 0,
    isMuted: false,
    policy: 0,
    newestId: nextId,
    last: { id: nextId, timestamp: now / 1000 - (nextId - 900) * 700, sender, text },
    participants: [sender, iris],
    hasOwn: false,
    isStale: false,
    ...over,
  }
}

export const topicOf = (streamId: number, topic: string) => ({ kind: 'topic', streamId, topic }) as const
export const directOf = (person: PersonRef) => ({ kind: 'direct', userIds: [person.id] }) as const

const orchard = { streamName: 'orchard', streamColor: '#2b8a3e' }
export const design = { streamName: 'design', streamColor: '#e64980' }

const someConversations = [
  entry(topicOf(1, 'encoder drift on cold start'), mei, '@Iris Lindqvist can we get this into release 2.4?', {
    unread: 12,
    mentions: 1,
    isStale: true,
  }),
  entry(topicOf(2, 'noise'), noor, '@Iris Lindqvist only you can tell', { ...design, mentions: 1, isMuted: true }),
  entry(directOf(noor), noor, 'Do you have a minute after the stand-up?', { unread: 2 }),
  entry(directOf(mei), mei, 'شكرا جزيلا على التقرير'),
  entry(topicOf(1, 'release 2.4'), noor, 'Cold chamber is booked from 18:00.', { policy: 3, unread: 1200 }),
  entry(topicOf(1, `a topic ${'that goes on '.repeat(12)}`), mei, 'long '.repeat(60)),
  entry(topicOf(2, ''), noor, 'Blue, or the other blue?', { ...design, title: 'general chat' }),
  entry(topicOf(2, 'status light colours'), noor, '', { ...design, last: null, isStale: true }),
]

/** The inbox, and the recent conversations. */
export const inboxStages: Readonly<Record<string, StageToSee>> = {
  'full-inbox': { stage: stage({ inbox: someConversations }), opens: 'nothing' },
  'inbox-of-all': {
    stage: stage({
      inbox: someConversations.slice(1, 5),
      otherInbox: [
        entry(topicOf(1, 'harvest'), mei, '@Iris Lindqvist will you come?', { ...orchard, mentions: 1 }),
        entry(directOf(mei), mei, 'The keys are under the pot.'),
        entry(topicOf(1, `ladders ${'and baskets '.repeat(9)}`), mei, 'Three are enough.', orchard),
      ],
      panel: {
        connections: {},
        accounts: [account('a', 'Alder Robotics'), account('b', `Kestrel ${'Orchards and Gardens '.repeat(3)}`)],
      },
    }),
    opens: 'nothing',
  },
  'answer-in-inbox': {
    stage: stage({
      inbox: someConversations.slice(2, 5),
      meta: { narrow: directOf(noor), title: [noor], people: [noor], streamName: null, streamColor: null },
    }),
    opens: 'nothing',
  },
  'empty-inbox': { stage: stage({ navigationMeta: { unread: 0, mentions: 0 } }), opens: 'nothing' },
  'full-recent': {
    stage: stage({
      recent: someConversations.map((each, index) => ({
        ...each,
        ...(index % 3 === 0 ? { unread: 0, mentions: 0 } : {}),
        participants: [mei, noor, iris].slice(0, 1 + (index % 3)),
      })),
    }),
    opens: 'nothing',
  },
  'empty-recent': { stage: stage({}), opens: 'nothing' },
  'failure-of-recent': {
    stage: stage({ failures: { recent: { failure: textFailure('The file cannot be read.'), isShown: false } } }),
    opens: 'nothing',
  },
  'failure-of-inbox': {
    stage: stage({ failures: { inbox: { failure: textFailure('The file cannot be read.'), isShown: false } } }),
    opens: 'nothing',
  },
}
