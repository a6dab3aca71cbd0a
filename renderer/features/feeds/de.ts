import type { feeds as english } from './en.ts'

export const feeds: typeof english = {
  combined: { title: 'Alle Nachrichten', empty: 'Noch keine Nachrichten. Stumme Nachrichten stehen hier nicht.' },
  direct_all: { title: 'Alle Direktnachrichten', empty: 'Noch keine Direktnachrichten.' },
  mentions: { title: 'Erwähnungen', empty: 'Noch hat dich niemand erwähnt.' },
  starred: {
    title: 'Nachrichten mit Stern',
    empty: 'Noch keine Nachrichten mit Stern. Gib einer Nachricht einen Stern, um sie hier zu finden.',
  },
  followed: { title: 'Gefolgte Themen', empty: 'Du folgst keinem Thema. Folge einem Thema über sein Menü.' },
  has: {
    attachment: { title: 'Nachrichten mit Dateien', empty: 'Keine Nachrichten mit Dateien.' },
    image: { title: 'Nachrichten mit Bildern', empty: 'Keine Nachrichten mit Bildern.' },
    link: { title: 'Nachrichten mit Links', empty: 'Keine Nachrichten mit Links.' },
    reaction: { title: 'Nachrichten mit Reaktionen', empty: 'Keine Nachrichten mit Reaktionen.' },
  },
  ofPerson: (name) => `Nachrichten von ${name}`,
  nothingOfPerson: 'Keine Nachrichten, die du lesen kannst.',
  entries: { combined: 'Alle Nachrichten', mentions: 'Erwähnungen', starred: 'Mit Stern', followed: 'Gefolgt' },
  notShown: 'Diese Nachrichten konnten nicht geladen werden',
  choose: 'Weitere Ansichten',
  scope: 'Erwähnungen zeigen aus',
  isPartial: 'Nur Nachrichten auf diesem Computer. Der Server hat vielleicht mehr.',
  nothingHere: 'Keine Nachrichten auf diesem Computer. Der Server hat vielleicht welche.',
}
