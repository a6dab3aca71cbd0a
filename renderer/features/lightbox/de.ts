import { german } from '#i18n/de/format.ts'
import type { lightbox as english } from './en.ts'

export const lightbox: typeof english = {
  label: (name) => `Bild: ${name}`,
  position: ({ number, total }) => `${german.number(number)} von ${german.number(total)}`,
  smaller: 'Verkleinern',
  larger: 'Vergrößern',
  save: 'Sichern',
  unreachable: 'Das ist nicht auf diesem Computer, und der Server ist gerade nicht erreichbar.',
  onlySmall: 'Nur eine kleine Fassung kann gezeigt werden. Das Bild in voller Größe ist gerade nicht verfügbar.',
  previous: 'Voriges Bild',
  next: 'Nächstes Bild',
}
