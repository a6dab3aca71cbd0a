import type { MenuWords } from '../../page/menus.ts'

export const menus = {
  muteTopic: 'Mute this topic',
  unmuteTopic: 'Unmute this topic',
  showInMutedStream: 'Show in spite of the muted stream',
  followTopic: 'Follow this topic',
  muteStream: 'Mute the stream',
  pinStream: 'Pin the stream',
  leaveStream: 'Leave the stream',
  markRead: {
    stream: 'Mark the stream as read',
    topic: 'Mark this topic as read',
    direct: 'Mark this conversation as read',
  },
  mutePerson: (name) => `Mute ${name}`,
  unmutePerson: (name) => `Unmute ${name}`,
  addReaction: 'Add a reaction…',
  copyText: 'Copy the text',
  copyLink: {
    stream: 'Copy the link to the stream',
    topic: 'Copy the link to the topic',
    direct: 'Copy the link to the conversation',
  },
  openTopicLink: (text) => `Open ${text}`,
  copyTopicLink: (text) => `Copy the address of ${text}`,
  linkCopied: 'The link was copied.',
  linkNotCopied: 'The link could not be copied.',
  delete: 'Delete…',
} satisfies MenuWords
