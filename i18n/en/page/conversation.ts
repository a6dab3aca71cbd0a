import type { Phrase } from '../../section.ts'
import type { Known } from '#contract/accounts.ts'
import { english, word } from '../format.ts'

export const conversation = {
  showAllTopics: 'Show all topics',
  archived: 'Archived',
  muted: 'Muted',
  followed: 'Followed',
  options: 'Conversation options',
  notShown: 'Couldn’t load this conversation',
  dropFiles: 'Drop files here to attach them',
  header: {
    /** `failed` is the number of messages that were not sent. */
    openNavigation: (failed: number) =>
      failed > 0 ? `Open sidebar, ${english.number(failed)} unsent` : 'Open sidebar',
    back: 'Back',
    forward: 'Forward',
  },
  /** Shown while no conversation is open. */
  empty: {
    notShown: 'Couldn’t load this account',
    choose: 'Choose a conversation',
    /** `keys` is an element with the keys to press. */
    hint: <T>(keys: T): Phrase<T> => ['Pick a topic or person from the list, or press ', keys, ' and type a name.'],
    showList: 'Show list',
    getting: 'Loading your conversations',
    gettingHint: 'This happens only once. After that, Skein opens instantly, online or offline.',
    /** Messages are being fetched for the first time, or after an absence. */
    fetched: ({ done, total }: { readonly done: number; readonly total: number }) =>
      `Downloading messages: ${english.number(done)} of ${english.number(total)} conversations. You can already read and search what’s here.`,
    /** The part of the account that is already on this computer. */
    known: ({ people, streams, unread }: Known) => {
      const withPeople = english.plural(people, { one: '1 person', other: `${english.number(people)} people` })
      const withStreams = english.plural(streams, {
        one: `1 ${word.one}`,
        other: `${english.number(streams)} ${word.many}`,
      })
      return `Loaded so far: ${withPeople}, ${withStreams}, ${english.number(unread)} unread.`
    },
  },
  list: {
    label: 'Messages',
    /** Above the first unread message. */
    firstUnread: 'New',
    fetchingOlder: 'Loading older messages…',
    olderUnreachable: 'Older messages aren’t on this computer yet. They’ll load when you’re online.',
    beginning: 'This is the beginning of this conversation.',
    fetching: 'Loading messages…',
    unreachable: 'This conversation isn’t on this computer yet. It will load when you’re online.',
    nothing: 'No messages here yet. Send the first one.',
    unread: (count: number) => `${english.number(count)} unread`,
    toNewest: 'Jump to newest message',
  },
  /** Announcements of new messages by a screen reader. */
  spoken: {
    message: ({ sender, text }: { readonly sender: string; readonly text: string }) => `${sender}: ${text}`,
    withoutText: (sender: string) => `${sender} sent a message without text`,
    several: ({ count, sender }: { readonly count: number; readonly sender: string }) =>
      `${english.number(count)} new messages, the latest from ${sender}`,
  },
  readLine: {
    read: (count: number) =>
      english.plural(count, {
        one: `${english.number(count)} message marked as read`,
        other: `${english.number(count)} messages marked as read`,
      }),
    unread: (count: number) =>
      english.plural(count, {
        one: `${english.number(count)} message marked as unread`,
        other: `${english.number(count)} messages marked as unread`,
      }),
  },
}
