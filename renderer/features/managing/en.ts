import type { FailureValues } from '#contract/base/failures.ts'
import type { BotType, PersonRole } from '#shared/directory-choices.ts'
import { english, word } from '#i18n/en/format.ts'
import { roleNames } from '#i18n/en/lists.ts'
import type { Section } from '#i18n/section.ts'

/** The administration of people and bots. */
export const managing = {
  page: {
    /** The dialog of a person or bot. */
    title: (name: string) => `Manage ${name}`,
    notShown: 'Couldn’t load this person',
    gone: 'This person isn’t in your organization any more.',
    name: 'Name',
    email: 'Email',
    role: 'Role',
    roles: roleNames satisfies Record<PersonRole, string>,
    roleMeanings: {
      owner: 'Can do everything, including changing owners and deactivating the organization.',
      administrator: 'Can manage people, bots and settings of the organization.',
      moderator: 'Has more rights where the organization gives them to moderators.',
      member: 'Has the usual rights.',
      get guest() {
        return `Sees only the ${word.many} that someone adds them to.`
      },
    } satisfies Record<PersonRole, string>,
    choosePeople: 'Choose people',
    /** The parts of the dialog about a bot. */
    botType: 'Type',
    botTypes: {
      generic: 'Generic bot',
      incoming: 'Incoming webhook',
      outgoing: 'Outgoing webhook',
    } satisfies Record<BotType, string>,
    botMeanings: {
      generic: 'Reads and sends messages through the API, as a person does.',
      incoming: 'Only sends messages, for integrations such as build servers.',
      outgoing: 'Sends messages that mention it to a web address, and posts the answers.',
    } satisfies Record<BotType, string>,
    unknownType: 'Another type',
    owner: 'Owner',
    noOwner: 'No one',
    changeOwner: 'Change owner…',
    chooseOwner: 'Choose the new owner',
    sendingStream: 'Sends to by default',
    get eventsStream() {
      return `Gets events of this ${word.one} by default`
    },
    get noStream() {
      return `No ${word.one}`
    },
    key: 'API key',
    keyHint: 'Whoever has the key can act as this bot. Skein copies it without showing it.',
    keyOfOwner: 'Only the owner of this bot can copy its key. You can replace it.',
    copyKey: 'Copy key',
    keyCopied: 'Key copied.',
    keyNotCopied: 'Couldn’t copy the key. Try again.',
    replaceKey: 'Replace key…',
    replaceQuestion: (name: string) => `Replace the key of ${name}?`,
    replaceConsequence: 'The current key stops working at once. Programs that use it need the new key.',
    replace: 'Replace key',
    keyReplaced: 'Key replaced. The new key is copied.',
    keyReplacedOnly: 'Key replaced. Copy it before you close this dialog.',
    /** The part at the end of the dialog. */
    activity: 'Account',
    deactivate: 'Deactivate…',
    reactivate: 'Reactivate',
    isDeactivated: 'This account is deactivated.',
    saved: 'Saved.',
    /** The question before a deactivation. */
    deactivation: {
      question: (name: string) => `Deactivate ${name}?`,
      person:
        'They’ll be signed out everywhere and can’t sign in again. Their messages stay. You can reactivate them later.',
      bot: 'Its key stops working, and it can’t send messages any more. Its messages stay. You can reactivate it later.',
      botsEnd: (count: number) =>
        english.plural(count, {
          one: 'Their bot is deactivated, too:',
          other: `Their ${english.number(count)} bots are deactivated, too:`,
        }),
      botsStay: (count: number) =>
        english.plural(count, {
          one: 'Their bot stays active, with its key:',
          other: `Their ${english.number(count)} bots stay active, with their keys:`,
        }),
      otherBots: (count: number) => english.plural(count, { one: '1 more', other: `${english.number(count)} more` }),
      groups: (count: number) =>
        english.plural(count, {
          one: 'They stay in 1 group, and are back in it if you reactivate them.',
          other: `They stay in ${english.number(count)} groups, and are back in them if you reactivate them.`,
        }),
      comment: 'Message to this person by email (optional)',
      confirm: 'Deactivate',
    },
    /** The form for a new person. */
    newPerson: {
      title: 'Add person',
      intro: 'The account is usable at once. Tell the person the password, and ask them to change it.',
      password: 'Password',
      least: (count: number) => `At least ${english.number(count)} characters.`,
      submit: 'Add person',
    },
    /** The form for a new bot. */
    newBot: {
      title: 'New bot',
      shortName: 'Username',
      shortNameHint: 'Letters, digits, and . _ + -. It becomes part of the bot’s email address.',
      address: 'Web address',
      addressExample: 'https://',
      submit: 'Create bot',
    },
  },
  failures: {
    PERSON_UNKNOWN: 'This person isn’t in your organization any more.',
    PERSON_EMAIL_INVALID: 'Enter an email address.',
    PERSON_PASSWORD_TOO_SHORT: ({ least }) => `The password needs at least ${english.number(least)} characters.`,
    BOT_SHORT_NAME_INVALID: 'The username can have up to 50 letters, digits, and . _ + -.',
    BOT_ADDRESS_INVALID: 'Enter a web address that starts with https:// or http://.',
    get BOT_STREAMS_IGNORED() {
      return `The server doesn’t support default ${word.many} of bots. Everything else is saved.`
    },
    BOT_KEY_UNKNOWN: 'The server doesn’t tell you the key of this bot. Replace the key to get a new one.',
  } satisfies Section<
    Pick<
      FailureValues,
      | 'PERSON_UNKNOWN'
      | 'PERSON_EMAIL_INVALID'
      | 'PERSON_PASSWORD_TOO_SHORT'
      | 'BOT_SHORT_NAME_INVALID'
      | 'BOT_ADDRESS_INVALID'
      | 'BOT_STREAMS_IGNORED'
      | 'BOT_KEY_UNKNOWN'
    >
  >,
}
