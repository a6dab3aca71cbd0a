import { german, word } from '#i18n/de/format.ts'
import type { exporting as english } from './en.ts'

const messages = (count: number) =>
  german.plural(count, { one: '1 Nachricht', other: `${german.number(count)} Nachrichten` })
const files = (count: number) => german.plural(count, { one: '1 Datei', other: `${german.number(count)} Dateien` })

export const exporting: typeof english = {
  failures: {
    EXPORT_RUNNING: 'Ein anderer Export läuft. Warte, bis er fertig ist, oder brich ihn ab.',
    EXPORT_DISK_FULL: 'Der Datenträger ist voll. Gib Speicherplatz frei und exportiere dann noch einmal.',
    EXPORT_NOT_WRITABLE: 'Du darfst in diesen Ordner nicht schreiben. Wähle einen anderen.',
    EXPORT_FOLDER_GONE: 'Der Ordner ist nicht mehr verfügbar.',
    EXPORT_INTERRUPTED: 'Skein wurde geschlossen, bevor der Export fertig war.',
    EXPORT_FAILED: ({ detail }) => `Der Export ist fehlgeschlagen: ${detail}`,
    EXPORT_TOO_MANY_FILES: 'Es gibt mehr Dateien, als ein Export enthalten kann.',
  },
  page: {
    command: 'Nachrichten exportieren',
    menu: 'Exportieren…',
    title: 'Nachrichten exportieren',
    what: 'Was exportiert wird',
    scopes: {
      topic: (name) => `Dieses Thema: ${name}`,
      direct: (name) => `Diese Unterhaltung: ${name}`,
      stream: (name) => `Dieser ${word.one}: #${name}`,
      organization: (name) => `Die ganze Organisation: ${name}`,
    },
    get organizationMeaning() {
      return `Alle deine ${word.many} und Direktnachrichten`
    },
    form: 'Format',
    forms: { html: 'Webseiten', json: 'Daten (JSON)' },
    formMeanings: {
      html: 'Zum Lesen und Durchsuchen in jedem Browser',
      json: 'Für andere Programme',
    },
    withFiles: 'Mit Bildern und Dateien',
    withFilesMeaning: 'Dateien, die nicht auf diesem Computer sind, werden geladen, wenn du online bist.',
    note: 'Skein exportiert die Nachrichten, die auf diesem Computer gespeichert sind, und nennt die Zeiträume, die unvollständig sein können.',
    start: 'Ordner wählen…',
    chooseFolder: 'Ort für den Export wählen',
    folderName: ({ title, day }) => `${title} – ${day}`,
    line: {
      label: 'Export',
      preparing: (title) => `${title} wird exportiert…`,
      files: ({ title, done, total }) => `${title} wird exportiert: ${german.number(done)} von ${files(total)}`,
      messages: ({ title, done, total }) => `${title} wird exportiert: ${german.number(done)} von ${messages(total)}`,
      progress: 'Fortschritt des Exports',
      done: ({ title, messages: count, files: copied }) =>
        copied === 0
          ? `${title} exportiert: ${messages(count)}.`
          : `${title} exportiert: ${messages(count)} und ${files(copied)}.`,
      incomplete: 'Einiges war nicht auf diesem Computer. Der Export nennt, was fehlen kann.',
      failed: (title) => `${title} konnte nicht exportiert werden.`,
      remains: (folder) => `Der unfertige Ordner ist „${folder}“.`,
      show: 'Im Ordner zeigen',
    },
    document: {
      locale: 'de-DE',
      search: 'Im Export suchen',
      find: 'Suchen',
      results: 'Suchergebnisse',
      searching: 'Wird gesucht…',
      nothingFound: 'Keine Treffer.',
      found: 'Gefundene Nachrichten: #.',
      onlyNewest: 'Die neuesten # werden gezeigt.',
      searchFailed: 'Die Suche ist fehlgeschlagen, weil eine Datei dieses Exports fehlt.',
      summary: ({ organization, messages: count, files: copied }) =>
        copied === 0
          ? `${organization} · ${messages(count)}`
          : `${organization} · ${messages(count)} · ${files(copied)}`,
      exported: ({ when, version, zone }) =>
        `Exportiert von Skein ${version}: ${when}. Zeiten gelten in der Zeitzone ${zone}.`,
      knownUntil: (when) => `Skein war zuletzt verbunden: ${when}. Spätere Nachrichten sind nicht enthalten.`,
      stream: (name) => `#${name}`,
      directMessages: 'Direktnachrichten',
      messages,
      period: ({ first, last }) => `${first} – ${last}`,
      incomplete: 'vielleicht unvollständig',
      parts: 'Seiten',
      edited: 'Bearbeitet',
      moved: 'Verschoben',
      starred: 'Mit Stern',
      reactions: 'Reaktionen',
      missingPicture: (name) => `Bild nicht enthalten: ${name}`,
      missingFile: (name) => `Datei nicht enthalten: ${name}`,
      unformatted: {
        whole: 'Diese Nachricht steht hier ohne Formatierung, weil sie zu groß ist.',
        cut: 'Diese Nachricht steht hier ohne Formatierung und gekürzt, weil sie zu groß ist.',
      },
      gapHere: 'Hier können Nachrichten fehlen, weil sie nicht auf diesem Computer waren.',
      gapsTitle: 'Was fehlen kann',
      gapsMeaning: 'Dieser Computer hatte nicht alle Nachrichten dieser Zeiträume.',
      gap({ after, before }) {
        if (after === null) return before === null ? 'alle Nachrichten' : `vor ${before}`
        return before === null ? `nach ${after}` : `von ${after} bis ${before}`
      },
      missingTitle: 'Dateien, die nicht enthalten sind',
      moreInManifest: (count) => `manifest.json nennt ${german.number(count)} weitere.`,
    },
  },
}
