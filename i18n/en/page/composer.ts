import type { ComposerWords, AttachmentsWords, ComposerClosedWords, NewMessageWords } from '../../page/composer.ts'
import type { PostingRight } from '#contract/views/conversation.ts'
import { english } from '../format.ts'

function people(count: number): string {
  return english.plural(count, { one: `${english.number(count)} person`, other: `${english.number(count)} people` })
}

function reached(count: number | null): string {
  return count === null ? '' : `, ${people(count)}`
}

function posting(who: PostingRight): string {
  switch (who.kind) {
    case 'group':
      return `Only the group “${who.name}” can post in this stream.`
    case 'owners':
      return 'Only organization owners can post in this stream.'
    case 'administrators':
      return 'Only administrators can post in this stream.'
    case 'moderators':
      return 'Only moderators and administrators can post in this stream.'
    case 'full_members':
      return 'Only full members can post in this stream, and your account is still new.'
    case 'members':
      return 'Guests can’t post in this stream.'
    case 'nobody':
      return 'No one can post in this stream.'
    case 'some':
      return 'Only some people can post in this stream.'
  }
}

const manyOf = {
  all: 'everyone here',
  everyone: 'everyone here',
  stream: 'everyone in this stream',
  topic: 'everyone taking part in this topic',
}

export const composer = {
  label: 'Message',
  messageTo: (people) => `Message ${people}`,
  messageIn: (stream) => `Message #${stream}`,
  tooLong: (count) =>
    english.plural(count, {
      one: `This message is ${english.number(count)} character too long. Shorten it, or split it into several messages.`,
      other: `This message is ${english.number(count)} characters too long. Shorten it, or split it into several messages.`,
    }),
  attachText: 'Attach as a file',
  topicTooLong: (count) =>
    english.plural(count, {
      one: `This topic is ${english.number(count)} character too long.`,
      other: `This topic is ${english.number(count)} characters too long.`,
    }),
  attach: 'Attach files',
  filesToAttach: 'Files to attach',
  emoji: 'Emoji',
  format: 'Format',
  fullHeight: 'Expand',
  usualHeight: 'Collapse',
  completion: {
    bot: 'Bot',
    group: (members) => `group, ${people(members)}`,
    wildcard: {
      all: (reach) => `everyone here${reached(reach)}`,
      everyone: (reach) => `everyone here${reached(reach)}`,
      stream: (reach) => `everyone in this stream${reached(reach)}`,
      topic: (reach) => `everyone taking part in this topic${reached(reach)}`,
    },
    fences: {
      quote: 'quoted text',
      spoiler: 'hidden until opened',
      math: 'formula',
      text: 'plain text',
    },
    time: { now: 'Now', label: 'Date and time', act: 'Insert' },
    commands: {
      me: 'say what you’re doing',
      poll: 'poll: a question, then one option per line',
      todo: 'to-do list: a title, then one task per line',
    },
  },
  warnings: {
    resolved: 'This topic is resolved.',
    reopen: 'Reopen',
    mutedTopic: 'You’ve muted this topic, so you won’t be notified of replies.',
    unmuteTopic: 'Unmute',
    deactivated: (names) =>
      english.plural(names.length, {
        one: `${english.list(names)} won’t see this message: the account is deactivated.`,
        other: `${english.list(names)} won’t see this message: their accounts are deactivated.`,
      }),
    notReading: ({ names, stream }) =>
      english.plural(names.length, {
        one: `${english.list(names)} isn’t in #${stream} and won’t be notified.`,
        other: `${english.list(names)} aren’t in #${stream} and won’t be notified.`,
      }),
    add: (count) => english.plural(count, { one: 'Add to stream', other: 'Add all to stream' }),
    added: (names) =>
      english.plural(names.length, {
        one: `${english.list(names)} was added to this stream.`,
        other: `${english.list(names)} were added to this stream.`,
      }),
    dismiss: 'Dismiss',
    many: ({ wildcard, reach }) =>
      `This message will notify ${manyOf[wildcard]}${reach === null ? '' : `: ${people(reach)}`}.`,
    sendToMany: 'Send anyway',
    back: 'Keep editing',
  },
  widgets: {
    kept: 'What you enter here is saved as this conversation’s draft.',
    poll: {
      title: 'Poll',
      open: 'Poll…',
      heading: 'Question',
      entries: 'Options',
      entry: (number) => `Option ${english.number(number)}`,
      add: 'Add option',
      up: (number) => `Move option ${english.number(number)} up`,
      down: (number) => `Move option ${english.number(number)} down`,
      remove: (number) => `Remove option ${english.number(number)}`,
    },
    todo: {
      title: 'To-do list',
      open: 'To-do list…',
      heading: 'Title',
      entries: 'Tasks',
      entry: (number) => `Task ${english.number(number)}`,
      description: (number) => `Description of task ${english.number(number)}`,
      more: 'Description (optional)',
      add: 'Add task',
      up: (number) => `Move task ${english.number(number)} up`,
      down: (number) => `Move task ${english.number(number)} down`,
      remove: (number) => `Remove task ${english.number(number)}`,
    },
  },
  preview: 'Preview',
  write: 'Write',
  previewLoading: 'Loading preview…',
  previewEmpty: 'Nothing to preview.',
  isNewTopic: 'new topic',
  editWaits: 'This message is being sent. You can edit it in a moment.',
  sendingSoon: 'Will send once the files are copied',
  saved: 'Draft saved',
  notSaved: 'Draft not saved',
  newLineHint: (key) => `${key} for a new line`,
  sendHint: (key) => `${key} to send`,
  send: 'Send',
  sendLater: 'Send later',
  changeRecipient: {
    label: 'Move draft to…',
    several: 'Move draft',
    notStored: 'Your draft couldn’t be saved yet, so it stays here for now.',
    copying: 'Files are still being copied. Move the draft once they’re attached.',
  },
  schedule: 'Schedule',
  scheduled: (moment) => `Scheduled for ${moment}.`,
  to: 'To',
  typing: (names) =>
    english.plural(names.length, {
      one: `${english.list(names)} is typing…`,
      other: `${english.list(names)} are typing…`,
    }),
  yourself: 'Yourself',
  topic: 'Topic',
  topics: 'Topics in this stream',
  newTopic: 'New topic',
  optionalTopic: 'New topic (optional)',
  topicOrNone: (name) => `New topic, or leave empty for “${name}”`,
  pastedPicture: (stamp) => `Image ${stamp}.png`,
  pastedText: (stamp) => `Text ${stamp}.txt`,
  pastedAt: ({ day, time }) => `${day} at ${time}`,
} satisfies ComposerWords

