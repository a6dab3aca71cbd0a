import { german } from '#i18n/de/format.ts'
import type { files as english } from './en.ts'

const fileCount = (count: number) => german.plural(count, { one: '1 Datei', other: `${german.number(count)} Dateien` })
const messageCount = (count: number) =>
  german.plural(count, { one: '1 Nachricht', other: `${german.number(count)} Nachrichten` })

export const files: typeof english = {
  page: {
    title: 'Meine Dateien',
    notShown: 'Deine Dateien konnten nicht geladen werden',
    none: 'Noch keine Dateien. Dateien, die du an Nachrichten anhängst, stehen hier.',
    notFetched: 'Die Liste deiner Dateien wird geladen, wenn du online bist.',
    loading: 'Deine Dateien werden geladen…',
    noMatches: 'Keine Treffer.',
    search: 'Dateien nach Namen suchen',
    filters: 'Dateien filtern',
    clear: 'Filter löschen',
    kindLabel: 'Art',
    anyKind: 'Jede Art',
    kinds: {
      picture: 'Bilder',
      video: 'Videos',
      sound: 'Audio',
      document: 'Dokumente',
      other: 'Andere Dateien',
    },
    unused: 'In keiner Nachricht',
    sortLabel: 'Sortierung',
    sortedBy: { date: 'Sortierung: Datum', size: 'Sortierung: Größe', name: 'Sortierung: Name' },
    sorts: { date: 'Neueste zuerst', size: 'Größte zuerst', name: 'Nach Name' },
    found: ({ count, size }) => (count === 0 ? 'Keine Dateien' : `${fileCount(count)}, ${size}`),
    space: ({ used, limit }) =>
      limit === null
        ? `Deine Organisation belegt ${used} für Dateien.`
        : `Deine Organisation belegt ${used} von ${limit.most} für Dateien (${limit.percent}\u00a0%).`,
    spaceLabel: 'Speicherplatz für Dateien',
    asOf: (moment) => `Stand der Liste: ${moment}.`,
    updating: 'Wird aktualisiert…',
    facts: ({ kind, size, day }) => [kind, size, ...(day === null ? [] : [day])].join(' · '),
    notUsed: 'In keiner Nachricht',
    unknownMessage: 'Eine Nachricht',
    place: ({ stream, title }) => (stream === null ? title : `#${stream} › ${title}`),
    goTo: (place) => `Zur Nachricht: ${place}`,
    moreUses: (count) => `+${german.number(count)}`,
    moreUsesOf: ({ count, name }) =>
      german.plural(count, {
        one: `1 weitere Nachricht mit ${name}`,
        other: `${german.number(count)} weitere Nachrichten mit ${name}`,
      }),
    usesOf: (name) => `Nachrichten mit ${name}`,
    choose: (name) => `${name} auswählen`,
    actionsOf: (name) => `Aktionen für ${name}`,
    open: 'Öffnen',
    save: 'Sichern unter…',
    copyLink: 'Link kopieren',
    spaceKey: 'Leertaste',
    select: 'Auswählen',
    deselect: 'Abwählen',
    remove: 'Löschen…',
    deleting: 'Wird gelöscht…',
    selection: 'Auswahl',
    chosen: ({ count, size }) => `${fileCount(count)} ausgewählt, ${size}`,
    chooseAll: (most) => (most === null ? 'Alle auswählen' : `Die ersten ${german.number(most)} auswählen`),
    chooseNone: 'Auswahl aufheben',
    full: (most) => `Du kannst bis zu ${german.number(most)} Dateien auf einmal löschen.`,
    question: {
      one: (name) => `„${name}“ löschen?`,
      several: (count) => `${german.number(count)} Dateien löschen?`,
      lost: ({ count, size }) =>
        count === 1
          ? `Die Datei (${size}) wird vom Server gelöscht. Das lässt sich nicht rückgängig machen.`
          : `Die Dateien (${size}) werden vom Server gelöscht. Das lässt sich nicht rückgängig machen.`,
      unused: (count) => (count === 1 ? 'Keine Nachricht verweist darauf.' : 'Keine Nachricht verweist auf sie.'),
      used: ({ messages }) =>
        german.plural(messages, {
          one: '1 Nachricht verweist darauf. Der Link funktioniert dann nicht mehr.',
          other: `${german.number(messages)} Nachrichten verweisen darauf. Die Links funktionieren dann nicht mehr.`,
        }),
      file: ({ name, uses }) => (uses === 0 ? name : `${name} (in ${messageCount(uses)})`),
      more: (count) => `und ${german.number(count)} weitere`,
      confirm: 'Löschen',
      deleting: 'Wird gelöscht…',
    },
    report: {
      deleted: (count) => `${fileCount(count)} gelöscht.`,
      kept: (count) =>
        german.plural(count, {
          one: '1 Datei konnte nicht gelöscht werden:',
          other: `${german.number(count)} Dateien konnten nicht gelöscht werden:`,
        }),
      keptBecause: ({ count, reason }) =>
        `${german.plural(count, {
          one: '1 Datei wurde nicht gelöscht.',
          other: `${german.number(count)} Dateien wurden nicht gelöscht.`,
        })} ${reason}`,
      reason: ({ name, reason }) => `${name}: ${reason}`,
      more: (count) => `und ${german.number(count)} weitere`,
    },
  },
  failures: {
    FILES_OFFLINE:
      'Skein erreicht den Server nicht, um Dateien zu löschen. Versuche es noch einmal, wenn du online bist.',
    FILE_NOT_DELETED: 'Der Server hat die Datei nicht gelöscht.',
    FILE_OUTCOME_UNKNOWN:
      'Die Verbindung brach ab, bevor der Server das Löschen bestätigen konnte. Du kannst es ohne Gefahr noch einmal versuchen, wenn du online bist.',
  },
}
