import type { PostingRight } from '#contract/conversations.ts'
import type { Wildcard } from '#contract/people.ts'
import { english, word } from '../format.ts'

function people(count: number): string {
  return english.plural(count, { one: `${english.number(count)} person`, other: `${english.number(count)} people` })
}

function reached(count: number | null): string {
  return count === null ? '' : `, ${people(count)}`
}

function posting(who: PostingRight): string {
  switch (who.kind) {
    case 'group':
      return `Only the group “${who.name}” can post in this ${word.one}.`
    case 'owners':
      return `Only organization owners can post in this ${word.one}.`
    case 'administrators':
      return `Only administrators can post in this ${word.one}.`
    case 'moderators':
      return `Only moderators and administrators can post in this ${word.one}.`
    case 'full_members':
      return `Only full members can post in this ${word.one}, and your account is still new.`
    case 'members':
      return `Guests can’t post in this ${word.one}.`
    case 'nobody':
      return `No one can post in this ${word.one}.`
    case 'some':
      return `Only some people can post in this ${word.one}.`
  }
}

const manyOf = {
  all: 'everyone here',
  everyone: 'everyone here',
  get stream() {
    return `everyone in this ${word.one}`
  },
  topic: 'everyone taking part in this topic',
}

/** Descriptions of the languages of fenced blocks that are not programming languages. */
const fences: Readonly<Record<string, string>> = {
  quote: 'quoted text',
  spoiler: 'hidden until opened',
  math: 'formula',
  text: 'plain text',
}

export const composer = {
  label: 'Message',
  messageTo: (people: string) => `Message ${people}`,
  messageIn: (stream: string) => `Message #${stream}`,
  tooLong: (count: number) =>
    english.plural(count, {
      one: `This message is ${english.number(count)} character too long. Shorten it, or split it into several messages.`,
      other: `This message is ${english.number(count)} characters too long. Shorten it, or split it into several messages.`,
    }),
  /** The button beside a text that is too long. */
  attachText: 'Attach as a file',
  topicTooLong: (count: number) =>
    english.plural(count, {
      one: `This topic is ${english.number(count)} character too long.`,
      other: `This topic is ${english.number(count)} characters too long.`,
    }),
  attach: 'Attach files',
  filesToAttach: 'Files to attach',
  emoji: 'Emoji',
  /** The list of forms such as bold and lists. */
  format: 'Format',
  fullHeight: 'Expand',
  usualHeight: 'Collapse',
  completion: {
    bot: 'Bot',
    group: (members: number) => `group, ${people(members)}`,
    /** The people who are reached by a mention of many; `reach` is null if their number is unknown. */
    wildcard: {
      all: (reach) => `everyone here${reached(reach)}`,
      everyone: (reach) => `everyone here${reached(reach)}`,
      stream: (reach) => `everyone in this ${word.one}${reached(reach)}`,
      topic: (reach) => `everyone taking part in this topic${reached(reach)}`,
    } satisfies Record<Wildcard, (reach: number | null) => string>,
    fences,
    time: { now: 'Now', label: 'Date and time', act: 'Insert' },
    commands: {
      me: 'say what you’re doing',
      poll: 'poll: a question, then one option per line',
      todo: 'to-do list: a title, then one task per line',
    },
  },
  /** Facts that the writer should know before sending. */
  warnings: {
    resolved: 'This topic is resolved.',
    reopen: 'Reopen',
    mutedTopic: 'You’ve muted this topic, so you won’t be notified of replies.',
    unmuteTopic: 'Unmute',
    /** Names of people whose accounts are not active any more. */
    deactivated: (names: readonly string[]) =>
      english.plural(names.length, {
        one: `${english.list(names)} won’t see this message: the account is deactivated.`,
        other: `${english.list(names)} won’t see this message: their accounts are deactivated.`,
      }),
    notReading: ({ names, stream }: { names: readonly string[]; stream: string }) =>
      english.plural(names.length, {
        one: `${english.list(names)} isn’t in #${stream} and won’t be notified.`,
        other: `${english.list(names)} aren’t in #${stream} and won’t be notified.`,
      }),
    add: (count: number) => english.plural(count, { one: `Add to ${word.one}`, other: `Add all to ${word.one}` }),
    added: (names: readonly string[]) =>
      english.plural(names.length, {
        one: `${english.list(names)} was added to this ${word.one}.`,
        other: `${english.list(names)} were added to this ${word.one}.`,
      }),
    dismiss: 'Dismiss',
    /** `reach` is null where it is unknown. */
    many: ({ wildcard, reach }: { wildcard: Wildcard; reach: number | null }) =>
      `This message will notify ${manyOf[wildcard]}${reach === null ? '' : `: ${people(reach)}`}.`,
    sendToMany: 'Send anyway',
    back: 'Keep editing',
  },
  /** The forms of polls and to-do lists. */
  widgets: {
    kept: 'What you enter here is saved as this conversation’s draft.',
    poll: {
      title: 'Poll',
      open: 'Poll…',
      heading: 'Question',
      entries: 'Options',
      entry: (number: number) => `Option ${english.number(number)}`,
      add: 'Add option',
      up: (number: number) => `Move option ${english.number(number)} up`,
      down: (number: number) => `Move option ${english.number(number)} down`,
      remove: (number: number) => `Remove option ${english.number(number)}`,
    },
    todo: {
      title: 'To-do list',
      open: 'To-do list…',
      heading: 'Title',
      entries: 'Tasks',
      entry: (number: number) => `Task ${english.number(number)}`,
      /** The accessible name of the description of a task. */
      description: (number: number) => `Description of task ${english.number(number)}`,
      /** Stands in an empty description. */
      more: 'Description (optional)',
      add: 'Add task',
      up: (number: number) => `Move task ${english.number(number)} up`,
      down: (number: number) => `Move task ${english.number(number)} down`,
      remove: (number: number) => `Remove task ${english.number(number)}`,
    },
  },
  preview: 'Preview',
  write: 'Write',
  previewLoading: 'Loading preview…',
  previewEmpty: 'Nothing to preview.',
  isNewTopic: 'new topic',
  /** The last message cannot be edited while it is being sent. */
  editWaits: 'This message is being sent. You can edit it in a moment.',
  sendingSoon: 'Will send once the files are copied',
  saved: 'Draft saved',
  notSaved: 'Draft not saved',
  newLineHint: (key: string) => `${key} for a new line`,
  sendHint: (key: string) => `${key} to send`,
  send: 'Send',
  /** Opens the times at which the message can be sent. */
  sendLater: 'Send later',
  /** The palette that chooses another conversation, and the reasons for which the change waits. */
  changeRecipient: {
    label: 'Move draft to…',
    /** Completes the choice of several people. */
    several: 'Move draft',
    notStored: 'Your draft couldn’t be saved yet, so it stays here for now.',
    copying: 'Files are still being copied. Move the draft once they’re attached.',
  },
  /** Chooses the time that was set. */
  schedule: 'Schedule',
  /** `moment` is a day in a sentence with a time. */
  scheduled: (moment: string) => `Scheduled for ${moment}.`,
  to: 'To',
  typing: (names: readonly string[]) =>
    english.plural(names.length, {
      one: `${english.list(names)} is typing…`,
      other: `${english.list(names)} are typing…`,
    }),
  yourself: 'Yourself',
  topic: 'Topic',
  get topics() {
    return `Topics in this ${word.one}`
  },
  newTopic: 'New topic',
  optionalTopic: 'New topic (optional)',
  /** `name` is the organization’s name for messages without a topic. */
  topicOrNone: (name: string) => `New topic, or leave empty for “${name}”`,
  /** The name of a pasted picture. `stamp` is a time as `2026-01-31 at 09.05.00`. */
  pastedPicture: (stamp: string) => `Image ${stamp}.png`,
  pastedText: (stamp: string) => `Text ${stamp}.txt`,
  pastedAt: ({ day, time }: { day: string; time: string }) => `${day} at ${time}`,
}

