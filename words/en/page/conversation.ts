import type { ConversationWords } from '../../page/conversation.ts'
import { english } from '../format.ts'

export const conversation = {
  showAllTopics: 'Show all topics',
  archived: 'Archived',
  muted: 'Muted',
  followed: 'Followed',
  options: 'Options of this conversation',
  notShown: 'This conversation cannot be shown now',
  dropFiles: 'Drop files here to attach them',
  header: {
    openNavigation: (failed) =>
      failed > 0 ? `Open the navigation, ${english.number(failed)} not sent` : 'Open the navigation',
    back: 'Back',
    forward: 'Forward',
  },
  empty: {
    notShown: 'This account cannot be shown now',
    choose: 'Choose a conversation',
    hint: (keys) => ['Pick a topic or a person in the list, or press ', keys, ' and type a name.'],
    keys: {
      ctrl: 'Ctrl',
      letter: 'K',
    },
    showList: 'Show the list',
    getting: 'Getting your conversations',
    gettingHint: 'This happens once. Afterwards Skein opens at once, with or without a network.',
    fetched: ({ done, total }) =>
      `Messages are being fetched: ${english.number(done)} of ${english.number(total)} places. What is here can be read and searched already.`,
    known: ({ people, streams, unread }) => {
      const withPeople = english.plural(people, { one: '1 person', other: `${english.number(people)} people` })
      const withStreams = english.plural(streams, { one: '1 stream', other: `${english.number(streams)} streams` })
      return `Here already: ${withPeople}, ${withStreams}, ${english.number(unread)} unread.`
    },
  },
  list: {
    label: 'Messages',
    firstUnread: 'New',
    fetchingOlder: 'Fetching older messages…',
    olderUnreachable: 'Older messages are not on this computer yet; they come when you are online.',
    beginning: 'This is the beginning of this conversation.',
    fetching: 'Fetching messages…',
    unreachable: 'This conversation is not on this computer yet. It comes when you are online.',
    nothing: 'Nothing has been written here yet. Say the first word.',
    unread: (count) => `${english.number(count)} unread`,
    toNewest: 'To the newest message',
  },
  spoken: {
    message: ({ sender, text }) => `${sender}: ${text}`,
    withoutText: (sender) => `${sender} sent a message without text`,
    several: ({ count, sender }) => `${english.number(count)} new messages, the last one from ${sender}`,
  },
  readLine: {
    read: (count) =>
      english.plural(count, {
        one: `${english.number(count)} message marked as read`,
        other: `${english.number(count)} messages marked as read`,
      }),
    unread: (count) =>
      english.plural(count, {
        one: `${english.number(count)} message marked as unread again`,
        other: `${english.number(count)} messages marked as unread again`,
      }),
  },
} satisfies ConversationWords
