import type { updates as english } from '../en/updates.ts'

export const updates: typeof english = {
  NO_RELEASE: 'Für diesen Computer gibt es noch keine Version.',
  NO_RELEASE_ADDRESS: 'Es ist keine Adresse für Updates eingestellt.',
  RELEASE_STATUS: ({ status }) =>
    `Der Update-Server hat einen Fehler gemeldet (${status}). Skein sucht später noch einmal.`,
  RELEASE_UNREACHABLE: ({ cause }, sentenceOf) => `Skein konnte nicht nach Updates suchen. ${sentenceOf(cause)}`,
  FOREIGN_RELEASE:
    'Die Angaben zur neuen Version sind nicht von den Herstellern von Skein signiert. Es wurde nichts geladen.',
  BAD_RELEASE: 'Die Angaben zur neuesten Version sind nicht lesbar.',
  UPDATE_DAMAGED: 'Das Update kam beschädigt an und wurde gelöscht. Skein lädt es später noch einmal.',
  UPDATE_NOT_SIGNED: 'Das Update ist nicht von den Herstellern von Skein signiert und wurde gelöscht.',
  UPDATE_DISK_FULL:
    'Für das Update ist zu wenig Speicherplatz frei. Gib welchen frei; Skein lädt es später noch einmal.',
  UPDATE_NOT_WRITABLE: 'Skein kann an den Ort des Updates nicht schreiben. Näheres steht im Protokoll.',
  UPDATE_NOT_FETCHED:
    'Das Update konnte nicht geladen werden. Skein versucht es später noch einmal. Näheres steht im Protokoll.',
  UPDATE_NOT_TAKEN:
    'Dein System hat das Update nicht angenommen. Skein versucht es später noch einmal. Näheres steht im Protokoll.',
}
