import type { FeedItem, MessageHeading } from '#contract/views/feed.ts'
import type { PersonRef } from '#contract/values.ts'
import { textFailure } from '#support/text-failure.ts'
import { design, topicOf } from './inbox-stages.ts'
import { iris, mei, message, noor, stage, type StageToSee } from './stages.ts'

const firmware = { streamName: 'arm-firmware', streamColor: '#3b5bdb', isMuted: false, policy: 0 }

function inTopic(topic: string, over: Partial<MessageHeading> = {}): MessageHeading {
  return { narrow: topicOf(1, topic), title: topic, ...firmware, ...over }
}

function inDirect(...people: readonly PersonRef[]): MessageHeading {
  return {
    narrow: { kind: 'direct', userIds: people.map(({ id }) => id) },
    title: people,
    streamName: null,
    streamColor: null,
    isMuted: false,
    policy: 0,
  }
}

function headed(heading: MessageHeading, sender: PersonRef, minutesAgo: number, text: string): FeedItem {
  return { ...message(sender, minutesAgo, `<p>${text}</p>`), heading }
}

const drift = inTopic('encoder drift on cold start', { policy: 3 })
const noTopic = { ...inTopic('', { ...design, title: 'general chat' }), narrow: topicOf(2, '') }

const everywhere: readonly FeedItem[] = [
  headed(drift, mei, 1500, 'The drift is back on arm C, two degrees after the night.'),
  headed(drift, mei, 1499, 'Log attached to the ticket.'),
  { key: 'gap:1', kind: 'gap' },
  headed(inDirect(noor), noor, 300, 'Do you have a minute after the stand-up?'),
  headed(inTopic(`a topic ${'that goes on '.repeat(12)}`), noor, 200, 'Cold chamber is booked from 18:00.'),
  headed(noTopic, mei, 190, 'Blue, or the other blue?'),
  headed(inTopic('noise', { ...design, isMuted: true }), iris, 120, 'Only you can tell.'),
  headed(drift, noor, 60, 'Recalibrated. Can we get this into release 2.4?'),
  headed(inDirect(noor, mei), mei, 20, 'شكرا جزيلا على التقرير'),
]

/** Messages of many conversations. */
export const feedStages: Readonly<Record<string, StageToSee>> = {
  'full-feed': { stage: stage({ feed: everywhere }), opens: 'nothing' },
  'partial-feed': {
    stage: stage({ feed: everywhere.slice(3), feedMeta: { isPartial: true, older: 'unreachable' } }),
    opens: 'nothing',
  },
  'empty-feed': { stage: stage({}), opens: 'nothing' },
  'failing-feed': {
    stage: stage({ failures: { feed: { failure: textFailure('The file cannot be read.'), isShown: false } } }),
    opens: 'nothing',
  },
}
