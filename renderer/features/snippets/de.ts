import { german } from '#i18n/de/format.ts'
import type { snippets as english } from './en.ts'

export const snippets: typeof english = {
  page: {
    title: 'Textbausteine',
    open: 'Textbaustein einfügen',
    none: 'Noch keine Textbausteine. Speichere Text, den du oft brauchst, und füge ihn mit einer Taste in eine Nachricht ein.',
    search: 'Textbausteine suchen',
    create: 'Neuer Textbaustein',
    nothingFound: (text) => `Kein Textbaustein enthält „${text}“.`,
    more: ({ shown, found }) =>
      `Die ersten ${german.number(shown)} von ${german.number(found)}. Suche, um die anderen zu finden.`,
    name: 'Name',
    text: 'Text',
    keptHere: 'Wird beim Tippen gespeichert, nur auf diesem Computer.',
    keptEverywhere: 'Wird beim Tippen gespeichert und mit deinen anderen Geräten synchronisiert.',
    done: 'Fertig',
    revert: 'Änderungen rückgängig machen',
    discard: 'Verwerfen',
    insert: 'In Nachricht einfügen',
    noConversation: 'Öffne erst eine Unterhaltung, und füge den Textbaustein dort ein.',
    edit: 'Bearbeiten',
    remove: 'Löschen',
    removed: (name) => `„${name}“ wurde gelöscht.`,
    failed: 'Deine Textbausteine konnten nicht geladen werden',
  },
  failures: {
    SNIPPET_EMPTY: 'Gib erst einen Text ein.',
    SNIPPET_GONE: 'Dieser Textbaustein wurde gelöscht.',
    SNIPPET_NULL_CHARACTER:
      'Nur auf diesem Computer gespeichert. Der Text enthält ein Zeichen, das der Server nicht annimmt.',
    SNIPPET_TOO_LONG: ({ most }) =>
      `Nur auf diesem Computer gespeichert. Der Server nimmt höchstens ${german.number(most)} Zeichen an.`,
    SNIPPETS_FULL: ({ most }) => `Du hast die Grenze von ${most} Textbausteinen erreicht. Lösche erst einen.`,
  },
}
