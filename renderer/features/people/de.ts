import { german, word } from '#i18n/de/format.ts'
import { roleNames } from '#i18n/de/lists.ts'
import type { people as english } from './en.ts'

export const people: typeof english = {
  card: (name) => `Über ${name}`,
  profile: 'Profil',
  you: 'du',
  bot: 'Bot',
  deactivated: 'Deaktiviertes Konto',
  muted: 'Stumm',
  roles: roleNames,
  names: {
    role: 'Rolle',
    email: 'E-Mail',
    localTime: 'Ortszeit',
    owner: 'Eigentümer des Bots',
    joined: 'Beigetreten',
    lastActive: 'Zuletzt aktiv',
    groups: 'Gruppen',
    get streams() {
      return `Gemeinsame ${word.many}`
    },
  },
  localTime: ({ time, difference }) => `${time} (${difference})`,
  sameTime: 'gleiche Zeit wie bei dir',
  ahead: (span) => `dir ${span} voraus`,
  behind: (span) => `${span} hinter dir`,
  tomorrow: (time) => `${time} morgen`,
  yesterday: (time) => `${time} gestern`,
  othersInField: (count) =>
    german.plural(count, { one: 'und eine weitere', other: `und ${german.number(count)} weitere` }),
  asking: 'Diese Person wird gesucht…',
  gone: 'Diese Person ist nicht in deiner Organisation, oder du kannst ihr Profil nicht sehen.',
  offline: 'Näheres zu dieser Person ist noch nicht auf diesem Computer. Es wird geladen, wenn du online bist.',
  actions: {
    message: 'Nachricht',
    notes: 'Notizen an mich',
    mention: 'Erwähnen',
    showProfile: 'Profil zeigen',
    messagesOf: 'Alle Nachrichten zeigen',
    searchWith: 'Nachrichten mit dieser Person suchen',
    mute: 'Stummschalten',
    unmute: 'Einschalten',
    copyLink: 'Link zum Profil kopieren',
    copyEmail: 'E-Mail-Adresse kopieren',
    manage: 'Verwalten…',
  },
  loadingStreams: 'Wird geladen…',
  noStreams: 'Keine',
  showCommand: 'Karte des Absenders zeigen',
}
