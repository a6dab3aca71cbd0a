import type { Phrase } from '#i18n/section.ts'
import type { draftList as english } from './en.ts'

export const draftList: typeof english = {
  title: 'Entwürfe',
  notShown: 'Deine Entwürfe konnten nicht geladen werden',
  deleted: <T>(text: T): Phrase<T> => ['Der Entwurf „', text, '“ wurde gelöscht.'],
  withoutText: 'kein Text',
  empty: 'Keine Entwürfe. Was du zu schreiben beginnst, bleibt hier, bis du es sendest.',
  send: 'Senden',
  local:
    'Dieses Konto speichert Entwürfe nur auf diesem Computer, wie in seinen Einstellungen auf dem Server festgelegt.',
}
