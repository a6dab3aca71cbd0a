import { english } from './format.ts'

/** A person of whom only the id is known. */
export function unknownPerson(id: number): string {
  return `Unknown person (${id})`
}

/** The roles of people in an organization. */
export const roleNames = {
  owner: 'Owner',
  administrator: 'Administrator',
  moderator: 'Moderator',
  member: 'Member',
  guest: 'Guest',
}

export const lists = {
  drafts: {
    /** The server does not have it yet. */
    pending: 'Not synced yet',
    refused: (reason: string) => `Saved on this computer only. ${reason}`,
  },
  conversations: {
    notesToSelf: 'Notes to self',
    noRecipient: 'No recipient yet',
    noTopic: 'No topic yet',
  },
  damagedSettings: {
    keptAs: (file: string) => `The list of accounts was damaged and has been set aside as ${file}.`,
    /** The next step of the user, without and with recovered accounts. */
    nothingRecovered: 'Sign in again to continue.',
    partRecovered: 'Skein recovered what it could. Sign in again to any account that’s missing.',
  },
  people: {
    /** No person with this id is known. */
    unknown: unknownPerson,
    /** Of the dot beside a person. */
    presence: { active: 'Online', idle: 'Away' },
    activeNow: 'Active now',
    idle: 'Away',
    offline: 'Offline',
    /** `ago` is a past time, such as `5 minutes ago`. */
    lastActive: (ago: string) => `Active ${ago}`,
  },
  reactions: {
    you: 'You',
    others: (count: number) => english.plural(count, { one: '1 other', other: `${count} others` }),
    /** `emoji` is its name. */
    reacted: (people: readonly string[], emoji: string) => `${english.list(people)} reacted with :${emoji}:`,
  },
}
