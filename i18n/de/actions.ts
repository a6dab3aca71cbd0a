import type { ActionFailures } from '#contract/outbox.ts'
import type { actions as englishActions, drafts as englishDrafts, outcomes as englishOutcomes } from '../en/actions.ts'
import { german, word } from './format.ts'

const empty = {
  send: 'Schreib erst eine Nachricht.',
  edit: 'Eine Nachricht kann nicht leer sein. Lösche sie stattdessen.',
  schedule: 'Eine Nachricht kann nicht leer sein.',
}
const archived = {
  get send() {
    return `Dieser ${word.one} ist archiviert. Niemand kann mehr darin schreiben.`
  },
  get change() {
    return `Dieser ${word.one} ist archiviert. Du kannst seine Nachrichten lesen, aber nicht ändern.`
  },
}
const topicMissing = {
  compose: 'Nachrichten brauchen in dieser Organisation ein Thema. Gib eins an und sende dann.',
  send: 'Nachrichten brauchen hier ein Thema. Gib eins an und sende dann.',
  resolve: 'Nachrichten ohne Thema können nicht als gelöst markiert werden. Gib erst ein Thema an.',
  move: 'Gib erst ein Thema an.',
}
const features = {
  follow_topics: 'Dieser Server ist zu alt, um Themen zu folgen.',
  get unmute_topics() {
    return `Dieser Server ist zu alt, um Themen in einem stummen ${word.one} wieder einzuschalten.`
  },
  schedule: 'Dieser Server ist zu alt für geplante Nachrichten.',
  edit_scheduled:
    'Dieser Server ist zu alt, um geplante Nachrichten zu bearbeiten. Brich diese ab und plane sie noch einmal.',
}
const wanted = {
  get common_streams() {
    return `Eure gemeinsamen ${word.many} kennt nur der Server`
  },
  text: 'Den Text dieser Nachricht hat nur der Server',
  receipts: 'Lesebestätigungen hat nur der Server',
  history: 'Den Bearbeitungsverlauf hat nur der Server',
  preview: 'Die Vorschau kommt vom Server',
}
const changed = { edit: 'bearbeitet', delete: 'gelöscht' }

function tooLong({ act, length, most }: ActionFailures['MESSAGE_TOO_LONG']): string {
  const lengths = `Diese Nachricht hat ${german.number(length)} Zeichen; erlaubt sind ${german.number(most)}.`
  switch (act) {
    case 'send':
      return `${lengths} Kürze sie, oder teile sie in mehrere Nachrichten auf.`
    case 'edit':
      return `${lengths} Kürze sie.`
    case 'schedule':
      return `Nachrichten können bis zu ${german.number(most)} Zeichen haben.`
  }
}

function notAllowed(values: ActionFailures['NOT_ALLOWED']): string {
  switch (values.act) {
    case 'change_of_other':
      return 'Nur wer diese Nachricht geschrieben hat, kann sie ändern.'
    case 'edit_widget':
      return 'Der Text von Umfragen und Aufgabenlisten kann nicht bearbeitet werden.'
    case 'move_topic':
      return 'Du darfst Nachrichten nicht in ein anderes Thema verschieben.'
    case 'move_stream':
      return `Du darfst Nachrichten nicht in einen anderen ${word.one} verschieben.`
    case 'resolve':
      return 'Du darfst nicht ändern, ob Themen gelöst sind.'
    case 'edit':
    case 'delete':
      return values.isLate
        ? `Diese Nachricht ist zu alt und kann nicht mehr ${changed[values.act]} werden. Deine Organisation hat eine Frist gesetzt.`
        : `In deiner Organisation können Nachrichten nicht ${changed[values.act]} werden.`
  }
}

