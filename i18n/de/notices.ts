import type { messageTexts as englishTexts, notices as englishNotices } from '../en/notices.ts'
import { german } from './format.ts'

const youWrote = (content: string) => `Du hast geschrieben: „${content}“`
const withAnswer = (sentence: string, answer: string | null) =>
  answer === null ? sentence : `${sentence} ${youWrote(answer)}`

const blocked = {
  darwin:
    'macOS hat eine Mitteilung nicht gezeigt. Öffne Systemeinstellungen > Mitteilungen und erlaube sie für Skein. Wenn Skein dort fehlt, ist diese Kopie nicht signiert; installiere eine signierte.',
  win32:
    'Windows hat eine Benachrichtigung nicht gezeigt. Öffne Einstellungen > System > Benachrichtigungen und schalte sie für Skein ein.',
  linux:
    'Deine Arbeitsumgebung hat eine Benachrichtigung nicht gezeigt. Prüfe, ob Benachrichtigungen in ihren Einstellungen eingeschaltet sind und ein Benachrichtigungsdienst läuft.',
}

export const notices: typeof englishNotices = {
  NOTIFICATION_SIGNED_OUT: ({ answer }) =>
    withAnswer('Diese Benachrichtigung gehört zu einem abgemeldeten Konto. Es gibt nichts zu öffnen.', answer),
  NOTIFICATION_GONE: ({ answer }) =>
    withAnswer(
      'Die Nachricht dieser Benachrichtigung konnte nicht geöffnet werden. Vielleicht wurde sie gelöscht, oder der Server ist gerade nicht erreichbar.',
      answer,
    ),
  ANSWER_NOT_SENT: ({ cause, lost }, sentenceOf) =>
    `Deine Antwort wurde nicht gesendet. ${sentenceOf(cause)} ${lost === null ? 'Sie ist als Entwurf gespeichert.' : youWrote(lost)}`,
  NOTIFICATIONS_BLOCKED: ({ platform }) => blocked[platform],
  DICTIONARY_NOT_FETCHED: ({ language }) =>
    `Das Wörterbuch für ${german.languageName(language)} konnte nicht geladen werden. Die Rechtschreibprüfung beginnt, sobald es da ist.`,
  NO_DICTIONARY:
    'Für die Sprachen deines Systems gibt es kein Wörterbuch. Wähle im Kontextmenü eines Textfelds eine andere Sprache.',
  SPELLING_NOT_STORED:
    'Deine Einstellungen zur Rechtschreibung konnten nicht gespeichert werden. Prüfe, ob der Datenträger voll ist, und wähle dann noch einmal.',
  LINK_NOT_OPENED: ({ cause }, sentenceOf) => sentenceOf(cause),
  SANDBOX_OFF({ platform }) {
    const what = 'Skein läuft ohne die Sandbox, die den Rest deines Computers vor schädlichen Nachrichten schützt'
    return platform === 'linux'
      ? `${what}. Entweder erlaubt dieses System sie für AppImages nicht, oder Skein wurde mit --no-sandbox gestartet. Installiere das Deb-Paket von Skein, oder erlaube Programmen, User-Namespaces anzulegen.`
      : `${what}. Es wurde mit --no-sandbox gestartet. Beende Skein und starte es ohne diese Option.`
  },
  UNCAUGHT_ERROR:
    'In Skein ist etwas schiefgegangen, aber es läuft noch. Wenn etwas falsch aussieht, beende Skein und starte es neu.',
  GRAPHICS_FAILED:
    'Die Grafik dieses Computers ist mehrmals ausgefallen. Wenn das Fenster falsch aussieht, beende Skein und starte es mit --disable-gpu.',
}

export const messageTexts: typeof englishTexts = {
  TEXT: ({ text }) => text,
  HIDDEN: 'Neue Direktnachricht',
}
