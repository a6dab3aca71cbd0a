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
import { english, word } from '#i18n/en/format.ts'

const needsServer = {
  get join() {
    return `Skein can’t reach the server to join this ${word.one}. Try again when you’re online.`
  },
  get leave() {
    return `Skein can’t reach the server to leave this ${word.one}. Try again when you’re online.`
  },
  get add() {
    return `Skein can’t reach the server to add people to this ${word.one}. Try again when you’re online.`
  },
  get remove() {
    return `Skein can’t reach the server to remove people from this ${word.one}. Try again when you’re online.`
  },
  get create() {
    return `Skein can’t reach the server to create this ${word.one}. What you entered is saved. Try again when you’re online.`
  },
}
const unknown = {
  join: 'The connection was lost before the server could confirm that you joined. It’s safe to try again when you’re online.',
  leave: 'The connection was lost before the server could confirm that you left. Try again when you’re online.',
  add: 'The connection was lost before the server could confirm that they were added. It’s safe to try again when you’re online.',
  remove:
    'The connection was lost before the server could confirm that they were removed. It’s safe to try again when you’re online.',
  get create() {
    return `The connection was lost before the server could confirm that the ${word.one} was created. It’s safe to try again when you’re online.`
  },
}
const joining = {
  get private() {
    return `This ${word.one} is private. Only its subscribers can add you.`
  },
  get guest() {
    return `Guests can’t join ${word.many} on their own. Ask a member to add you.`
  },
  get server() {
    return `You don’t have permission to join this ${word.one}.`
  },
}
const privacies = {
  get public() {
    return `You don’t have permission to create public ${word.many}.`
  },
  get web_public() {
    return `You can’t create ${word.many} that anyone on the web can read here.`
  },
  get private() {
    return `You don’t have permission to create private ${word.many}.`
  },
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
    get title() {
      return word.Many
    },
    get search() {
      return `Find ${word.many} by name or description`
    },
    /** The group of the filters. */
    get filters() {
      return `Filter ${word.many}`
    },
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
    get none() {
      return `No ${word.many} yet.`
    },
    /** Nothing passes the filter and the search. */
    get nothingFound() {
      return `No ${word.many} found.`
    },
    get notShown() {
      return `Couldn’t load ${word.many}`
    },
    /** The number of streams in the list. */
    found: (count: number) => `${english.number(count)} ${english.plural(count, { one: word.one, other: word.many })}`,
    /** A user who leaves a private stream cannot return without help. */
    leaving: {
      question: (name: string) => `Leave “${name}”?`,
      get consequence() {
        return `This ${word.one} is private. To come back, you’ll need a subscriber to add you.`
      },
    },
    /** The form for a new stream. */
    creating: {
      get title() {
        return `New ${word.one}`
      },
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
      get announce() {
        return `Announce it in the organization’s announcement ${word.one}`
      },
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
      get usual() {
        return `Same as other ${word.many}`
      },
      /** It is set for this stream. */
      get own() {
        return `Set for this ${word.one}`
      },
      get notJoined() {
        return `You haven’t joined this ${word.one}. Only subscribers have settings for it.`
      },
      get gone() {
        return `This ${word.one} no longer exists, or you no longer have access to it.`
      },
      get notShown() {
        return `Couldn’t load the ${word.one} settings`
      },
    },
    /** Shown in a stream that the user has not joined. */
    get preview() {
      return `You haven’t joined this ${word.one}, so you won’t get its new messages.`
    },
  },
  failures: {
    get STREAM_NAME_MISSING() {
      return `Enter a name for the ${word.one}.`
    },
    STREAM_NAME_TOO_LONG: ({ length, most }) => `The name has ${length} characters; the limit is ${most}. Shorten it.`,
    STREAM_NAME_CHARACTER: ({ position }) =>
      `The character at position ${position} isn’t allowed in a name. Remove or replace it.`,
    STREAM_NAME_TAKEN: ({ name, isVisible }) =>
      isVisible
        ? `There’s already a ${word.one} called “${name}”. Choose another name, or join that one.`
        : `A private ${word.one} is already called “${name}”. Choose another name.`,
    STREAM_DESCRIPTION_TOO_LONG: ({ length, most }) =>
      `The description has ${length} characters; the limit is ${most}. Shorten it.`,
    STREAM_DESCRIPTION_CHARACTER: 'The description contains a character that can’t be saved. Remove or replace it.',
    STREAM_PRIVACY_REFUSED: ({ privacy }) => privacies[privacy],
    get STREAM_SUBSCRIBERS_REFUSED() {
      return `You don’t have permission to add other people to ${word.many}. Remove them.`
    },
    get STREAM_ADDING_REFUSED() {
      return `You don’t have permission to add people to this ${word.one}.`
    },
    STREAM_JOIN_REFUSED: ({ why }) => joining[why],
    STREAM_OUTCOME_UNKNOWN: ({ act }) => unknown[act],
    STREAM_OFFLINE: ({ act }) => needsServer[act],
  } satisfies Section<StreamFailures>,
}
