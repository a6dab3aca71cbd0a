import type { ComposerWords, AttachmentsWords, ComposerClosedWords, NewMessageWords } from '../../page/composer.ts'
import type { PostingRight } from '../../../preload/contract/views/conversation.ts'
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
      return `Only the group “${who.name}” may write in this stream.`
    case 'owners':
      return 'Only owners of the organization may write in this stream.'
    case 'administrators':
      return 'Only administrators may write in this stream.'
    case 'moderators':
      return 'Only moderators and administrators may write in this stream.'
    case 'full_members':
      return 'Only full members may write in this stream, and you are new here.'
    case 'members':
      return 'Guests may not write in this stream.'
    case 'nobody':
      return 'Nobody may write in this stream.'
    case 'some':
      return 'Only some people may write in this stream.'
  }
}

const manyOf = {
  all: 'everybody here',
  everyone: 'everybody here',
  stream: 'everybody in this stream',
  topic: 'everybody who takes part in this topic',
}

export const composer = {
  label: 'Message',
  messageTo: (people) => `Message ${people}`,
  messageIn: (stream) => `Message #${stream}`,
  tooLong: (count) =>
    english.plural(count, {
      one: `This message is ${english.number(count)} character too long. Shorten it or send it in parts.`,
      other: `This message is ${english.number(count)} characters too long. Shorten it or send it in parts.`,
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
  fullHeight: 'Full height',
  usualHeight: 'Usual height',
  completion: {
    bot: 'Bot',
    group: (members) => `group, ${people(members)}`,
    wildcard: {
      all: (reach) => `everybody here${reached(reach)}`,
      everyone: (reach) => `everybody here${reached(reach)}`,
      stream: (reach) => `everybody in this stream${reached(reach)}`,
      topic: (reach) => `who takes part in this topic${reached(reach)}`,
    },
    fences: {
      quote: 'words of somebody else',
      spoiler: 'hidden until it is opened',
      math: 'a formula',
      text: 'no language',
    },
    time: { now: 'Now', label: 'A time in the message', act: 'Write it' },
    commands: {
      me: 'say what you do',
      poll: 'ask for votes: the question, and a line for each answer',
      todo: 'a list of tasks: its title, and a line for each task',
    },
  },
  concerns: {
    resolved: 'This topic is resolved.',
    reopen: 'Reopen',
    mutedTopic: 'You have muted this topic: answers will not be announced to you.',
    unmuteTopic: 'Unmute',
    deactivated: (names) =>
      english.plural(names.length, {
        one: `The account of ${english.list(names)} is deactivated: the message will not be read there.`,
        other: `The accounts of ${english.list(names)} are deactivated: the message will not be read there.`,
      }),
    notReading: ({ names, stream }) =>
      english.plural(names.length, {
        one: `${english.list(names)} does not read #${stream} and will not be notified.`,
        other: `${english.list(names)} do not read #${stream} and will not be notified.`,
      }),
    add: (count) => english.plural(count, { one: 'Add to the stream', other: 'Add them to the stream' }),
    added: (names) =>
      english.plural(names.length, {
        one: `${english.list(names)} reads this stream now.`,
        other: `${english.list(names)} read this stream now.`,
      }),
    dismiss: 'Dismiss',
    many: ({ wildcard, reach }) =>
      `This message notifies ${manyOf[wildcard]}${reach === null ? '' : `: ${people(reach)}`}.`,
    sendToMany: 'Send to all of them',
    back: 'Go on writing',
  },
  widgets: {
    kept: 'What you write here is the draft of this conversation.',
    poll: {
      title: 'Poll',
      open: 'Poll…',
      heading: 'Question',
      entries: 'Options',
      entry: (number) => `Option ${english.number(number)}`,
      add: 'Add an option',
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
      description: (number) => `More about task ${english.number(number)}`,
      more: 'More about it',
      add: 'Add a task',
      up: (number) => `Move task ${english.number(number)} up`,
      down: (number) => `Move task ${english.number(number)} down`,
      remove: (number) => `Remove task ${english.number(number)}`,
    },
  },
  preview: 'Preview',
  write: 'Write',
  previewLoading: 'Asking the server…',
  previewEmpty: 'Nothing is written yet.',
  isNewTopic: 'new topic',
  editWaits: 'This message is just being sent. You can edit it in a moment.',
  sendingSoon: 'Sending as soon as the files are copied',
  saved: 'Draft saved',
  notSaved: 'Draft not saved',
  newLineHint: 'Shift + Enter for a new line',
  sendHint: 'Ctrl + Enter to send',
  send: 'Send',
  sendLater: 'Send later',
  readdress: {
    label: 'Write to another conversation',
    several: 'Write to them',
    notStored: 'What you wrote could not be stored yet, so it stays here for now.',
    copying: 'Files are still being copied. Move the message when they are attached.',
  },
  schedule: 'Schedule',
  scheduled: (moment) => `It will be sent ${moment}.`,
  to: 'To',
  typing: (names) =>
    english.plural(names.length, {
      one: `${english.list(names)} is typing…`,
      other: `${english.list(names)} are typing…`,
    }),
  yourself: 'Yourself',
  topic: 'Topic',
  topics: 'Topics of this stream',
  newTopic: 'New topic',
  optionalTopic: 'New topic (optional)',
  topicOrNone: (name) => `New topic, or none for “${name}”`,
  pastedPicture: (stamp) => `Picture ${stamp}.png`,
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
    picture: (format) => `${format} picture`,
    video: 'Video',
    sound: 'Sound',
    document: (format) => `${format} file`,
    file: 'File',
  },
  interrupted: 'Not copied whole. Add it again.',
  metadataRemoved: 'Personal data removed',
  metadataKept: 'May tell where and when it was taken',
  tooLarge: 'Too large to preview',
  noteOn: ({ name, note }) => `${name}: ${note}`,
  keys: 'Enter changes the name and the description, Alt with an arrow key moves it, Delete takes it off.',
  moved: ({ name, place, count }) => `${name} is number ${place} of ${count}.`,
  remove: (name) => `Remove ${name}`,
  details: {
    title: 'Name and description',
    name: 'Name',
    extension: (extension) => `The name ends with ${extension}`,
    alt: 'Description',
    altHint: 'What the file shows, for those who cannot see it. In the message it stands for the name.',
    save: 'Save',
  },
} satisfies AttachmentsWords

export const composerClosed = {
  needsTopic: 'Every message needs a topic here.',
  writeUnderTopic: 'Write under a topic',
  topicless: 'Messages have no topic in this stream any more.',
  writeTo: (name) => `Write to ${name}`,
  writeToStream: 'Write to the stream',
  direct: 'Your organization does not let you write direct messages to these people.',
  streamGone: 'This stream is not there any more, or no longer for you. What Skein has of it can still be read.',
  archived: 'This stream is archived: nobody writes here any more. You can read everything.',
  notAllowed: (who) => `${posting(who)} You can read everything here.`,
  draftKept: 'Your draft is kept.',
} satisfies ComposerClosedWords

export const newMessage = {
  title: 'New direct message',
  list: 'People',
  field: 'Name or e-mail',
  nobody: 'Nobody here has this name.',
  open: 'Open conversation',
  remove: (name) => `Remove ${name}`,
} satisfies NewMessageWords
