import { english, word } from '#i18n/en/format.ts'
import { roleNames } from '#i18n/en/lists.ts'

/** The card and the profile of a person. */
export const people = {
  /** The accessible name of the card. */
  card: (name: string) => `About ${name}`,
  profile: 'Profile',
  /** Says that the person is the user. */
  you: 'you',
  bot: 'Bot',
  deactivated: 'Deactivated account',
  muted: 'Muted',
  roles: roleNames,
  names: {
    role: 'Role',
    email: 'Email',
    localTime: 'Local time',
    owner: 'Bot owner',
    joined: 'Joined',
    lastActive: 'Last active',
    groups: 'Groups',
    get streams() {
      return `${word.Many} in common`
    },
  },
  /** A time of day elsewhere, with the difference from the reader’s. */
  localTime: ({ time, difference }: { readonly time: string; readonly difference: string }) =>
    `${time} (${difference})`,
  sameTime: 'same time as you',
  /** `span` is a short duration. */
  ahead: (span: string) => `${span} ahead of you`,
  behind: (span: string) => `${span} behind you`,
  /** A time of day of the reader’s next or last day. */
  tomorrow: (time: string) => `${time} tomorrow`,
  yesterday: (time: string) => `${time} yesterday`,
  othersInField: (count: number) => english.plural(count, { one: 'and one more', other: `and ${count} more` }),
  asking: 'Looking up this person…',
  gone: 'This person isn’t in your organization, or you can’t see their profile.',
  offline: 'This person’s details aren’t on this computer yet. They’ll load when you’re online.',
  actions: {
    message: 'Message',
    notes: 'Notes to self',
    mention: 'Mention',
    showProfile: 'View profile',
    messagesOf: 'Show all messages',
    searchWith: 'Search messages with this person',
    mute: 'Mute',
    unmute: 'Unmute',
    copyLink: 'Copy link to profile',
    copyEmail: 'Copy email address',
    manage: 'Manage…',
  },
  loadingStreams: 'Loading…',
  noStreams: 'None',
  showCommand: 'View sender’s card',
}
