import { german, word } from '#i18n/de/format.ts'
import { streamWordNow } from '#i18n/stream-word.ts'
import type { search as english } from './en.ts'

const hits = (count: number, isMore: boolean): string =>
  `${german.number(count)}${isMore ? ' oder mehr' : ''} ${count === 1 && !isMore ? 'Ergebnis' : 'Ergebnisse'}`

export const search: typeof english = {
  title: 'Suche',
  label: 'Nachrichten suchen',
  get example() {
    // The filters have the names of the service in every language.
    return `Wörter, "eine Wendung", sender:, ${streamWordNow()}:, -has:link…`
  },
  completions: 'Passende Filter',
  chosen: 'Aktive Filter',
  remove: (filter) => `${filter} entfernen`,
  scope: 'Suchen in',
  filters: {
    get stream() {
      return `In einem ${word.one}`
    },
    topic: 'In einem Thema',
    sender: 'Von einer Person',
    dm: 'Direktnachrichten mit genau diesen Personen',
    with: 'Direktnachrichten, an denen eine Person beteiligt ist',
    is: 'Ungelesen, mit Stern, erwähnt…',
    has: 'Mit Link, mit Bild…',
    before: 'Vor einem Datum',
    after: 'Seit einem Datum',
    on: 'An einem Datum',
  },
  states: {
    unread: 'Ungelesen',
    starred: 'Von dir mit Stern markiert',
    mentioned: 'Erwähnt dich',
    alerted: 'Enthält ein Signalwort',
    followed: 'In einem gefolgten Thema',
    resolved: 'In einem gelösten Thema',
    dm: 'Direktnachrichten',
  },
  contents: {
    link: 'Mit Link',
    image: 'Mit Bild',
    attachment: 'Mit Datei',
    reaction: 'Mit Reaktion',
  },
  daysAgo: (days) => (days === 0 ? 'Heute' : days === 1 ? 'Gestern' : `Vor ${german.number(days)} Tagen`),
  deactivated: (email) => `${email}, deaktiviert`,
  hits: 'Suchergebnisse',
  start:
    'Suche Nachrichten auf diesem Computer und auf dem Server. Ein Minus vor einem Wort oder Filter schließt es aus.',
  recent: 'Letzte Suchen',
  forget: (text) => `${text} aus den letzten Suchen entfernen`,
  nothing: 'Keine Nachricht passt zu dieser Suche.',
  nothingYet: 'Keine Ergebnisse auf diesem Computer. Der Server wird durchsucht…',
  nothingHere:
    'Keine Ergebnisse auf diesem Computer. Der Server ist nicht erreichbar, und nur er hat ältere Nachrichten.',
  found: {
    asking: (count, isMore) => `${hits(count, isMore)} auf diesem Computer; der Server wird durchsucht…`,
    answered: (count, isMore) => `${hits(count, isMore)}, auch vom Server`,
    unreachable: (count, isMore) =>
      `${hits(count, isMore)} auf diesem Computer; der Server ist nicht erreichbar, ältere können fehlen`,
  },
  coverage: {
    searched: (what) => `Auf diesem Computer durchsucht: ${what}.`,
    direct: 'Direktnachrichten',
    everything: (place) => `alles in ${place}`,
    since: (place, date) => `${place} seit ${date}`,
    nothing: (place) => `nichts in ${place}`,
    copied: (text) => `${text} (nicht auf dem neuesten Stand)`,
    get all() {
      return `alles in deinen ${word.toMany} und Direktnachrichten`
    },
    parts({ whole, total, missing, since }) {
      return german.list([
        ...(whole === 0 ? [] : [`alles an ${german.number(whole)} von ${german.number(total)} Orten`]),
        ...(since === null ? [] : [whole === 0 ? `Nachrichten seit ${since}` : `sonst alles seit ${since}`]),
        ...(missing === 0 ? [] : [`noch nichts an ${german.number(missing)}`]),
      ])
    },
    older: 'Ältere Nachrichten laden',
    refresh: 'Kopie auffrischen',
  },
  indexing: 'Ältere Nachrichten werden noch indiziert. Bald kann es mehr Ergebnisse geben.',
  mayHaveNew: 'Neue Nachrichten sind da. Nur der Server weiß, ob sie passen.',
  askAgain: 'Erneut suchen',
  showWaiting: (count) =>
    german.plural(count, {
      one: '1 weiteres Ergebnis zeigen',
      other: `${german.number(count)} weitere Ergebnisse zeigen`,
    }),
  notShown: 'Die Suche konnte nicht geladen werden',
}
