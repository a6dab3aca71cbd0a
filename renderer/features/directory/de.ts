import { german } from '#i18n/de/format.ts'
import { roleNames } from '#i18n/de/lists.ts'
import type { directory as english } from './en.ts'

const counted = (one: string, other: string) => (count: number) =>
  german.plural(count, { one: `1 ${one}`, other: `${german.number(count)} ${other}` })

export const directory: typeof english = {
  title: 'Verzeichnis',
  notShown: 'Das Verzeichnis konnte nicht geladen werden',
  search: 'Personen nach Name, E-Mail oder Profil suchen',
  filters: 'Personen filtern',
  onlineNow: 'Gerade online',
  role: (role) => `Rolle: ${role}`,
  anyRole: 'Jede Rolle',
  roles: roleNames,
  group: (name) => `Gruppe: ${name}`,
  anyGroup: 'Jede Gruppe',
  accounts: {
    active: { people: 'Personen', bots: 'Bots', own_bots: 'Deine Bots', all: 'Personen und Bots' },
    deactivated: {
      people: 'Deaktivierte Personen',
      bots: 'Deaktivierte Bots',
      own_bots: 'Deine deaktivierten Bots',
      all: 'Deaktivierte Konten',
    },
    all: {
      people: 'Aktive und deaktivierte Personen',
      bots: 'Aktive und deaktivierte Bots',
      own_bots: 'Alle deine Bots',
      all: 'Alle Konten',
    },
  },
  accountsLabel: 'Konten',
  kinds: { people: 'Personen', bots: 'Bots', own_bots: 'Deine Bots', all: 'Personen und Bots' },
  states: {
    active: 'Aktiv',
    deactivated: 'Deaktiviert',
    all: 'Aktiv und deaktiviert',
  },
  sortLabel: 'Sortierung',
  sortedBy: { name: 'Sortierung: Name', activity: 'Sortierung: zuletzt aktiv' },
  sorts: { name: 'Nach Name', activity: 'Nach letzter Aktivität' },
  found: {
    people: counted('Person', 'Personen'),
    bots: counted('Bot', 'Bots'),
    own_bots: counted('Bot', 'Bots'),
    all: counted('Konto', 'Konten'),
  },
  noMatches: 'Keine Treffer.',
  nobodyOnline: 'Gerade ist niemand online.',
  clear: 'Filter löschen',
  you: 'Du',
  bot: 'Bot',
  deactivated: 'Deaktiviert',
  muted: 'Stumm',
  options: (name) => `Aktionen für ${name}`,
  message: 'Nachricht',
  messageNamed: (name) => `Nachricht an ${name}`,
  add: 'Hinzufügen',
  addPerson: 'Person hinzufügen…',
  newBot: 'Neuer Bot…',
}
