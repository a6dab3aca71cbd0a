import type { MenuWords } from '../../page/menus.ts'

export const menus = {
  muteTopic: 'Mute topic',
  unmuteTopic: 'Unmute topic',
  showInMutedStream: 'Show even if stream is muted',
  followTopic: 'Follow topic',
  muteStream: 'Mute stream',
  pinStream: 'Pin stream',
  leaveStream: 'Leave stream',
  markRead: {
    stream: 'Mark stream as read',
    topic: 'Mark topic as read',
    direct: 'Mark conversation as read',
  },
  mutePerson: (name) => `Mute ${name}`,
  unmutePerson: (name) => `Unmute ${name}`,
  addReaction: 'Add reaction…',
  copyText: 'Copy text',
  copyLink: {
    stream: 'Copy link to stream',
    topic: 'Copy link to topic',
    direct: 'Copy link to conversation',
  },
  openTopicLink: (text) => `Open ${text}`,
  copyTopicLink: (text) => `Copy address of ${text}`,
  linkCopied: 'Link copied.',
  linkNotCopied: 'Couldn’t copy the link.',
  delete: 'Delete…',
} satisfies MenuWords
