import type { PostingRight } from '#contract/conversations.ts'
import type {
  attachments as englishAttachments,
  composer as englishComposer,
  composerClosed as englishClosed,
  newMessage as englishNewMessage,
} from '../../en/page/composer.ts'
import { german, word } from '../format.ts'

function people(count: number): string {
  return german.plural(count, { one: '1 Person', other: `${german.number(count)} Personen` })
}

function reached(count: number | null): string {
  return count === null ? '' : `, ${people(count)}`
}

function posting(who: PostingRight): string {
  switch (who.kind) {
    case 'group':
      return `Nur die Gruppe „${who.name}“ kann in diesem ${word.one} schreiben.`
    case 'owners':
      return `Nur Eigentümer der Organisation können in diesem ${word.one} schreiben.`
    case 'administrators':
      return `Nur Administratoren können in diesem ${word.one} schreiben.`
    case 'moderators':
      return `Nur Moderatoren und Administratoren können in diesem ${word.one} schreiben.`
    case 'full_members':
      return `Nur volle Mitglieder können in diesem ${word.one} schreiben, und dein Konto ist noch neu.`
    case 'members':
      return `Gäste können in diesem ${word.one} nicht schreiben.`
    case 'nobody':
      return `Niemand kann in diesem ${word.one} schreiben.`
    case 'some':
      return `Nur einige Personen können in diesem ${word.one} schreiben.`
  }
}

const manyOf = {
  all: 'alle hier',
  everyone: 'alle hier',
  get stream() {
    return `alle in diesem ${word.one}`
  },
  topic: 'alle, die sich an diesem Thema beteiligen',
}

const fences: Readonly<Record<string, string>> = {
  quote: 'zitierter Text',
  spoiler: 'verborgen, bis man öffnet',
  math: 'Formel',
  text: 'reiner Text',
}

export const composer: typeof englishComposer = {
  label: 'Nachricht',
  messageTo: (names) => `Nachricht an ${names}`,
  messageIn: (stream) => `Nachricht in #${stream}`,
  tooLong: (count) =>
    german.plural(count, {
      one: 'Diese Nachricht ist 1 Zeichen zu lang. Kürze sie, oder teile sie in mehrere Nachrichten auf.',
      other: `Diese Nachricht ist ${german.number(count)} Zeichen zu lang. Kürze sie, oder teile sie in mehrere Nachrichten auf.`,
    }),
  attachText: 'Als Datei anhängen',
  topicTooLong: (count) => `Dieses Thema ist ${german.number(count)} Zeichen zu lang.`,
  attach: 'Dateien anhängen',
  filesToAttach: 'Dateien zum Anhängen',
  emoji: 'Emoji',
  format: 'Format',
  fullHeight: 'Vergrößern',
  usualHeight: 'Verkleinern',
  completion: {
    bot: 'Bot',
    group: (members) => `Gruppe, ${people(members)}`,
    wildcard: {
      all: (reach) => `alle hier${reached(reach)}`,
      everyone: (reach) => `alle hier${reached(reach)}`,
      stream: (reach) => `alle in diesem ${word.one}${reached(reach)}`,
      topic: (reach) => `alle, die sich an diesem Thema beteiligen${reached(reach)}`,
    },
    fences,
    time: { now: 'Jetzt', label: 'Datum und Uhrzeit', act: 'Einfügen' },
    commands: {
      me: 'sagen, was du gerade tust',
      poll: 'Umfrage: eine Frage, dann je Zeile eine Antwort',
      todo: 'Aufgabenliste: ein Titel, dann je Zeile eine Aufgabe',
    },
  },
  warnings: {
    resolved: 'Dieses Thema ist gelöst.',
    reopen: 'Wieder öffnen',
    mutedTopic: 'Du hast dieses Thema stummgeschaltet und erfährst nichts von Antworten.',
    unmuteTopic: 'Einschalten',
    deactivated: (names) =>
      german.plural(names.length, {
        one: `${german.list(names)} sieht diese Nachricht nicht: Das Konto ist deaktiviert.`,
        other: `${german.list(names)} sehen diese Nachricht nicht: Ihre Konten sind deaktiviert.`,
      }),
    notReading: ({ names, stream }) =>
      german.plural(names.length, {
        one: `${german.list(names)} ist nicht in #${stream} und wird nicht benachrichtigt.`,
        other: `${german.list(names)} sind nicht in #${stream} und werden nicht benachrichtigt.`,
      }),
    add: (count) =>
      german.plural(count, { one: `Zum ${word.one} hinzufügen`, other: `Alle zum ${word.one} hinzufügen` }),
    added: (names) =>
      german.plural(names.length, {
        one: `${german.list(names)} ist jetzt in diesem ${word.one}.`,
        other: `${german.list(names)} sind jetzt in diesem ${word.one}.`,
      }),
    dismiss: 'Schließen',
    many: ({ wildcard, reach }) =>
      `Diese Nachricht benachrichtigt ${manyOf[wildcard]}${reach === null ? '' : `: ${people(reach)}`}.`,
    sendToMany: 'Trotzdem senden',
    back: 'Weiter bearbeiten',
  },
  widgets: {
    kept: 'Was du hier eingibst, wird als Entwurf dieser Unterhaltung gespeichert.',
    poll: {
      title: 'Umfrage',
      open: 'Umfrage…',
      heading: 'Frage',
      entries: 'Antworten',
      entry: (number) => `Antwort ${german.number(number)}`,
      add: 'Antwort hinzufügen',
      up: (number) => `Antwort ${german.number(number)} nach oben verschieben`,
      down: (number) => `Antwort ${german.number(number)} nach unten verschieben`,
      remove: (number) => `Antwort ${german.number(number)} entfernen`,
    },
    todo: {
      title: 'Aufgabenliste',
      open: 'Aufgabenliste…',
      heading: 'Titel',
      entries: 'Aufgaben',
      entry: (number) => `Aufgabe ${german.number(number)}`,
      description: (number) => `Beschreibung von Aufgabe ${german.number(number)}`,
      more: 'Beschreibung (optional)',
      add: 'Aufgabe hinzufügen',
      up: (number) => `Aufgabe ${german.number(number)} nach oben verschieben`,
      down: (number) => `Aufgabe ${german.number(number)} nach unten verschieben`,
      remove: (number) => `Aufgabe ${german.number(number)} entfernen`,
    },
  },
  preview: 'Vorschau',
  write: 'Schreiben',
  previewLoading: 'Vorschau wird geladen…',
  previewEmpty: 'Nichts für eine Vorschau.',
  isNewTopic: 'neues Thema',
  editWaits: 'Diese Nachricht wird gerade gesendet. Du kannst sie gleich bearbeiten.',
  sendingSoon: 'Wird gesendet, sobald die Dateien kopiert sind',
  saved: 'Entwurf gespeichert',
  notSaved: 'Entwurf nicht gespeichert',
  newLineHint: (key) => `${key} für eine neue Zeile`,
  sendHint: (key) => `${key} zum Senden`,
  send: 'Senden',
  sendLater: 'Später senden',
  changeRecipient: {
    label: 'Entwurf verschieben nach…',
    several: 'Entwurf verschieben',
    notStored: 'Dein Entwurf konnte noch nicht gespeichert werden und bleibt vorerst hier.',
    copying: 'Dateien werden noch kopiert. Verschiebe den Entwurf, wenn sie angehängt sind.',
  },
  schedule: 'Planen',
  scheduled: (moment) => `Geplant für ${moment}.`,
  to: 'An',
  typing: (names) =>
    german.plural(names.length, {
      one: `${german.list(names)} schreibt…`,
      other: `${german.list(names)} schreiben…`,
    }),
  yourself: 'Du selbst',
  topic: 'Thema',
  get topics() {
    return `Themen in diesem ${word.one}`
  },
  newTopic: 'Neues Thema',
  optionalTopic: 'Neues Thema (optional)',
  topicOrNone: (name) => `Neues Thema, oder leer für „${name}“`,
  pastedPicture: (stamp) => `Bild ${stamp}.png`,
  pastedText: (stamp) => `Text ${stamp}.txt`,
  pastedAt: ({ day, time }) => `${day} um ${time}`,
}

