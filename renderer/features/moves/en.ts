import type { MoveMode } from '#contract/base/choices.ts'
import type { MoveCount } from '#contract/moves.ts'
import { durations } from '#i18n/en/durations.ts'
import { english, word } from '#i18n/en/format.ts'

/** The number of messages, as far as it is known. */
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

const mode: Readonly<Record<MoveMode, (count: MoveCount) => string>> = {
  change_one: () => 'Only this message',
  change_later: (count) => `This message and all later ones in the topic (${messages(count)})`,
  change_all: (count) => `The whole topic (${messages(count)})`,
}

/** The names of the streams before and after a move. */
interface Streams {
  readonly before: string
  readonly after: string
}

export const moving = {
  titles: { messages: 'Move messages', topic: 'Move or rename topic' },
  /** The menu entries of a topic. */
  moveTopic: 'Move or rename topic…',
  resolve: 'Mark as resolved',
  unresolve: 'Mark as unresolved',
  get stream() {
    return word.One
  },
  topic: 'Topic',
  get streams() {
    return word.Many
  },
  get topics() {
    return `Topics in the ${word.one}`
  },
  get noStream() {
    return `No ${word.one} you can post in has this name.`
  },
  newTopic: 'new topic',
  /** The meaning of an empty field. */
  emptyTopic: (name: string) => `No topic: ${name}`,
  /** Code points that are left; negative if there are too many. */
  remaining: (count: number) =>
    count < 0
      ? english.plural(-count, {
          one: 'one character too many',
          other: `${english.number(-count)} characters too many`,
        })
      : english.plural(count, { one: 'one character left', other: `${english.number(count)} characters left` }),
  which: 'Messages to move',
  mode,
  consequences: 'What will happen',
  begins: (topic: string) => `This creates a new topic, “${topic}”.`,
  merges: ({ topic, isWhole }: { readonly topic: string; readonly isWhole: boolean }) =>
    isWhole
      ? `“${topic}” already exists. The two topics will be merged, and can’t be separated afterwards.`
      : `The messages will be sorted into “${topic}” by time.`,
  /** Consequences for the people who can read the messages. */
  readers: {
    leave: ({ before, after }: Streams) =>
      `People who can read ${before} but not ${after} will lose access to the messages.`,
    closes: ({ before, after }: Streams) =>
      `${after} is private. Only its subscribers will be able to read the messages, instead of everyone who can read ${before}.`,
    opens: ({ before, after }: Streams) =>
      `${after} is public. Everyone in the organization will be able to read the messages, including people who can’t read ${before}.`,
    opensToWeb: ({ after }: Streams) =>
      `${after} is public on the web. Anyone will be able to read the messages, even without an account.`,
    exchanges: ({ before, after }: Streams) =>
      `Subscribers of ${after} will be able to read the messages. People only in ${before} no longer will.`,
  },
  subscribers: ({ name, count }: { readonly name: string; readonly count: number }) =>
    english.plural(count, {
      one: `${name} has 1 subscriber.`,
      other: `${name} has ${english.number(count)} subscribers.`,
    }),
  hidesHistory: (stream: string) => `${stream} hides its history. People who subscribe later won’t see the messages.`,
  notSubscribed: (stream: string) => `You haven’t joined ${stream}, so you won’t get its new messages.`,
  policy: {
    whole: {
      muted: 'You’ve muted this topic. Everyone’s mute and follow settings move with it.',
      followed: 'You follow this topic. Everyone’s follow and mute settings move with it.',
      others: 'Everyone’s follow and mute settings move with the topic.',
    },
    part: {
      muted: 'You’ve muted this topic. Mute and follow settings stay with the old topic.',
      followed: 'You follow this topic. Follow and mute settings stay with the old topic.',
      others: 'Follow and mute settings stay with the old topic.',
    },
  },
  notes: 'Post a notice',
  noteOld: 'In the old topic',
  noteNew: 'In the new topic',
  looking: 'Checking what will happen…',
  gone: 'There’s nothing left to move here. It has been deleted or moved.',
  get goneStream() {
    return `This ${word.one} no longer exists, or you no longer have access to it.`
  },
  same: 'The messages are already here.',
  move: 'Move',
  rename: 'Rename',
  /** Forwarding: the field, and the text in front of the quotation. */
  forward: {
    label: 'Forward to…',
    get example() {
      return `Search ${word.many}, topics and people`
    },
    /** Follows the name of the author: the text of the link to the original message. */
    attribution: 'said',
    /** Completes the choice of several people. */
    several: 'Forward',
  },
}

export const movingFailures = {
  MOVE_TOO_OLD: ({ limit, isWhole }: { readonly limit: number; readonly isWhole: boolean }) =>
    isWhole
      ? `The oldest messages in this topic are too old to move. Your organization’s limit is ${span(limit)}.`
      : `This message is too old to move. Your organization’s limit is ${span(limit)}.`,
}
