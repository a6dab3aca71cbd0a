import type { FailureValues } from '../../../../preload/contract/failures.ts'
import type { Section } from '../../../catalogue.ts'
import type { StreamWords } from '../../../page/organization/streams.ts'
import { english } from '../../format.ts'

const needsServer = {
  join: 'Joining a stream needs the server, which cannot be reached now. Try again when you are online.',
  leave: 'Leaving a stream needs the server, which cannot be reached now. Try again when you are online.',
  add: 'Adding people to a stream needs the server, which cannot be reached now. Try again when you are online.',
  create:
    'Creating a stream needs the server, which cannot be reached now. What you wrote is kept: try again when you are online.',
}
const unknown = {
  join: 'The connection broke before the server answered, so it is not known whether you have joined. Try again when you are online: nobody joins twice.',
  leave:
    'The connection broke before the server answered, so it is not known whether you have left. Try again when you are online.',
  add: 'The connection broke before the server answered, so it is not known whether they were added. Try again when you are online: nobody is added twice.',
  create:
    'The connection broke before the server answered, so it is not known whether the stream was created. Try again when you are online: it is not created twice.',
}
const joining = {
  private: 'This stream is private: only its subscribers can add you.',
  guest: 'Guests cannot join streams by themselves: ask a member to add you.',
  server: 'The server does not let you join this stream.',
}
const privacies = {
  public: 'Your organization does not let you create public streams.',
  web_public: 'Streams that everybody on the web can read cannot be created here.',
  private: 'Your organization does not let you create private streams.',
}

type StreamFailures = Pick<
  FailureValues,
  | 'STREAM_NAME_MISSING'
  | 'STREAM_NAME_TOO_LONG'
  | 'STREAM_NAME_CHARACTER'
  | 'STREAM_NAME_TAKEN'
  | 'STREAM_DESCRIPTION_TOO_LONG'
  | 'STREAM_DESCRIPTION_CHARACTER'
  | 'STREAM_PRIVACY_REFUSED'
  | 'STREAM_SUBSCRIBERS_REFUSED'
  | 'STREAM_JOIN_REFUSED'
  | 'STREAM_OUTCOME_UNKNOWN'
  | 'STREAM_OFFLINE'
>

export const streams = {
  page: {
    title: 'Streams',
    search: 'Find streams by name or description',
    filters: 'Which streams',
    filter: { all: 'All', joined: 'Joined', others: 'Not joined' },
    privacy: {
      public: 'Everybody in the organization can read it',
      web_public: 'Everybody on the web can read it',
      private: 'Private',
    },
    archived: 'Archived',
    joined: 'Joined',
    muted: 'Muted',
    subscribers: (count) =>
      `${english.number(count)} ${english.plural(count, { one: 'subscriber', other: 'subscribers' })}`,
    weekly: (count) =>
      `${english.number(count)} ${english.plural(count, { one: 'message', other: 'messages' })} a week`,
    join: 'Join',
    leave: 'Leave',
    joinNamed: (name) => `Join ${name}`,
    leaveNamed: (name) => `Leave ${name}`,
    none: 'There are no streams yet.',
    nothingFound: 'No stream is like this.',
    notShown: 'The streams cannot be shown.',
    found: (count) => `${english.number(count)} ${english.plural(count, { one: 'stream', other: 'streams' })}`,
    leaving: {
      question: (name) => `Leave “${name}”?`,
      consequence:
        'This stream is private. You cannot come back by yourself: one of its subscribers has to add you again.',
      stay: 'Stay',
    },
    creating: {
      title: 'New stream',
      name: 'Name',
      description: 'What it is about',
      privacy: 'Who can read it',
      privacies: {
        public: { name: 'Everybody in the organization', meaning: 'Guests read it only if they are subscribed.' },
        web_public: { name: 'Everybody on the web', meaning: 'Also without an account.' },
        private_shared: { name: 'Its subscribers', meaning: 'New subscribers read what was written before, too.' },
        private_protected: {
          name: 'Its subscribers, from when they join',
          meaning: 'New subscribers read only what is written after that.',
        },
      },
      posting: 'Who may write',
      postings: {
        everyone: 'Everybody who reads it',
        full_members: 'Full members',
        moderators: 'Moderators and administrators',
        administrators: 'Administrators',
      },
      people: 'First subscribers, beside you',
      addPeople: 'Add people…',
      peopleTitle: 'First subscribers',
      add: 'Add',
      removePerson: (name) => `Remove ${name}`,
      announce: 'Announce it in the organization’s stream for that',
      rest: (count) =>
        count < 0
          ? `${english.number(-count)} too many`
          : `${english.number(count)} ${english.plural(count, { one: 'character', other: 'characters' })} left`,
      create: 'Create',
    },
    settings: {
      title: (name) => `Settings of “${name}”`,
      color: 'Colour',
      colors: {
        brown: 'Brown',
        rust: 'Rust',
        red: 'Red',
        orange: 'Orange',
        amber: 'Amber',
        yellow: 'Yellow',
        lime: 'Lime',
        green: 'Green',
        mint: 'Mint',
        sky: 'Sky blue',
        blue: 'Blue',
        lavender: 'Lavender',
        violet: 'Violet',
        purple: 'Purple',
        pink: 'Pink',
        grey: 'Grey',
      },
      otherColor: 'Another colour',
      place: 'In the list of conversations',
      pinned: 'Pin to the top',
      muted: 'Mute',
      mutedMeaning: 'It is dimmed, and does not count as unread. Topics that you follow still do.',
      notifications: 'Notify me of each message',
      notification: {
        desktop_notifications: 'On this computer',
        audible_notifications: 'With a sound',
        push_notifications: 'On the telephone',
        email_notifications: 'By e-mail',
        wildcard_mentions_notify: 'When everybody is mentioned',
      },
      usual: 'As in all streams',
      own: 'Chosen for this stream',
      notJoined: 'You have not joined this stream. Its settings are those of its subscribers.',
      gone: 'This stream is not there any more, or you cannot see it any more.',
      notShown: 'The settings of the stream cannot be shown.',
    },
    preview: 'You read this stream without having joined it: nothing new of it is reported to you.',
  } satisfies StreamWords,
  failures: {
    STREAM_NAME_MISSING: 'Give the stream a name.',
    STREAM_NAME_TOO_LONG: ({ length, most }) =>
      `The name has ${length} characters; it can have at most ${most}. Shorten it.`,
    STREAM_NAME_CHARACTER: ({ position }) =>
      `The character at position ${position} cannot stand in a name. Remove it or write it anew.`,
    STREAM_NAME_TAKEN: ({ name, isVisible }) =>
      isVisible
        ? `There is a stream called “${name}” already. Choose another name, or join that one.`
        : `The name “${name}” is taken by a private stream. Choose another name.`,
    STREAM_DESCRIPTION_TOO_LONG: ({ length, most }) =>
      `The description has ${length} characters; it can have at most ${most}. Shorten it.`,
    STREAM_DESCRIPTION_CHARACTER: 'The description contains a character that cannot be stored; write it anew.',
    STREAM_PRIVACY_REFUSED: ({ privacy }) => privacies[privacy],
    STREAM_SUBSCRIBERS_REFUSED: 'Your organization does not let you add other people to streams. Take them out.',
    STREAM_JOIN_REFUSED: ({ why }) => joining[why],
    STREAM_OUTCOME_UNKNOWN: ({ act }) => unknown[act],
    STREAM_OFFLINE: ({ act }) => needsServer[act],
  } satisfies Section<StreamFailures>,
}
