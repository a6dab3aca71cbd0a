import type { actionNames as english } from '../en/action-names.ts'
import { unknownPerson } from './lists.ts'
import { word } from './format.ts'

export const actionNames: typeof english = {
  MESSAGE: 'Nachricht senden',
  SCHEDULED_MESSAGE: 'Nachricht planen',
  SCHEDULED_EDIT: 'Geplante Nachricht bearbeiten',
  SCHEDULED_DELETION: 'Geplante Nachricht abbrechen',
  EDIT: 'Nachricht bearbeiten',
  DELETION: 'Nachricht löschen',
  MOVE: ({ topic }) => `Nach ${topic} verschieben`,
  STAR: ({ isStarred }) => (isStarred ? 'Mit Stern markieren' : 'Stern entfernen'),
  REACTION: ({ name, isAdded }) => (isAdded ? `Reaktion :${name}: hinzufügen` : `Reaktion :${name}: entfernen`),
  WIDGET_PART: 'Umfrage oder Aufgabenliste ändern',
  MARK_READ: 'Als gelesen markieren',
  MARK_UNREAD: 'Als ungelesen markieren',
  MARK_CONVERSATION_READ: 'Unterhaltung als gelesen markieren',
  MARK_EVERYTHING_READ: 'Alle Nachrichten als gelesen markieren',
  TOPIC_CHOICE: 'Einstellungen des Themas ändern',
  get STREAM_CHOICE() {
    return `Einstellungen des ${word.ofOne} ändern`
  },
  MUTE: ({ person: { id, name }, isMuted }) =>
    `${name ?? unknownPerson(id)} ${isMuted ? 'stummschalten' : 'nicht mehr stummschalten'}`,
  UNREADABLE: 'Nicht lesbarer Eintrag',
}
