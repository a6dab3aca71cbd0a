import type { PendingChange } from '#contract/messages.ts'
import type { waiting as english } from '../en/waiting.ts'
import { german } from './format.ts'

/** A sentence for each kind of change of a message; `topic` is the target of a move. */
type ChangeSentences = Readonly<Record<PendingChange['kind'], (topic: string) => string>>
const changing: ChangeSentences = {
  edit: () => 'Änderung wird gespeichert',
  delete: () => 'wird gelöscht',
  move: (topic) => `wird nach ${topic} verschoben`,
}
const unchanged: ChangeSentences = {
  edit: () => 'Änderung nicht gespeichert',
  delete: () => 'Nicht gelöscht',
  move: (topic) => `Nicht nach ${topic} verschoben`,
}

export const waiting: typeof english = {
  sending: 'wird gesendet…',
  resending: 'wurde vielleicht schon gesendet; neuer Versuch',
  undo: 'geschieht gleich; du kannst es noch rückgängig machen',
  checking: 'Skein prüft, ob es gesendet wurde',
  unchecked: 'wurde vielleicht schon gesendet; Skein prüft es, wenn du wieder online bist',
  behind: 'wartet auf die Nachricht davor',
  behind_failed: 'wartet auf eine nicht gesendete Nachricht davor',
  network: 'wird gesendet, wenn du wieder online bist',
  server_away: 'der Server ist nicht verfügbar; wird gesendet, wenn er wieder da ist',
  server_trouble: 'der Server hat einen Fehler gemeldet; neuer Versuch',
  internal: 'in Skein ist etwas schiefgegangen; neuer Versuch',
  signed_out: 'abgemeldet; melde dich an, um es zu senden',
  keychain: 'wartet auf den Schlüsselbund',
  server_refuses: 'der Server nimmt diese Version von Skein oder dieses Konto nicht an',
  starting: 'wartet auf den Server',
  uploading: ({ name, percent }) => `${name} wird hochgeladen (${percent}\u00a0%)`,
  rate_limited: (time) => `der Server hat Skein gebeten, bis ${time} zu warten`,
  disk: {
    DISK_FULL: 'der Datenträger ist voll; gib Speicherplatz frei, um es zu senden',
    LOCKED_DATABASE: 'ein anderes Programm verwendet die Daten dieses Kontos; schließe es, um das zu senden',
    READ_ONLY_DATABASE: 'Skein kann die Daten dieses Kontos nicht ändern; prüfe die Rechte des Ordners',
    CORRUPT_DATABASE: 'die Daten dieses Kontos sind beschädigt und werden repariert',
    NEWER_DATABASE: 'die Daten dieses Kontos stammen von einer neueren Version; aktualisiere Skein',
    UNUSABLE_DATABASE: 'die Daten dieses Kontos sind gerade nicht verwendbar',
  },
  refused: 'Der Server hat das ohne Grund abgelehnt.',
  changing,
  unchanged,
  notSent: (reason) => `Nicht gesendet. ${reason}`,
  waitBehind: (count) =>
    german.plural(count, {
      one: '1 Nachricht wartet auf diese.',
      other: `${german.number(count)} Nachrichten warten auf diese.`,
    }),
}