/** Files of a draft, or of a message that is being sent. */
export const attachments = {
  label: 'Files',
  copying: 'Copying',
  /** `doing` is a state, such as `copying`. */
  progress: ({ doing, done, size }: { doing: string; done: string; size: string }) => `${doing} ${done} of ${size}`,
  progressOf: ({ doing, name }: { doing: string; name: string }) => `${doing} ${name}`,
  stateOf: ({ size, doing }: { size: string; doing: string }) => `${size}, ${doing}`,
  kindAndSize: ({ kind, size }: { kind: string; size: string }) => `${kind}, ${size}`,
  kinds: {
    picture: (format: string) => `${format} image`,
    video: 'Video',
    sound: 'Audio',
    document: (format: string) => `${format} file`,
    file: 'File',
  },
  interrupted: 'Copy interrupted. Add it again.',
  metadataRemoved: 'Personal data removed',
  metadataKept: 'May reveal where and when it was taken',
  tooLarge: 'Too large to preview',
  /** The announcement of a file by a screen reader. */
  noteOn: ({ name, note }: { name: string; note: string }) => `${name}: ${note}`,
  /** The keys that change the shown file. */
  keys: 'Press Enter to edit the name and description, Alt with an arrow key to move it, Delete to remove it.',
  moved: ({ name, position, count }: { name: string; position: number; count: number }) =>
    `${name} moved to position ${position} of ${count}.`,
  remove: (name: string) => `Remove ${name}`,
  details: {
    title: 'Name and description',
    name: 'Name',
    /** `extension` is a suffix such as `.jpg`, which does not change. */
    extension: (extension: string) => `File extension: ${extension}`,
    alt: 'Description',
    altHint: 'Describes the file for people who can’t see it. It’s shown in the message instead of the name.',
    save: 'Save',
  },
}

/** Reasons for which the composer is closed. */
export const composerClosed = {
  needsTopic: 'Messages need a topic here.',
  writeUnderTopic: 'Choose a topic',
  get topicless() {
    return `Messages in this ${word.one} no longer have topics.`
  },
  writeTo: (name: string) => `Message ${name}`,
  get writeToStream() {
    return `Message ${word.one}`
  },
  direct: 'You don’t have permission to send direct messages to these people.',
  get streamGone() {
    return `This ${word.one} no longer exists, or you no longer have access to it. You can still read what’s on this computer.`
  },
  get archived() {
    return `This ${word.one} is archived, so no one can post in it. You can still read everything.`
  },
  notAllowed: (who: PostingRight) => `${posting(who)} You can still read everything.`,
  draftKept: 'Your draft is saved.',
}

export const newMessage = {
  title: 'New direct message',
  /** The people who can be chosen. */
  list: 'People',
  field: 'Name or email',
  nobody: 'No people found.',
  open: 'Open conversation',
  remove: (name: string) => `Remove ${name}`,
}
