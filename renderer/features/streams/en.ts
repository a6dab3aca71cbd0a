import type {
  NewStreamPrivacy,
  PostingRight,
  StreamColor,
  StreamFilter,
  StreamNotification,
} from '#shared/stream-choices.ts'
import type { FailureValues } from '#contract/base/failures.ts'
import type { StreamPrivacy } from '#contract/streams.ts'
import type { Section } from '#i18n/section.ts'
import { english } from '#i18n/en/format.ts'

const needsServer = {
  join: 'Skein can’t reach the server to join this stream. Try again when you’re online.',
  leave: 'Skein can’t reach the server to leave this stream. Try again when you’re online.',
  add: 'Skein can’t reach the server to add people to this stream. Try again when you’re online.',
  remove: 'Skein can’t reach the server to remove people from this stream. Try again when you’re online.',
  create:
    'Skein can’t reach the server to create this stream. What you entered is saved. Try again when you’re online.',
}
const unknown = {
  join: 'The connection was lost before the server could confirm that you joined. It’s safe to try again when you’re online.',
  leave: 'The connection was lost before the server could confirm that you left. Try again when you’re online.',
  add: 'The connection was lost before the server could confirm that they were added. It’s safe to try again when you’re online.',
  remove:
    'The connection was lost before the server could confirm that they were removed. It’s safe to try again when you’re online.',
  create:
    'The connection was lost before the server could confirm that the stream was created. It’s safe to try again when you’re online.',
}
const joining = {
  private: 'This stream is private. Only its subscribers can add you.',
  guest: 'Guests can’t join streams on their own. Ask a member to add you.',
  server: 'You don’t have permission to join this stream.',
}
const privacies = {
  public: 'You don’t have permission to create public streams.',
  web_public: 'You can’t create streams that anyone on the web can read here.',
  private: 'You don’t have permission to create private streams.',
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
  | 'STREAM_ADDING_REFUSED'
  | 'STREAM_JOIN_REFUSED'
  | 'STREAM_OUTCOME_UNKNOWN'
  | 'STREAM_OFFLINE'
>

export const streams = {
  page: {
    title: 'Streams',
    search: 'Find streams by name or description',
    /** The group of the filters. */
    filters: 'Filter streams',
    filter: { all: 'All', joined: 'Joined', others: 'Not joined' } satisfies Record<StreamFilter, string>,
    privacy: {
      public: 'Everyone in the organization can read it',
      web_public: 'Anyone on the web can read it',
      private: 'Private',
    } satisfies Record<StreamPrivacy, string>,
    archived: 'Archived',
    joined: 'Joined',
    muted: 'Muted',
    subscribers: (count: number) =>
      `${english.number(count)} ${english.plural(count, { one: 'subscriber', other: 'subscribers' })}`,
    /** Messages a week. */
    weekly: (count: number) =>
      `${english.number(count)} ${english.plural(count, { one: 'message', other: 'messages' })} a week`,
    join: 'Join',
    leave: 'Leave',
    /** Labels of the buttons for screen readers: with the name of the stream. */
    joinNamed: (name: string) => `Join ${name}`,
    leaveNamed: (name: string) => `Leave ${name}`,
    none: 'No streams yet.',
    /** Nothing passes the filter and the search. */
    nothingFound: 'No streams found.',
    notShown: 'Couldn’t load streams',
    /** The number of streams in the list. */
    found: (count: number) => `${english.number(count)} ${english.plural(count, { one: 'stream', other: 'streams' })}`,
    /** A user who leaves a private stream cannot return without help. */
    leaving: {
      question: (name: string) => `Leave “${name}”?`,
      consequence: 'This stream is private. To come back, you’ll need a subscriber to add you.',
    },
    /** The form for a new stream. */
    creating: {
      title: 'New stream',
      name: 'Name',
      description: 'Description',
      privacy: 'Who can read it',
      privacies: {
        public: { name: 'Everyone in the organization', meaning: 'Guests can read it only if they’re subscribed.' },
        web_public: { name: 'Anyone on the web', meaning: 'Even without an account.' },
        private_shared: {
          name: 'Only subscribers, with full history',
          meaning: 'New subscribers can read earlier messages.',
        },
        private_protected: {
          name: 'Only subscribers, from when they join',
          meaning: 'New subscribers can’t read earlier messages.',
        },
      } satisfies Record<NewStreamPrivacy, { readonly name: string; readonly meaning: string }>,
      posting: 'Who can post',
      postings: {
        everyone: 'Everyone who can read it',
        full_members: 'Full members',
        moderators: 'Moderators and administrators',
        administrators: 'Administrators',
      } satisfies Record<PostingRight, string>,
      /** The first subscribers beside the user. */
      people: 'Initial subscribers, besides you',
      addPeople: 'Add people…',
      /** Of the dialog in which they are chosen. */
      peopleTitle: 'Initial subscribers',
      add: 'Add',
      removePerson: (name: string) => `Remove ${name}`,
      announce: 'Announce it in the organization’s announcement stream',
      /** Characters that are left; negative if there are too many. */
      remaining: (count: number) =>
        count < 0
          ? `${english.number(-count)} too many`
          : `${english.number(count)} ${english.plural(count, { one: 'character', other: 'characters' })} left`,
      create: 'Create',
    },
    /** The user's own settings of a stream. */
    settings: {
      title: (name: string) => `Settings for “${name}”`,
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
      } satisfies Record<StreamColor, string>,
      /** A colour that is none of those. */
      otherColor: 'Custom colour',
      position: 'In the sidebar',
      pinned: 'Pin to top',
      muted: 'Mute',
      mutedMeaning: 'Dims it, and doesn’t count it as unread. Topics you follow still count.',
      notifications: 'Notify me about every message',
      notification: {
        desktop_notifications: 'On this computer',
        audible_notifications: 'With a sound',
        push_notifications: 'On my phone',
        email_notifications: 'By email',
        wildcard_mentions_notify: 'When everyone is mentioned',
      } satisfies Record<StreamNotification, string>,
      /** The setting of the account applies. */
      usual: 'Same as other streams',
      /** It is set for this stream. */
      own: 'Set for this stream',
      notJoined: 'You haven’t joined this stream. Only subscribers have settings for it.',
      gone: 'This stream no longer exists, or you no longer have access to it.',
      notShown: 'Couldn’t load the stream settings',
    },
    /** Shown in a stream that the user has not joined. */
    preview: 'You haven’t joined this stream, so you won’t get its new messages.',
  },
  failures: {
    STREAM_NAME_MISSING: 'Enter a name for the stream.',
    STREAM_NAME_TOO_LONG: ({ length, most }) => `The name has ${length} characters; the limit is ${most}. Shorten it.`,
    STREAM_NAME_CHARACTER: ({ position }) =>
      `The character at position ${position} isn’t allowed in a name. Remove or replace it.`,
    STREAM_NAME_TAKEN: ({ name, isVisible }) =>
      isVisible
        ? `There’s already a stream called “${name}”. Choose another name, or join that one.`
        : `A private stream is already called “${name}”. Choose another name.`,
    STREAM_DESCRIPTION_TOO_LONG: ({ length, most }) =>
      `The description has ${length} characters; the limit is ${most}. Shorten it.`,
    STREAM_DESCRIPTION_CHARACTER: 'The description contains a character that can’t be saved. Remove or replace it.',
    STREAM_PRIVACY_REFUSED: ({ privacy }) => privacies[privacy],
    STREAM_SUBSCRIBERS_REFUSED: 'You don’t have permission to add other people to streams. Remove them.',
    STREAM_ADDING_REFUSED: 'You don’t have permission to add people to this stream.',
    STREAM_JOIN_REFUSED: ({ why }) => joining[why],
    STREAM_OUTCOME_UNKNOWN: ({ act }) => unknown[act],
    STREAM_OFFLINE: ({ act }) => needsServer[act],
  } satisfies Section<StreamFailures>,
}