export const attachments = {
  label: 'Files',
  copying: 'Copying',
  progress: ({ doing, done, size }) => `${doing} ${done} of ${size}`,
  progressOf: ({ doing, name }) => `${doing} ${name}`,
  stateOf: ({ size, doing }) => `${size}, ${doing}`,
  kindAndSize: ({ kind, size }) => `${kind}, ${size}`,
  kinds: {
    picture: (format) => `${format} image`,
    video: 'Video',
    sound: 'Audio',
    document: (format) => `${format} file`,
    file: 'File',
  },
  interrupted: 'Copy interrupted. Add it again.',
  metadataRemoved: 'Personal data removed',
  metadataKept: 'May reveal where and when it was taken',
  tooLarge: 'Too large to preview',
  noteOn: ({ name, note }) => `${name}: ${note}`,
  keys: 'Press Enter to edit the name and description, Alt with an arrow key to move it, Delete to remove it.',
  moved: ({ name, position, count }) => `${name} moved to position ${position} of ${count}.`,
  remove: (name) => `Remove ${name}`,
  details: {
    title: 'Name and description',
    name: 'Name',
    extension: (extension) => `File extension: ${extension}`,
    alt: 'Description',
    altHint: 'Describes the file for people who can’t see it. It’s shown in the message instead of the name.',
    save: 'Save',
  },
} satisfies AttachmentsWords

export const composerClosed = {
  needsTopic: 'Messages need a topic here.',
  writeUnderTopic: 'Choose a topic',
  topicless: 'Messages in this stream no longer have topics.',
  writeTo: (name) => `Message ${name}`,
  writeToStream: 'Message stream',
  direct: 'You don’t have permission to send direct messages to these people.',
  streamGone:
    'This stream no longer exists, or you no longer have access to it. You can still read what’s on this computer.',
  archived: 'This stream is archived, so no one can post in it. You can still read everything.',
  notAllowed: (who) => `${posting(who)} You can still read everything.`,
  draftKept: 'Your draft is saved.',
} satisfies ComposerClosedWords

export const newMessage = {
  title: 'New direct message',
  list: 'People',
  field: 'Name or email',
  nobody: 'No people found.',
  open: 'Open conversation',
  remove: (name) => `Remove ${name}`,
} satisfies NewMessageWords
