import type { allRead as english } from '../../en/page/all-read.ts'
import { german } from '../format.ts'

export const allRead: typeof english = {
  label: 'Als gelesen markiert',
  read: (count) =>
    german.plural(count, {
      one: '1 Nachricht als gelesen markiert',
      other: `${german.number(count)} Nachrichten als gelesen markiert`,
    }),
  unreadAgain: (count) =>
    german.plural(count, {
      one: '1 Nachricht wieder als ungelesen markiert',
      other: `${german.number(count)} Nachrichten wieder als ungelesen markiert`,
    }),
  nothing: 'Hier war nichts ungelesen.',
  tooLate: 'Das lässt sich nicht mehr rückgängig machen, weil Skein dieses Konto neu starten musste.',
  progress: ({ done, total }) => `${german.number(done)} von ${german.number(total)}`,
}
