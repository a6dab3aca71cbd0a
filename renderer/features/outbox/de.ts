import { german } from '#i18n/de/format.ts'
import type { Phrase } from '#i18n/section.ts'
import type { unsent as english } from './en.ts'

export const unsent: typeof english = {
  title: 'Nicht gesendet',
  retryAll: (count) => `Alle ${german.number(count)} erneut versuchen`,
  withoutText: 'Nachricht ohne Text',
  takenBack: <T>(text: T): Phrase<T> => ['„', text, '“ wurde verworfen.'],
  notShown: 'Deine nicht gesendeten Nachrichten konnten nicht geladen werden',
  empty: 'Alles ist gesendet. Was wartet oder abgelehnt wurde, steht hier.',
  takeBack: 'Verwerfen',
  copied: 'Text kopiert.',
  notCopied: 'Der Text konnte nicht kopiert werden.',
  restored: 'Es ist jetzt in deinen Entwürfen.',
  waiting: 'Wartet',
  row: ({ what, title }) => (title === '' ? what : `${what}, ${title}`),
}
