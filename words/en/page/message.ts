import type { MessageWords } from '../../page/message.ts'
import { english } from '../format.ts'

export const message = {
  label: ({ sender, time }) => `${sender}, ${time}`,
  bot: 'bot',
  guest: 'guest',
  starred: 'Starred',
  edited: 'edited',
  moved: 'moved',
  gap: 'Messages in between are being fetched when the network is there.',
  fromMuted: 'From somebody you muted.',
  show: 'Show',
  giveUp: 'Give up',
  takeBack: 'Take back',
  sendingFile: 'Sending',
  fileUploaded: 'uploaded',
  doubt: 'As last seen. It may have changed since.',
  copied: 'The text of the message was copied.',
  notCopied: 'The text could not be copied.',
  menu: 'For this message',
  body: {
    withoutFormatting: 'This message is too large to be shown with its formatting. This is its text.',
    beginning: 'This message is too large to be shown. This is the beginning of its text.',
    openInBrowser: 'Open in browser',
    showMore: 'Show more of this message',
    shown: (percent) => `${percent}% shown`,
  },
  deleting: {
    question: 'Delete this message?',
    consequence: 'It disappears for everybody. You can undo this for a few seconds.',
    keep: 'Keep',
    leaves: (left) => `Deleted for everybody in ${left}`,
    undoable: (key) => `The message is being deleted. ${key} undoes it.`,
  },
  history: {
    title: 'Versions of this message',
    label: 'Versions, newest first',
    somebody: 'Somebody',
    version: ({ person, moment }) => `${person} · ${moment}`,
    moved: (before, after) => ['Moved from ', before, ' to ', after],
    showOlder: (count) => `Show older versions (${english.number(count)} more)`,
    left: (count) =>
      english.plural(count, {
        one: 'One older version is not shown here.',
        other: `${english.number(count)} older versions are not shown here.`,
      }),
  },
  editor: {
    label: 'Edit the message',
    escape: 'Esc gives up',
  },
  toolbar: {
    label: 'Actions for this message',
    addReaction: 'Add a reaction',
    star: 'Star',
    unstar: 'Remove the star',
    quote: 'Quote',
    more: 'More for this message',
    moreShort: 'More',
  },
  reactions: {
    label: 'Reactions',
    reaction: ({ name, count, who }) => `${name}, ${english.number(count)}. ${who}`,
    more: (count) => `${english.number(count)} more`,
  },
} satisfies MessageWords
