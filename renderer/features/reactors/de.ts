import { german } from '#i18n/de/format.ts'
import type { receipts as english } from './en.ts'

export const receipts: typeof english = {
  title: 'Wer das gelesen hat',
  readBy: (count) => `Gelesen von ${german.number(count)}`,
  read: 'Gelesen von',
  loading: 'Wird geladen…',
  nobody: 'Das hat noch niemand gelesen, außer wer es geschrieben hat.',
  more: (count) => `${german.number(count)} weitere`,
  ownHidden: 'Du teilst nicht, wann du Nachrichten liest. Deshalb fehlst du in diesen Listen.',
  reactions: 'Reaktionen',
}
