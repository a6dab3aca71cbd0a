import { german, word } from '#i18n/de/format.ts'
import type { storage as english, storageFailures as englishFailures } from './en.ts'

const messages = (count: number) =>
  `${german.number(count)} ${german.plural(count, { one: 'Nachricht', other: 'Nachrichten' })}`

export const storage: typeof english = {
  use: {
    legend: 'Auf diesem Computer',
    words: ['Festplatte', 'Speicherplatz', 'Cache', 'Größe', 'Dateien', 'Datenbank'],
    get messages() {
      return `Nachrichten, Personen und ${word.many}`
    },
    index: 'Suchindex',
    images: 'Bilder',
    all: 'Alle Organisationen zusammen',
    messageCount: messages,
    imageCount: (count) => german.plural(count, { one: '1 Bild', other: `${german.number(count)} Bilder` }),
    organizationCount: (count) =>
      german.plural(count, { one: '1 Organisation', other: `${german.number(count)} Organisationen` }),
    counting: 'Wird gezählt…',
  },
  free: {
    title: 'Platz schaffen',
    words: ['Cache leeren', 'löschen', 'aufräumen', 'Festplatte voll'],
    removes({ images, messages: count }) {
      if (images === null && count === 0) return 'Es gibt nichts zu entfernen.'
      const what = german.list([
        ...(images === null ? [] : [`${images} Bilder`]),
        ...(count === 0 ? [] : [`${messages(count)}, älter als du behältst`]),
      ])
      return `Entfernt von diesem Computer: ${what}. Beim Öffnen werden sie wieder geladen.`
    },
    stays: 'Auf dem Server wird nichts gelöscht. Entwürfe, ungesendete und markierte Nachrichten bleiben.',
    removed({ images, messages: count }) {
      if (images === null && count === 0) return 'Es gab nichts zu entfernen.'
      const what = [...(images === null ? [] : [`${images} Bilder`]), ...(count === 0 ? [] : [messages(count)])]
      return `Entfernt: ${german.list(what)}.`
    },
  },
  keep: {
    legend: 'Nachrichten behalten',
    get hint() {
      return `Ältere Nachrichten werden von diesem Computer entfernt, nie vom Server. Online kannst du sie weiter öffnen. Unten kannst du für jeden ${word.one} anders wählen.`
    },
    words: ['Aufbewahrung', 'Verlauf', 'Vergangenheit', 'alte Nachrichten', 'Tage', 'offline'],
    days: (count) => `Die letzten ${german.number(count)} Tage`,
    year: 'Das letzte Jahr',
    everything: 'Alles',
    asOrganization: 'Wie oben',
    of: (name) => `Nachrichten behalten: ${name}`,
    limit: (size) => `Höchstens ${size} bleiben, außer du behältst alles.`,
  },
  encryption: {
    legend: 'Verschlüsselung',
    title: 'Verschlüsseln, was auf diesem Computer gespeichert ist',
    hint: 'Verschlüsselt die Nachrichten, Entwürfe und nicht gesendeten Nachrichten aller Organisationen. Der Schlüssel liegt im Schlüsselbund; ohne ihn kann sie niemand lesen, auch du nicht. Bilder, Dateien, die auf das Senden warten, Exporte und das Protokoll werden nicht verschlüsselt.',
    words: [
      'Sicherheit',
      'Privatsphäre',
      'Passwort',
      'Schlüssel',
      'Schlüsselbund',
      'Festplatte',
      'Datenbank',
      'schützen',
    ],
    running: ({ done, total }) =>
      `Die Verschlüsselung wird geändert: ${german.number(done)} von ${german.plural(total, { one: '1 Organisation', other: `${german.number(total)} Organisationen` })} fertig. Jede ist dabei kurz nicht verfügbar.`,
    unfinished: (count) =>
      german.plural(count, {
        one: '1 Organisation konnte noch nicht geändert werden, zum Beispiel weil der Datenträger voll ist. Skein versucht es beim nächsten Start noch einmal.',
        other: `${german.number(count)} Organisationen konnten noch nicht geändert werden, zum Beispiel weil der Datenträger voll ist. Skein versucht es beim nächsten Start noch einmal.`,
      }),
  },
  download: {
    legend: 'Alle Nachrichten laden',
    words: ['offline', 'Verlauf', 'Archiv', 'alles', 'Vergangenheit', 'Suche', 'herunterladen'],
    intro: (organization) =>
      `Lade aus ${organization} alle Direktnachrichten und alle Nachrichten der ${word.many}, die du abonniert hast, um sie offline zu lesen und zu durchsuchen. Skein behält dann alles.`,
    start: 'Alles laden',
    nothing: 'Alle Nachrichten sind schon auf diesem Computer.',
    running: (place) => `${place} wird geladen`,
    directPlace: 'Direktnachrichten',
    progress: 'Fortschritt des Ladens',
    so: ({ count, date }) =>
      date === null ? `Bisher ${messages(count)}` : `Bisher ${messages(count)}, zurück bis ${date}`,
    left: (time) => `noch etwa ${time}`,
    waiting: (count) =>
      german.plural(count, { one: '1 weiterer wartet', other: `${german.number(count)} weitere warten` }),
    paused: 'Angehalten',
    connection: 'Geht weiter, wenn du online und auf dem neuesten Stand bist.',
    rateLimited: 'Der Server bittet Skein, langsamer zu sein. Das Laden geht von selbst weiter.',
    failed: (reason) => `Es ging nicht weiter. ${reason}`,
    again: 'Skein versucht es von selbst noch einmal.',
    pause: 'Anhalten',
    continue: 'Fortsetzen',
    dismiss: 'Schließen',
    done: (count) => (count === 0 ? 'Alle Nachrichten sind auf diesem Computer.' : `${messages(count)} geladen.`),
    failures: (count) =>
      german.plural(count, {
        one: '1 konnte nicht geladen werden.',
        other: `${german.number(count)} konnten nicht geladen werden.`,
      }),
    rate: 'Höchstens',
    rates: (rate) => (rate === null ? 'Keine Grenze' : `${german.number(rate)} kB/s`),
    get begun() {
      return `Alle Nachrichten dieses ${word.ofOne} werden geladen. Einstellungen › Speicher zeigt den Fortschritt.`
    },
  },
  list: {
    get legend() {
      return `Nach ${word.one}`
    },
    words: ['Streams', 'Kanäle', 'wie weit zurück', 'Direktnachrichten'],
    get search() {
      return `${word.many} suchen`
    },
    get label() {
      return `${word.many} und Direktnachrichten`
    },
    direct: 'Direktnachrichten',
    none: 'Keine Treffer.',
    reach: {
      nothing: 'Keine Nachrichten auf diesem Computer',
      since: (date) => `Zurück bis ${date}`,
      everything: 'Alle Nachrichten',
    },
    copy: (date) => `Kopie vom ${date}`,
    notSubscribed: 'Nicht abonniert',
    get copies() {
      return `Neue Nachrichten aus ${word.toMany}, die du nicht abonniert hast, kommen nicht von selbst. Mit „Auffrischen“ wird geladen, was neu ist. Weitere findest du mit der Suche oben.`
    },
    refresh: 'Auffrischen',
    refreshOf: (name) => `Kopie auffrischen: ${name}`,
    download: 'Alle laden',
    downloadOf: (name) => `Alle Nachrichten laden: ${name}`,
    cancelOf: (name) => `Laden abbrechen: ${name}`,
    waiting: 'Wartet',
    running: (percent) => (percent === null ? 'Wird geladen…' : `Wird geladen… ${percent} %`),
    more: 'Mehr anzeigen',
  },
  notShown: 'Was auf diesem Computer gespeichert ist, konnte nicht geladen werden',
}

