import type { page as english } from '../en/page.ts'
import { german } from './format.ts'

export const page: typeof english = {
  VIEW_FAILED: 'Skein konnte diese Liste nicht aktualisieren. Es versucht es weiter.',
  NO_ANSWER: 'Skein hat nicht geantwortet. Dein Text ist noch hier; versuche es noch einmal.',
  SENT_BEFORE:
    'Deine Nachricht wurde ohne deine letzten Änderungen gesendet. Wenn du jetzt sendest, wird es eine weitere Nachricht.',
  UNANSWERED:
    'Skein weiß noch nicht, ob deine Nachricht ohne deine letzten Änderungen gesendet wurde. Versuche es gleich noch einmal.',
  TEXT_TOO_LONG_TO_KEEP: ({ most }) =>
    `Skein speichert bis zu ${german.number(most)} Zeichen nicht gesendeten Text. Kürze ihn, oder hänge ihn als Datei an.`,
  FILE_TOO_LARGE: ({ name, size, most }) =>
    `„${name}“ hat ${german.bytes(size)}. Dieser Server nimmt bis zu ${german.bytes(most)} je Datei an.`,
  FILES_TOO_LARGE: ({ name, rest, most }) =>
    `„${name}“ und ${german.number(rest)} weitere ${rest === 1 ? 'Datei' : 'Dateien'} sind zu groß. Dieser Server nimmt bis zu ${german.bytes(most)} je Datei an.`,
  FILE_NOT_READABLE: ({ name }) => `„${name}“ ist nicht lesbar. Um einen Ordner anzuhängen, komprimiere ihn zuerst.`,
  TEXT_TOO_LONG: ({ length, most }) =>
    `Dieser Text hat ${german.number(length)} Zeichen; erlaubt sind ${german.number(most)}. Kürze ihn.`,
  TIME_MISSING: 'Wähle Datum und Uhrzeit.',
  POLL_WITHOUT_QUESTION: 'Gib eine Frage ein.',
  TODO_EMPTY: 'Gib einen Titel oder eine Aufgabe ein.',
  TASK_WITHOUT_NAME: 'Gib einen Namen für diese Aufgabe ein.',
  TASK_TWICE: ({ name }) =>
    `„${name}“ steht schon in der Liste und wird nur einmal gezeigt. Gib dieser Aufgabe einen anderen Namen.`,
  TOO_MANY_TASKS: ({ most }) => `Eine Liste kann bis zu ${german.number(most)} Aufgaben haben.`,
  TIME_TOO_NEAR: 'Wähle einen Zeitpunkt, der mindestens eine Minute entfernt ist, oder sende die Nachricht jetzt.',
}
