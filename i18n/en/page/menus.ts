import { word } from '../format.ts'

/** Menus of conversations and messages. An entry that is a command has the title of the command. */
export const menus = {
  muteTopic: 'Mute topic',
  unmuteTopic: 'Unmute topic',
  get showInMutedStream() {
    return `Show even if ${word.one} is muted`
  },
  followTopic: 'Follow topic',
  get muteStream() {
    return `Mute ${word.one}`
  },
  get pinStream() {
    return `Pin ${word.one}`
  },
  get leaveStream() {
    return `Leave ${word.one}`
  },
  /** Marks a conversation as read, by its kind. */
  markRead: {
    get stream() {
      return `Mark ${word.one} as read`
    },
    topic: 'Mark topic as read',
    direct: 'Mark conversation as read',
  },
  mutePerson: (name: string) => `Mute ${name}`,
  unmutePerson: (name: string) => `Unmute ${name}`,
  addReaction: 'Add reaction…',
  copyText: 'Copy text',
  /** Copies the link to a conversation, by its kind. */
  copyLink: {
    get stream() {
      return `Copy link to ${word.one}`
    },
    topic: 'Copy link to topic',
    direct: 'Copy link to conversation',
  },
  /** A link in the name of a topic, by its text. */
  openTopicLink: (text: string) => `Open ${text}`,
  copyTopicLink: (text: string) => `Copy address of ${text}`,
  linkCopied: 'Link copied.',
  emailCopied: 'Email address copied.',
  emailNotCopied: 'Couldn’t copy the email address.',
  linkNotCopied: 'Couldn’t copy the link.',
  whyNotified: 'Why was I notified or not?',
  delete: 'Delete…',
}