export const actions: typeof englishActions = {
  EMPTY_MESSAGE: ({ act }) => empty[act],
  FILE_INCOMPLETE: ({ name }) =>
    `„${name}“ war noch nicht ganz kopiert, als Skein unterbrochen wurde. Füge die Datei noch einmal hinzu, oder entferne sie aus der Nachricht.`,
  BAD_MESSAGE: 'Der Text enthält ein Nullzeichen. Entferne es und versuche es noch einmal.',
  MESSAGE_TOO_LONG: tooLong,
  STREAM_ARCHIVED: ({ act }) => archived[act],
  TOPIC_TOO_LONG: ({ most }) => `Themen können bis zu ${most} Zeichen haben.`,
  TOPIC_MISSING: ({ act }) => topicMissing[act],
  TOPIC_UNWANTED: ({ topic }) => `Nachrichten haben hier kein Thema. Sende sie stattdessen an „${topic}“.`,
  NO_MESSAGE: 'Diese Nachricht ist nicht mehr verfügbar.',
  get NO_STREAM() {
    return `Dieser ${word.one} ist nicht mehr verfügbar.`
  },
  NO_EMOJI: 'Dieser Server hat dieses Emoji nicht.',
  NO_SUCH_CHOICE: 'Das geht mit dieser Umfrage oder Aufgabenliste nicht.',
  NO_DRAFT: 'Diesen Entwurf gibt es nicht mehr.',
  NO_RECIPIENT: 'Dieser Entwurf hat kein Ziel. Öffne ihn und wähle ein Thema oder Personen.',
  NO_RECEIPTS: 'Deine Organisation zeigt nicht, wer eine Nachricht gelesen hat.',
  NOT_ALLOWED: notAllowed,
  get NOT_SUBSCRIBED() {
    return `Du bist diesem ${word.one} nicht beigetreten. Tritt bei, um seine Einstellungen zu ändern.`
  },
  MUTE_SELF: 'Du kannst dich nicht selbst stummschalten.',
  NOT_SCHEDULED: 'Diese Nachricht wurde schon gesendet oder abgebrochen.',
  TIME_PASSED: 'Dieser Zeitpunkt ist vorbei. Wähle einen späteren.',
  FEATURE_MISSING: ({ feature }) => features[feature],
  ALREADY_LEAVING: ({ isMessage }) => (isMessage ? 'Diese Nachricht wird schon gesendet.' : 'Das wird schon gesendet.'),
  NOT_IN_OUTBOX: 'Diese Nachricht wartet nicht mehr darauf, gesendet zu werden.',
  OFFLINE: (values) =>
    `${wanted[values.wanted]}, und der ist gerade nicht erreichbar. Versuche es noch einmal, wenn du online bist.`,
}

export const outcomes: typeof englishOutcomes = {
  UNREADABLE:
    'Skein kann nicht lesen, was hier gespeichert ist. Vielleicht stammt es von einer neueren Version. Kopiere den Text, falls du ihn brauchst, und verwirf ihn dann.',
  READABLE_AGAIN: 'Eine ältere Version von Skein konnte das nicht lesen und hat es nicht gesendet. Jetzt senden?',
  CHANGED_MEANWHILE:
    'Jemand hat diese Nachricht geändert, während du sie bearbeitet hast. Dein Text ist gespeichert. Sieh dir die andere Fassung an und versuche es noch einmal, um sie zu ersetzen.',
  MOVE_TOO_LATE: ({ allowed, total }) =>
    `Nur ${german.number(allowed)} der ${german.number(total)} Nachrichten in diesem Thema sind neu genug, um verschoben zu werden.`,
  SCHEDULED_GONE: ({ cause }, sentenceOf) =>
    `${cause === null ? '' : `${sentenceOf(cause)} `}Die Nachricht wurde schon gesendet oder abgebrochen.`,
  SEND_TIME_PASSED: 'Der geplante Zeitpunkt war vorbei, bevor der Server das bekam. Wähle einen anderen.',
  SCHEDULED_NOT_SENT:
    'Das konnte zum geplanten Zeitpunkt nicht gesendet werden. Wähle einen anderen, oder brich es ab.',
  CHOICE_LOST: 'Die Verbindung brach ab, bevor das ankam. Noch einmal senden?',
  ATTACHMENT_GONE: ({ name }) =>
    `Die Kopie von „${name}“ ist nicht mehr auf diesem Datenträger. Bearbeite die Nachricht und füge die Datei noch einmal hinzu.`,
  ATTACHMENT_REFUSED: ({ name, cause }, sentenceOf) =>
    `„${name}“ konnte nicht hochgeladen werden.${cause === null ? '' : ` ${sentenceOf(cause)}`}`,
  ATTACHMENT_TOO_LARGE: 'Die Datei ist zu groß für diesen Server.',
}

export const drafts: typeof englishDrafts = {
  DRAFT_WITHOUT_TEXT: 'Nur Text wird mit dem Server synchronisiert, und dieser Entwurf hat keinen.',
  DRAFT_NULL_CHARACTER: 'Der Text enthält ein Nullzeichen, das der Server nicht annimmt.',
  DRAFT_TOO_LONG: ({ most }) =>
    `Länger als die ${german.number(most)} Zeichen, die der Server annimmt. Nur auf diesem Computer gespeichert.`,
  DRAFT_TOPIC_TOO_LONG: 'Das Thema ist zu lang für den Server. Nur auf diesem Computer gespeichert.',
}
