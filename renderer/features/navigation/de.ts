import { german, word } from '#i18n/de/format.ts'
import type { Phrase } from '#i18n/section.ts'
import type {
  accountMenu as englishMenu,
  quiet as englishQuiet,
  navigation as englishNavigation,
  rail as englishRail,
  stateLine as englishState,
} from './en.ts'

export const navigation: typeof englishNavigation = {
  label: 'Unterhaltungen',
  find: 'Zu einer Unterhaltung springen',
  findExample: 'Springen zu…',
  drafts: 'Entwürfe',
  unsent: 'Nicht gesendet',
  scheduled: 'Geplant',
  groups: {
    pinned: 'Angeheftet',
    get streams() {
      return word.many
    },
    inactive: 'Inaktiv',
    direct: 'Direktnachrichten',
  },
  newDirect: 'Neue Direktnachricht',
  openTopics: 'Themen einblenden',
  foldTopics: 'Themen ausblenden',
  moreTopics: {
    more: 'Mehr Themen',
    asking: 'Mehr Themen werden geladen…',
    needs_server: 'Mehr Themen gibt es nur online',
    failed: 'Themen nicht geladen. Erneut versuchen',
    fewer: 'Weniger Themen',
  },
  width: 'Breite der Seitenleiste',
  found: 'Mehr auf diesem Computer',
  inStream: <T>(stream: T): Phrase<T> => ['in ', stream],
  searching: 'Auf diesem Computer wird gesucht…',
  nothingFound: 'Keine Treffer auf diesem Computer.',
  notSearched: 'Nur die Liste oben wurde durchsucht, nicht alles auf diesem Computer.',
  empty: 'Noch keine Unterhaltungen.',
  options: 'Optionen',
  archived: 'Archiviert',
  private: 'Privat',
  followed: 'Gefolgt',
  bot: 'Bot',
  notSent: (count) => `${german.number(count)} nicht gesendet`,
  unread: 'ungelesen',
}

export const rail: typeof englishRail = {
  label: 'Organisationen',
  add: 'Organisation hinzufügen',
  account: ({ organization, email, unread, failed }) =>
    `${organization}, ${email}, ${german.number(unread)} ungelesen${failed > 0 ? `, ${german.number(failed)} nicht gesendet` : ''}`,
  moved: ({ organization, position, total }) =>
    `${organization} ist jetzt an Stelle ${german.number(position)} von ${german.number(total)}.`,
  accountTitle: ({ organization, email }) => `${organization} (${email})`,
}

export const stateLine: typeof englishState = {
  connected: 'Aktuell',
  starting: 'Verbindet…',
  catchingUp: 'Holt auf…',
  offline: 'Offline',
  rateLimited: 'Pausiert',
  keychain: 'Schlüsselbund',
  signedOut: 'Abgemeldet',
  refused: 'Nicht verbunden',
  hint: 'Verbindungsstatus',
}

export const quiet: typeof englishQuiet = {
  title: 'Nicht stören',
  on: 'Nicht stören',
  until: (time) => `Nicht stören bis ${time}`,
  untilByHours: (time) => `Jede Woche nicht stören: bis ${time}`,
  end: '„Nicht stören“ ausschalten',
  wishes: {
    on: 'Bis du es ausschaltest',
    hour: 'Eine Stunde',
    tomorrow: 'Bis morgen um 9:00',
  },
  hours: 'Jede Woche…',
}

export const accountMenu: typeof englishMenu = {
  label: 'Konto und Einstellungen',
  labelWithUpdate: (version) => `Konto und Einstellungen: Skein ${version} ist verfügbar`,
  restart: (version) => `Neu starten für Skein ${version}`,
  update: (version) => `Skein ${version} ist verfügbar…`,
  status: 'Status setzen…',
  quiet: 'Nicht stören…',
  profile: 'Profil…',
  settings: 'Einstellungen…',
  mutedPeople: 'Stumme Personen…',
  connections: 'Verbindungsstatus',
  shortcuts: 'Tastenkürzel',
  report: 'Bericht sichern…',
  signOut: 'Abmelden…',
}
