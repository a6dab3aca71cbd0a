import type { ConversationWords } from '../../page/conversation.ts'
import { english } from '../format.ts'

export const conversation = {
  showAllTopics: 'Show all topics',
  archived: 'Archived',
  muted: 'Muted',
  followed: 'Followed',
  options: 'Conversation options',
  notShown: 'Couldn’t load this conversation',
  dropFiles: 'Drop files here to attach them',
  header: {
    openNavigation: (failed) => (failed > 0 ? `Open sidebar, ${english.number(failed)} unsent` : 'Open sidebar'),
    back: 'Back',
    forward: 'Forward',
  },
  empty: {
    notShown: 'Couldn’t load this account',
    choose: 'Choose a conversation',
    hint: (keys) => ['Pick a topic or person from the list, or press ', keys, ' and type a name.'],
    showList: 'Show list',
    getting: 'Loading your conversations',
    gettingHint: 'This happens only once. After that, Skein opens instantly, online or offline.',
    fetched: ({ done, total }) =>
      `Downloading messages: ${english.number(done)} of ${english.number(total)} conversations. You can already read and search what’s here.`,
    known: ({ people, streams, unread }) => {
      const withPeople = english.plural(people, { one: '1 person', other: `${english.number(people)} people` })
      const withStreams = english.plural(streams, { one: '1 stream', other: `${english.number(streams)} streams` })
      return `Loaded so far: ${withPeople}, ${withStreams}, ${english.number(unread)} unread.`
    },
  },
  list: {
    label: 'Messages',
    firstUnread: 'New',
    fetchingOlder: 'Loading older messages…',
    olderUnreachable: 'Older messages aren’t on this computer yet. They’ll load when you’re online.',
    beginning: 'This is the beginning of this conversation.',
    fetching: 'Loading messages…',
    unreachable: 'This conversation isn’t on this computer yet. It will load when you’re online.',
    nothing: 'No messages here yet. Send the first one.',
    unread: (count) => `${english.number(count)} unread`,
    toNewest: 'Jump to newest message',
  },
  spoken: {
    message: ({ sender, text }) => `${sender}: ${text}`,
    withoutText: (sender) => `${sender} sent a message without text`,
    several: ({ count, sender }) => `${english.number(count)} new messages, the latest from ${sender}`,
  },
  readLine: {
    read: (count) =>
      english.plural(count, {
        one: `${english.number(count)} message marked as read`,
        other: `${english.number(count)} messages marked as read`,
      }),
    unread: (count) =>
      english.plural(count, {
        one: `${english.number(count)} message marked as unread`,
        other: `${english.number(count)} messages marked as unread`,
      }),
  },
} satisfies ConversationWords