export const storageFailures: typeof englishFailures = {
  get HISTORY_NOT_SUBSCRIBED() {
    return `Du hast diesen ${word.one} nicht abonniert und kannst ihn ohne das nicht lesen.`
  },
  DATABASE_KEY_UNREADABLE:
    'Was Skein auf diesem Computer gespeichert hat, ist verschlüsselt, und der Schlüsselbund gibt Skein den Schlüssel nicht. Entsperre den Schlüsselbund und versuche es noch einmal. Es geht nichts verloren.',
  DATABASE_KEY_MISSING:
    'Was Skein auf diesem Computer gespeichert hat, ist verschlüsselt, und der Schlüssel ist nicht mehr im Schlüsselbund. Stelle den Schlüsselbund wieder her und versuche es noch einmal. Wenn der Schlüssel endgültig weg ist, melde dich ab und wieder an: Entwürfe und nicht gesendete Nachrichten auf diesem Computer sind dann verloren. Es wurde nichts gelöscht.',
  DATABASE_KEY_WRONG:
    'Was Skein auf diesem Computer gespeichert hat, ist verschlüsselt, und im Schlüsselbund ist ein anderer Schlüssel. Stelle den Schlüsselbund wieder her und versuche es noch einmal. Wenn der Schlüssel endgültig weg ist, melde dich ab und wieder an: Entwürfe und nicht gesendete Nachrichten auf diesem Computer sind dann verloren. Es wurde nichts gelöscht.',
  DATABASE_KEY_NOT_STORED:
    'Der Schlüsselbund hat den Schlüssel nicht gespeichert, darum wurde nichts verschlüsselt. Entsperre den Schlüsselbund und versuche es noch einmal.',
  ENCRYPTION_BUSY: 'Skein ändert die Verschlüsselung noch. Versuche es danach noch einmal.',
}
