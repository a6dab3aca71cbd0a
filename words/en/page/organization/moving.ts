import type { MoveCount } from '../../../../preload/contract/resources/moves.ts'
import type { MovingWords } from '../../../page/organization/moving.ts'
import { durations } from '../../durations.ts'
import { english } from '../../format.ts'

/** As far as it is known. */
function messages({ count, isAll }: MoveCount): string {
  const number = english.plural(count, { one: 'one message', other: `${english.number(count)} messages` })
  return isAll ? number : `at least ${number}`
}

/** A limit of the organization. */
function span(seconds: number): string {
  if (seconds < 3600) return durations.minutes(Math.max(1, Math.round(seconds / 60)))
  if (seconds < 2 * 86_400) return durations.hours(Math.round(seconds / 3600))
  return durations.days(Math.round(seconds / 86_400))
}

export const moving = {
  titles: { messages: 'Move messages', topic: 'Move or rename a topic' },
  moveTopic: 'Move or rename the topic…',
  resolve: 'Mark as resolved',
  unresolve: 'Mark as unresolved',
  stream: 'Stream',
  topic: 'Topic',
  streams: 'Streams',
  topics: 'Topics of the stream',
  noStream: 'No stream that you can write to has this name.',
  newTopic: 'new topic',
  emptyTopic: (name) => `Without a topic: ${name}`,
  left: (count) =>
    count < 0
      ? english.plural(-count, {
          one: 'one character too many',
          other: `${english.number(-count)} characters too many`,
        })
      : english.plural(count, { one: 'one character left', other: `${english.number(count)} characters left` }),
  which: 'Which messages',
  mode: {
    change_one: () => 'Only this one',
    change_later: (count) => `This one and all later ones of the topic (${messages(count)})`,
    change_all: (count) => `The whole topic (${messages(count)})`,
  },
  consequences: 'What will happen',
  begins: (topic) => `A new topic begins: “${topic}”.`,
  merges: ({ topic, isWhole }) =>
    isWhole
      ? `There is a topic “${topic}” already: the two become one, and are not told apart afterwards.`
      : `They come among the messages of “${topic}”, by their time.`,
  readers: {
    leave: ({ before, after }) => `Who reads ${before} and not ${after} does not see them any more.`,
    closes: ({ before, after }) =>
      `${after} is private: only its subscribers can read them then, and not everybody who can read ${before}.`,
    opens: ({ before, after }) =>
      `${after} is open: everybody in the organization can read them then, also who could not read ${before}.`,
    opensToWeb: ({ after }) => `${after} is public on the web: everybody can read them then, without an account.`,
    exchanges: ({ before, after }) =>
      `The subscribers of ${after} can read them then; those of ${before} alone cannot any more.`,
  },
  subscribers: ({ name, count }) =>
    english.plural(count, {
      one: `${name} has one subscriber.`,
      other: `${name} has ${english.number(count)} subscribers.`,
    }),
  hidesHistory: (stream) => `${stream} hides its history: who subscribes later does not see them.`,
  notSubscribed: (stream) => `You have not joined ${stream}: nothing new of it is reported to you.`,
  policy: {
    whole: {
      muted: 'You have muted the topic; that goes with it, for everybody who muted or follows it.',
      followed: 'You follow the topic; that goes with it, for everybody who follows or muted it.',
      others: 'Who follows or has muted the topic does so at its new place.',
    },
    part: {
      muted: 'You have muted the topic; that stays with the old place.',
      followed: 'You follow the topic; that stays with the old place.',
      others: 'Who follows or has muted the topic does so at its old place.',
    },
  },
  notes: 'Say it in the conversations',
  noteOld: 'With a note in the old topic',
  noteNew: 'With a note in the new topic',
  looking: 'Looking at what will happen …',
  gone: 'There is nothing to move here any more: it was deleted or moved meanwhile.',
  goneStream: 'This stream is not there any more, or you cannot see it any more.',
  same: 'This is where they are.',
  move: 'Move',
  rename: 'Rename',
  forward: {
    label: 'Forward to a conversation',
    example: 'A stream, topic or person',
    said: 'said',
    several: 'Forward to them',
  },
} satisfies MovingWords

export const movingFailures = {
  MOVE_TOO_OLD: ({ limit, isWhole }: { readonly limit: number; readonly isWhole: boolean }) =>
    isWhole
      ? `The oldest messages of this topic are too old: your organization lets messages be moved for ${span(limit)}.`
      : `This message is too old: your organization lets messages be moved for ${span(limit)}.`,
}
