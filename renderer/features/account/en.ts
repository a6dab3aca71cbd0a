import type { FailureValues } from '#contract/base/failures.ts'
import type { ActionNameValues } from '#contract/outbox.ts'
import { english, word } from '#i18n/en/format.ts'
import type { Section } from '#i18n/section.ts'

const settingNames = {
  full_name: 'Change your name',
  email_address_visibility: 'Change who sees your email address',
  timezone: 'Change your time zone',
}

const offline = {
  picture: 'Skein can’t reach the server to change your picture. Try again when you’re online.',
  password: 'Skein can’t reach the server to change your password. Try again when you’re online.',
  key: 'Skein can’t reach the server to replace your key. Try again when you’re online.',
  deactivation: 'Skein can’t reach the server to deactivate your account. Try again when you’re online.',
}
const unknown = {
  picture: 'The connection was lost before the server could confirm your picture. It’s safe to try again.',
  password:
    'The connection was lost before the server could confirm the change. Your password may be the old one or the new one.',
  key: 'The connection was lost before the server sent the new key. If this computer is signed out, sign in again.',
  deactivation: 'The connection was lost before the server could confirm that your account is deactivated.',
}

/** The own account: profile, status, password and key. */
export const account = {
  page: {
    status: {
      title: 'Your status',
      text: 'What are you doing?',
      example: 'In a meeting',
      remaining: (count: number) =>
        count >= 0
          ? english.plural(count, { one: '1 character left', other: `${english.number(count)} characters left` })
          : english.plural(-count, {
              one: '1 character too long',
              other: `${english.number(-count)} characters too long`,
            }),
      chooseEmoji: 'Choose emoji',
      changeEmoji: (name: string) => `Change emoji (:${name}:)`,
      removeEmoji: 'Remove emoji',
      suggestions: 'Suggestions',
      presets: {
        busy: 'Busy',
        meeting: 'In a meeting',
        commuting: 'Commuting',
        sick: 'Out sick',
        vacation: 'On vacation',
        home: 'Working from home',
        office: 'At the office',
      },
      end: 'Clear automatically',
      ends: {
        never: 'Don’t clear',
        half_hour: 'In 30 minutes',
        hour: 'In 1 hour',
        moment: 'Custom date and time…',
      },
      endHint: 'Skein clears it on this computer. If Skein isn’t running then, it does so when you start it again.',
      choose: 'Set',
      changeEnd: 'Change time',
      /** Of an option: `time` is a time of day, of another day with the day before it. */
      until: (time: string) => `At ${time}`,
      /** In a menu: a status and its end. */
      withEnd: (status: string, time: string) => `${status} (until ${time})`,
      clear: 'Clear status',
      notSet: (reason: string) => `The server rejected your status. ${reason}`,
    },
    profile: {
      title: 'Profile',
      notShown: 'Couldn’t load your profile',
      changePicture: 'Change picture…',
      removePicture: 'Remove picture',
      pictureHint: 'Skein crops it to a square and removes where and when it was taken.',
      pictureSaving: 'Saving…',
      pictureLocked: 'Your organization doesn’t allow you to change your picture.',
      noPicture: 'This file isn’t an image that Skein can read. Choose a PNG, JPEG, WebP or GIF file.',
      pictureTooLarge: (limit: string) => `This file is too large; the limit is ${limit}.`,
      pictureTooManyPixels: 'This image has too many pixels. Make it smaller first.',
      crop: {
        title: 'Crop picture',
        hint: 'Drag the image or use the arrow keys to move it. Use + and − to zoom.',
        square: 'Image',
        zoom: 'Zoom',
        use: 'Use picture',
      },
      name: 'Name',
      nameLocked: 'Your organization doesn’t allow you to change your name.',
      noChoice: 'None',
      linkExample: 'https://',
      addPeople: 'Add people…',
      choosePeople: 'Choose people',
      /** The button that removes a person. */
      removePerson: (person: string) => `Remove ${person}`,
      email: 'Who can see your email address',
      /** By the value of the setting. */
      visibility: {
        1: 'Everyone',
        2: 'Members, but not guests',
        5: 'Moderators and administrators',
        3: 'Administrators',
        4: 'No one',
      },
      timezone: 'Time zone',
      noTimezone: 'Not set',
      waiting: 'not synced yet',
      changedElsewhere: (value: string) =>
        `This was changed to “${value}” elsewhere. Your text replaces it when you save.`,
      changedElsewhereOnly: 'This was changed elsewhere. Your choice replaces it when you save.',
    },
    password: {
      title: (organization: string) => `Change password for ${organization}`,
      consequence:
        'Your other devices and apps may be signed out. They need the new password then. This computer stays signed in.',
      current: 'Current password',
      wanted: 'New password',
      again: 'New password again',
      least: (count: number) => `The new password needs at least ${english.number(count)} characters.`,
      change: 'Change password',
      changed: 'Password changed. This computer is still signed in.',
      changedWithoutKey:
        'Password changed, but Skein couldn’t confirm that this computer is still signed in. If it isn’t, sign in again with the new password.',
    },
    key: {
      title: (organization: string) => `API key for ${organization}`,
      intro:
        'Scripts and other apps can use this key to act as you. Anyone who has it can read and send everything that you can.',
      show: 'Show key',
      label: 'API key',
      copied: 'Key copied.',
      notCopied: 'Couldn’t copy the key. Select it and copy it manually.',
      replaceQuestion: 'Replace key…',
      replace: 'Replace key',
      consequence:
        'The current key stops working. Your other devices, apps and scripts are signed out and need the new key. This computer stays signed in.',
      replaced: 'This is the new key. The old one no longer works.',
      notStored: 'The keychain didn’t save the new key. You’ll need to sign in again after you quit Skein.',
    },
    deactivation: {
      question: (organization: string) => `Deactivate your account at ${organization}?`,
      consequence:
        'You’ll be signed out everywhere and can’t sign in again. Your messages stay. Only an administrator can reactivate your account.',
      consequenceHere:
        'This account’s key, conversations, images, drafts, unsent messages and saved snippets will be removed from this computer.',
      confirm: 'I understand',
      deactivate: 'Deactivate account',
    },
    topics: {
      title: 'Muted and followed topics',
      policies: { muted: 'Muted', followed: 'Followed' },
      get search() {
        return `Find topics or ${word.many}`
      },
      notShown: 'Couldn’t load your topics',
      none: {
        muted: 'No muted topics yet. Mute a topic in its menu to hide it.',
        followed: 'No followed topics yet. Follow a topic in its menu to be notified of its messages.',
      },
      cannotFollow: 'This server is too old to support following topics.',
      nothingFound: 'No matches.',
      get unknownStream() {
        return `Unknown ${word.one}`
      },
      end: { muted: 'Unmute', followed: 'Unfollow' },
      /** Of buttons whose visible labels are those of `end`. */
      endOf: {
        muted: (topic: string) => `Unmute ${topic}`,
        followed: (topic: string) => `Unfollow ${topic}`,
      },
      ended: {
        muted: (topic: string) => `Unmuted ${topic}.`,
        followed: (topic: string) => `Unfollowed ${topic}.`,
      },
      more: (count: number) =>
        english.plural(count, {
          one: '1 more topic. Search to find it.',
          other: `${english.number(count)} more topics. Search to find them.`,
        }),
    },
    /** The rows in the settings. */
    settings: {
      legend: 'Your account',
      profile: 'Edit profile…',
      profileHint: 'Your name, picture and profile fields, and who sees your email address.',
      topics: 'Muted and followed topics…',
      topicsHint: 'Topics that you’ve hidden or that notify you.',
      password: 'Change password…',
      passwordHint: 'The password with which you sign in to this organization.',
      key: 'API key…',
      keyHint: 'For scripts and other apps that act as you.',
      deactivation: 'Deactivate account…',
      deactivationHint: 'You can’t sign in again unless an administrator reactivates it.',
    },
  },
  failures: {
    STATUS_TOO_LONG: ({ most }) => `A status can have up to ${most} characters.`,
    OWN_NAME_EMPTY: 'Enter a name first.',
    OWN_NAME_TOO_LONG: ({ most }) => `Names can have up to ${most} characters.`,
    NO_PROFILE_FIELD: 'Your organization has removed this field.',
    PROFILE_TOO_LONG: ({ most }) => `This field can have up to ${most} characters.`,
    PASSWORD_TOO_SHORT: ({ least }) => `A password needs at least ${least} characters.`,
    PASSWORDS_DIFFER: 'The new passwords don’t match. Enter the same one twice.',
    OWN_OFFLINE: ({ act }) => offline[act],
    OWN_OUTCOME_UNKNOWN: ({ act }) => unknown[act],
    LAST_OWNER: 'You’re the last owner of this organization. Make someone else an owner first.',
    PROFILE_NOT_A_LINK: 'Enter a web address that starts with https:// or http://.',
  } satisfies Section<
    Pick<
      FailureValues,
      | 'STATUS_TOO_LONG'
      | 'OWN_NAME_EMPTY'
      | 'OWN_NAME_TOO_LONG'
      | 'NO_PROFILE_FIELD'
      | 'PROFILE_TOO_LONG'
      | 'PROFILE_NOT_A_LINK'
      | 'PASSWORDS_DIFFER'
      | 'PASSWORD_TOO_SHORT'
      | 'OWN_OFFLINE'
      | 'OWN_OUTCOME_UNKNOWN'
      | 'LAST_OWNER'
    >
  >,
  actionNames: {
    STATUS: ({ isSet }): string => (isSet ? 'Set your status' : 'Clear your status'),
    OWN_SETTING: ({ property }) => settingNames[property],
    OWN_FIELD: ({ name }) => (name === '' ? 'Change your profile' : `Change your profile: ${name}`),
  } satisfies Section<Pick<ActionNameValues, 'STATUS' | 'OWN_SETTING' | 'OWN_FIELD'>>,
}
