import type { lists as english, roleNames as englishRoles } from '../en/lists.ts'
import { german } from './format.ts'

/** A person of whom only the id is known. */
export function unknownPerson(id: number): string {
  return `Unbekannte Person (${id})`
}

export const roleNames: typeof englishRoles = {
  owner: 'Eigentümer',
  administrator: 'Administrator',
  moderator: 'Moderator',
  member: 'Mitglied',
  guest: 'Gast',
}

export const lists: typeof english = {
  drafts: {
    pending: 'Noch nicht synchronisiert',
    refused: (reason) => `Nur auf diesem Computer gespeichert. ${reason}`,
  },
  conversations: {
    notesToSelf: 'Notizen an mich',
    noRecipient: 'Noch kein Ziel',
    noTopic: 'Noch kein Thema',
  },
  damagedSettings: {
    keptAs: (file) => `Die Liste der Konten war beschädigt und wurde als ${file} beiseitegelegt.`,
    nothingRecovered: 'Melde dich noch einmal an, um fortzufahren.',
    partRecovered: 'Skein hat gerettet, was möglich war. Melde dich bei fehlenden Konten noch einmal an.',
  },
  people: {
    unknown: unknownPerson,
    presence: { active: 'Online', idle: 'Abwesend' },
    activeNow: 'Gerade aktiv',
    idle: 'Abwesend',
    offline: 'Offline',
    lastActive: (ago) => `Aktiv ${ago}`,
  },
  reactions: {
    you: 'Du',
    others: (count) =>
      german.plural(count, { one: '1 weitere Person', other: `${german.number(count)} weitere Personen` }),
    reacted: (people, emoji) => `${german.list(people)} mit :${emoji}:`,
  },
}
