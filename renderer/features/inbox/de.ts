import { german, word } from '#i18n/de/format.ts'
import type { Phrase } from '#i18n/section.ts'
import type { inbox as english } from './en.ts'

export const inbox: typeof english = {
  title: 'Eingang',
  titleEverywhere: 'Eingang (alle Organisationen)',
  empty: 'Du bist auf dem neuesten Stand.',
  notShown: 'Dein Eingang konnte nicht geladen werden',
  scope: 'Eingang zeigen für',
  sections: {
    mentions: 'Erwähnungen',
    direct: 'Direktnachrichten',
    get unknownStream() {
      return `Anderer ${word.one}`
    },
  },
  more: 'Ältere Unterhaltungen erscheinen hier, wenn du diese liest.',
  answer: 'Antworten',
  markRead: 'Als gelesen markieren',
  dismiss: 'Aus der Liste entfernen',
  read: 'Gelesen',
  muted: 'Stumm',
  mentions: (count) => german.plural(count, { one: 'Erwähnung', other: 'Erwähnungen' }),
  unread: 'ungelesen',
  wrote: <T>(name: T): Phrase<T> => [name, ': '],
  answered: (text) => `Deine Antwort: ${text}`,
  answeredByFiles: 'Du hast mit Dateien geantwortet.',
  nothingHere: 'Die Nachrichten sind noch nicht auf diesem Computer.',
}
