import { german, word } from '#i18n/de/format.ts'
import type { palette as english } from './en.ts'

export const palette: typeof english = {
  label: 'Befehlspalette',
  get example() {
    return `${word.many}, Themen, Personen, Gruppen und Befehle suchen`
  },
  list: 'Ergebnisse',
  groups: {
    routes: 'Gehe zu',
    commands: 'Befehle',
  },
  command: 'Befehl',
  severalPeople: 'Mehrere Personen wählen…',
  userGroup: (count) =>
    german.plural(count, { one: 'Gruppe mit 1 Person', other: `Gruppe mit ${german.number(count)} Personen` }),
  links: {
    conversation: 'Verlinkte Unterhaltung öffnen',
    person: 'Verlinktes Profil öffnen',
    message: 'Verlinkte Nachricht öffnen',
    list: 'Verlinkte Liste öffnen',
    file: 'Verlinkte Datei sichern…',
    browser: 'Link im Browser öffnen',
  },
  linkNames: (names) => names.join(' › '),
  searching: 'Auf diesem Computer wird gesucht…',
  nothingFound: 'Keine Treffer auf diesem Computer.',
}
