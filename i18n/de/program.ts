import type { FileFault } from '#contract/base/failures.ts'
import type { program as english } from '../en/program.ts'

const faults = {
  permission: 'dir fehlt die Berechtigung.',
  in_use: 'ein anderes Programm verwendet sie.',
  disk_fault: 'der Datenträger meldet einen Fehler.',
  disk_full: 'der Datenträger ist voll.',
  is_folder: 'an ihrer Stelle ist ein Ordner.',
} satisfies Record<Exclude<FileFault['kind'], 'other'>, string>
const acts = { read: 'gelesen', write: 'geschrieben', keep_aside: 'beiseitegelegt' }

function faultText(fault: FileFault): string {
  if (fault.kind !== 'other') return faults[fault.kind]
  return `sie kann nicht ${acts[fault.act]} werden (${fault.code === '' ? 'unbekannter Grund' : fault.code}).`
}

const notOpened = 'Skein öffnet diesen Link nicht, weil er'
const unsafeLinks = {
  code: `${notOpened} Code ausführen würde.`,
  file: `${notOpened} zu Dateien auf diesem Computer oder in seinem Netz führt.`,
  program: `${notOpened} ein beliebiges Programm auf diesem Computer starten könnte.`,
  attachment: `${notOpened} eine Datei von diesem Computer an eine E-Mail hängen würde.`,
  unreadable: `${notOpened} keine gültige Adresse ist.`,
  too_long: `${notOpened} zu lang ist.`,
}

export const program: typeof english = {
  INTERNAL: 'In Skein ist etwas schiefgegangen. Näheres steht im Protokoll.',
  FOREIGN_FRAME: 'Diese Seite darf Skein nicht aufrufen.',
  UNKNOWN_CALL: 'Skein kennt diesen Aufruf nicht.',
  BAD_PARAMETERS: 'Skein hat einen Aufruf bekommen, den es nicht versteht.',
  UNSAFE_LINK: ({ reason }) => unsafeLinks[reason],
  NO_PROGRAM_FOR_LINK({ kind }) {
    switch (kind) {
      case 'mail':
        return 'Kein E-Mail-Programm konnte diese Adresse öffnen. Wähle eins in den Systemeinstellungen, oder kopiere die Adresse.'
      case 'web':
        return 'Kein Browser konnte diesen Link öffnen. Wähle einen in den Systemeinstellungen, oder kopiere den Link.'
      case 'other':
        return 'Kein Programm auf diesem Computer kann diesen Link öffnen.'
    }
  },
  NO_ACCOUNT: 'Dieses Konto ist nicht mehr angemeldet.',
  ENOSPC: 'Der Datenträger ist voll. Gib Speicherplatz frei und füge die Datei dann noch einmal hinzu.',
  NO_LICENCES: 'Die Lizenzen sind nicht lesbar, weil diese Kopie von Skein unvollständig ist. Installiere Skein neu.',
  OLD_REPORT: 'Es gibt einen neueren Bericht. Sieh dir diesen an und sichere ihn stattdessen.',
  REPORT_NOT_SAVED: ({ detail }) => `Der Bericht wurde nicht gesichert: ${detail}. Wähle einen anderen Ordner.`,
  FILE_NOT_SAVED: ({ cause }, sentenceOf) => `Die Datei wurde nicht gesichert. ${sentenceOf(cause)}`,
  FILE_GONE: 'Es gibt sie nicht mehr.',
  FILE_STATUS: ({ status }) => `Der Server hat mit Status ${status} geantwortet.`,
  BAD_PIECE: 'Die Datei hat sich beim Kopieren geändert. Füge sie noch einmal hinzu.',
  NO_COPY: 'Die Datei konnte nicht kopiert werden. Füge sie noch einmal hinzu.',
  BAD_NAME: 'Die Datei konnte nicht kopiert werden.',
  SETTINGS_UNREADABLE: ({ path, cause }) =>
    `Skein kann die Liste der Konten, ${path}, nicht lesen: ${faultText(cause)}`,
  SETTINGS_NEWER: ({ path }) =>
    `Die Liste der Konten, ${path}, stammt von einer neueren Version von Skein. Starte stattdessen diese Version.`,
  SETTINGS_DAMAGED: ({ path, cause }) =>
    `Die Liste der Konten, ${path}, ist beschädigt und konnte nicht beiseitegelegt werden: ${faultText(cause)}`,
  AUTHORITY_UNREADABLE: 'Diese Datei enthält kein Zertifikat. Wähle eine Datei im Format PEM oder DER.',
  AUTHORITY_NOT_ONE:
    'Dieses Zertifikat gehört keiner Zertifizierungsstelle. Wähle das Zertifikat der Stelle, die es ausgestellt hat.',
  AUTHORITY_EXPIRED: 'Dieses Zertifikat ist abgelaufen.',
  AUTHORITY_WEAK: 'Der Schlüssel dieses Zertifikats ist zu kurz, um sicher zu sein.',
  AUTHORITIES_FULL: ({ most }) => `Du kannst höchstens ${most} Zertifizierungsstellen hinzufügen.`,
  AUTHORITIES_NOT_STORED: 'Skein konnte die Zertifizierungsstellen nicht speichern. Es wurde nichts geändert.',
  SETTINGS_NOT_STORED: ({ cause }) =>
    `Skein konnte die Datei mit seinen Einstellungen nicht speichern: ${faultText(cause)}`,
}
