import type { MovePlan, MoveStream, MoveTopic } from '#contract/resources/moves.ts'
import { now } from './stage-parts.ts'
import { paletteStages } from './palette-stages.ts'
import { messageOf, stage, type StageToSee } from './stages.ts'

const firmware: MoveStream = {
  streamId: 1,
  streamName: 'arm-firmware',
  color: '#3b5bdb',
  isPrivate: false,
  isArchived: false,
}
const board: MoveStream = { ...firmware, streamId: 3, streamName: 'board', color: '#c2726a', isPrivate: true }

const topics: readonly MoveTopic[] = [
  { topic: 'release 2.4', name: 'release 2.4' },
  { topic: '✔ release 2.3', name: '✔ release 2.3' },
  { topic: 'a', name: `<b>re</b> \u202e ${'a topic that goes on '.repeat(4)}` },
  { topic: '🐙', name: '🐙'.repeat(60) },
  { topic: 'ع', name: 'إعادة المعايرة' },
  { topic: '', name: 'general chat' },
]

const plan: MovePlan = {
  from: { ...firmware, topic: 'encoder drift on cold start', name: 'encoder drift on cold start' },
  to: { ...board, topic: 'release 2.4', name: 'release 2.4' },
  isNewTopic: false,
  isSame: false,
  counts: {
    change_one: { count: 1, isAll: true },
    change_later: { count: 14, isAll: true },
    change_all: { count: 1_204, isAll: false },
  },
  problems: { change_one: null, change_later: null, change_all: null },
  readers: { before: 'organization', after: 'subscribers' },
  subscribers: 3,
  isHistoryHidden: true,
  isSubscribed: false,
  policy: 3,
  maxTopicLength: 60,
  needsTopic: false,
  emptyTopicName: 'general chat',
}

const deletion = { kind: 'delete', state: 'waiting', text: '', topic: '' } as const

const tooLong = { code: 'TOPIC_TOO_LONG', values: { most: 60 } } as const

/** The dialog for moving messages and renaming a topic, and the field for the target of a forward. */
export const moveStages: Readonly<Record<string, StageToSee>> = {
  'move-planned': { stage: stage({ moves: { plan, streams: [firmware, board], topics: [] } }), opens: 'conversation' },
  'move-completed': { stage: stage({ moves: { plan, streams: [firmware, board], topics } }), opens: 'conversation' },
  'move-refused': {
    stage: stage({
      moves: {
        plan: { ...plan, problems: { change_one: tooLong, change_later: tooLong, change_all: tooLong } },
        streams: [],
        topics: [],
      },
    }),
    opens: 'conversation',
  },
  'forward-aims': { stage: stage({ found: paletteStages['full-palette']?.stage.found ?? [] }), opens: 'conversation' },
  'deletions-to-undo': {
    stage: stage({
      items: [
        messageOf('<p>This one goes in a moment</p>', {
          id: 71,
          key: 'm71',
          change: { ...deletion, localId: 'd1', reason: { kind: 'undo', until: now + 6_000 } },
        }),
        messageOf('<p>This one waits</p>', {
          id: 72,
          key: 'm72',
          change: { ...deletion, localId: 'd2', reason: { kind: 'network' } },
        }),
        messageOf('<p>This one is on its way</p>', {
          id: 73,
          key: 'm73',
          change: { ...deletion, localId: 'd3', reason: { kind: 'sending' } },
        }),
      ],
    }),
    opens: 'conversation',
  },
  'topic-merged': {
    stage: stage({
      moves: {
        plan: {
          ...plan,
          to: { ...firmware, topic: 'release 2.4', name: 'release 2.4' },
          readers: null,
          subscribers: null,
          isHistoryHidden: false,
          isSubscribed: true,
        },
        streams: [],
        topics: [],
      },
    }),
    opens: 'conversation',
  },
}
