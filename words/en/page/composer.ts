import type { ComposerWords, AttachmentsWords, ComposerClosedWords, NewMessageWords } from '../../page/composer.ts'
import { english } from '../format.ts'

function people(count: number): string {
  return english.plural(count, { one: `${english.number(count)} person`, other: `${english.number(count)} people` })
}

function reached(count: number | null): string {
  return count === null ? '' : `, ${people(count)}`
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
    commands: {
      me: 'say what you do',
      poll: 'ask for votes: the question, and a line for each answer',
      todo: 'a list of tasks: its title, and a line for each task',
    },
  },
  sendingSoon: 'Sending as soon as the files are copied',
  saved: 'Draft saved',
  notSaved: 'Draft not saved',
  newLineHint: 'Shift + Enter for a new line',
  sendHint: 'Ctrl + Enter to send',
  send: 'Send',
  to: 'To',
  yourself: 'Yourself',
  topic: 'Topic',
  newTopic: 'New topic',
  optionalTopic: 'New topic (optional)',
  topicOrNone: (name) => `New topic, or none for “${name}”`,
  pastedPicture: (stamp) => `Picture ${stamp}.png`,
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
  notAllowed: 'Only some people may write in this stream. You can read everything here.',
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
