import type { Phrase } from '../../section.ts'
import { english } from '../format.ts'

export const message = {
  /** The accessible name of a message. */
  label: ({ sender, time }: { sender: string; time: string }) => `${sender}, ${time}`,
  bot: 'bot',
  guest: 'guest',
  starred: 'Starred',
  edited: 'edited',
  moved: 'moved',
  gap: 'Some messages are missing here. They’ll load when you’re online.',
  fromMuted: 'Message from someone you muted.',
  show: 'Show',
  giveUp: 'Discard',
  takeBack: 'Edit',
  sendingFile: 'Uploading',
  fileUploaded: 'uploaded',
  stale: 'Shown as last seen. It may have changed since.',
  copied: 'Message text copied.',
  notCopied: 'Couldn’t copy the text.',
  /** Follows the name of the author above one of several copied messages. */
  copiedAside: (time: string) => ` (${time}):`,
  menu: 'Message actions',
  body: {
    withoutFormatting: 'This message is too large to show with its formatting. This is its text.',
    beginning: 'This message is too large to show. This is the beginning of its text.',
    openInBrowser: 'Open in browser',
    showMore: 'Show more',
    /** `percent` is 0 to 100. */
    shown: (percent: number) => `${percent}% shown`,
    /** The header of a spoiler that has none. */
    spoiler: 'Spoiler',
    /** The buttons of a code block, and their announcements by a screen reader. */
    wrap: 'Wrap',
    wrapCode: 'Wrap long lines of code',
    copyCode: 'Copy code',
    codeCopied: 'Code copied.',
    codeNotCopied: 'Couldn’t copy the code.',
    /** A link whose address was left out. */
    refusedLink:
      'Skein removed this link’s address because it could run code, open files or start any program on this computer.',
  },
  deleting: {
    question: 'Delete this message?',
    consequence: 'It will be deleted for everyone. You can undo this for a few seconds.',
    /** `left` is a short duration; the key undoes it. */
    leaves: (left: string) => `Deleting for everyone in ${left}`,
    /** The same without the time, for screen readers. */
    undoable: (key: string) => `The message is being deleted. Press ${key} to undo.`,
  },
  history: {
    title: 'Edit history',
    label: 'Versions, newest first',
    somebody: 'Someone',
    version: ({ person, moment }: { person: string; moment: string }) => `${person} · ${moment}`,
    /** Elements with the names of topics. */
    moved: <T>(before: T, after: T): Phrase<T> => ['Moved from ', before, ' to ', after],
    showOlder: (count: number) => `Show older versions (${english.number(count)} more)`,
    left: (count: number) =>
      english.plural(count, {
        one: '1 older version isn’t shown here.',
        other: `${english.number(count)} older versions aren’t shown here.`,
      }),
  },
  editor: {
    label: 'Edit message',
    escape: (key: string) => `${key} to close and keep your changes`,
    /** The edit waits until its files are copied. */
    savingSoon: 'Will save once the files are copied',
    /** The user left an edit that had changed the text. */
    setAside: 'Your changes are saved. Edit the message again to continue.',
    goOn: 'Continue editing',
    /** The field contains the text of an earlier edit. */
    kept: 'Your earlier changes have been restored.',
    /** The same; another client has changed the message since. */
    keptOutdated: 'Your earlier changes have been restored. The message has been edited since.',
    /** The field contains the message; the text of an earlier edit is kept as well. */
    keptHidden: 'Your earlier changes are saved.',
    showMessage: 'Show current message',
    showKept: 'Show my changes',
    dropKept: 'Discard my changes',
  },
  toolbar: {
    label: 'Message actions',
    addReaction: 'Add reaction',
    star: 'Star',
    unstar: 'Unstar',
    quote: 'Quote',
    more: 'More actions',
    moreShort: 'More',
  },
  /** Polls and to-do lists. */
  widgets: {
    noQuestion: 'Poll without a question',
    question: 'Poll question',
    editQuestion: 'Edit question',
    options: 'Poll options',
    vote: ({ option, count }: { option: string; count: number }) =>
      `${option}, ${english.plural(count, { one: `${english.number(count)} vote`, other: `${english.number(count)} votes` })}`,
    newOption: 'New option',
    tasks: 'Tasks',
    /** The title of a to-do list. */
    title: 'List title',
    editTitle: 'Edit title',
    noTasks: 'No tasks yet.',
    /** Above tasks in the text of the message that are not in the list. */
    inText: 'In the text but not in the list:',
    addLine: (name: string) => `Add “${name}” to the list`,
    /** Follows the first of these tasks. */
    moreLines: (count: number) => `and ${english.number(count)} more`,
    newTask: 'New task',
    description: 'Description (optional)',
    add: 'Add',
    /** The server refused it, and gave no reason. */
    notSent: 'The server rejected this.',
    again: 'Try again',
    withdraw: 'Discard',
  },
  reactions: {
    label: 'Reactions',
    /** `who` is a sentence about the people. */
    reaction: ({ name, count, who }: { name: string; count: number; who: string }) =>
      `${name}, ${english.number(count)}. ${who}`,
    more: (count: number) => `${english.number(count)} more`,
    who: 'Who reacted',
    nobody: 'No reactions.',
    emojiOf: ({ name, count }: { name: string; count: number }) => `:${name}: · ${english.number(count)}`,
    reactWith: (name: string) => `React with :${name}:`,
  },
}