export const attachments: typeof englishAttachments = {
  label: 'Dateien',
  copying: 'Kopiert',
  progress: ({ doing, done, size }) => `${doing}: ${done} von ${size}`,
  progressOf: ({ doing, name }) => `${doing}: ${name}`,
  stateOf: ({ size, doing }) => `${size}, ${doing}`,
  kindAndSize: ({ kind, size }) => `${kind}, ${size}`,
  kinds: {
    picture: (format) => `${format}-Bild`,
    video: 'Video',
    sound: 'Audio',
    document: (format) => `${format}-Datei`,
    file: 'Datei',
  },
  interrupted: 'Kopieren unterbrochen. Füge die Datei noch einmal hinzu.',
  metadataRemoved: 'Persönliche Daten entfernt',
  metadataKept: 'Kann verraten, wann und wo es aufgenommen wurde',
  tooLarge: 'Zu groß für eine Vorschau',
  noteOn: ({ name, note }) => `${name}: ${note}`,
  keys: 'Enter bearbeitet Name und Beschreibung, Alt mit einer Pfeiltaste verschiebt die Datei, Entf entfernt sie.',
  moved: ({ name, position, count }) => `${name} ist jetzt an Stelle ${position} von ${count}.`,
  remove: (name) => `${name} entfernen`,
  details: {
    title: 'Name und Beschreibung',
    name: 'Name',
    extension: (extension) => `Dateiendung: ${extension}`,
    alt: 'Beschreibung',
    altHint:
      'Beschreibt die Datei für Menschen, die sie nicht sehen können. In der Nachricht steht sie an Stelle des Namens.',
    save: 'Speichern',
  },
}

export const composerClosed: typeof englishClosed = {
  needsTopic: 'Nachrichten brauchen hier ein Thema.',
  writeUnderTopic: 'Thema wählen',
  get topicless() {
    return `Nachrichten in diesem ${word.one} haben keine Themen mehr.`
  },
  writeTo: (name) => `Nachricht an ${name}`,
  get writeToStream() {
    return `In den ${word.one} schreiben`
  },
  direct: 'Du darfst diesen Personen keine Direktnachrichten senden.',
  get streamGone() {
    return `Diesen ${word.one} gibt es nicht mehr, oder du hast keinen Zugriff mehr darauf. Was auf diesem Computer ist, kannst du weiter lesen.`
  },
  get archived() {
    return `Dieser ${word.one} ist archiviert. Niemand kann mehr darin schreiben, aber du kannst alles lesen.`
  },
  notAllowed: (who) => `${posting(who)} Du kannst aber alles lesen.`,
  draftKept: 'Dein Entwurf ist gespeichert.',
}

export const newMessage: typeof englishNewMessage = {
  title: 'Neue Direktnachricht',
  list: 'Personen',
  field: 'Name oder E-Mail-Adresse',
  nobody: 'Niemand gefunden.',
  open: 'Unterhaltung öffnen',
  remove: (name) => `${name} entfernen`,
}
