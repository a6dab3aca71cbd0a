import type { Phrase } from '#i18n/section.ts'
import type { scheduled as english } from './en.ts'

export const scheduled: typeof english = {
  title: 'Geplante Nachrichten',
  notShown: 'Deine geplanten Nachrichten konnten nicht geladen werden',
  empty: 'Keine geplanten Nachrichten. Was du planst, steht hier, bis es gesendet ist.',
  missing: 'Dieser Server ist zu alt für geplante Nachrichten.',
  saving: 'Noch nicht synchronisiert. Auf diesem Computer gespeichert, bis der Server erreichbar ist.',
  notSaved: (reason) => `Nicht geplant. ${reason}`,
  sendNow: 'Jetzt senden',
  change: 'Bearbeiten',
  cancel: 'Senden abbrechen',
  day: 'Tag',
  time: 'Uhrzeit',
  text: 'Nachricht',
  cancelled: <T>(text: T): Phrase<T> => ['„', text, '“ wird nicht gesendet.'],
  keptAsDraft: 'Sie wird nicht gesendet. Ihr Text ist als Entwurf gespeichert.',
  restoredAsDraft: 'Ihr Text ist als Entwurf gespeichert.',
  withoutText: 'kein Text',
}
