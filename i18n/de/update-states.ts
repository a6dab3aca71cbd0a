import type { updateStates as english } from '../en/update-states.ts'

export const updateStates: typeof english = {
  hindrances: {
    no_address: 'Diese Kopie von Skein hat keine Adresse für Updates und sucht deshalb nicht danach.',
    not_signed:
      'Diese Kopie von Skein ist nicht von ihren Herstellern signiert. Sie kann nach Updates suchen, aber keine installieren.',
    not_installed:
      'Diese Kopie von Skein wurde nicht installiert. Sie kann nach Updates suchen, aber keine installieren.',
    not_moved: 'Um Updates zu installieren, bewege Skein in den Ordner „Programme“ und starte es von dort.',
    not_writable:
      'Skein kann seine eigene Datei an ihrem jetzigen Ort nicht ersetzen. Es kann nach Updates suchen, aber keine installieren.',
    system_package:
      'Skein wurde als Systempaket installiert. Hier erfährst du von Updates; installiere sie auf demselben Weg.',
  },
  notChecked: 'Noch keine Updates gefunden.',
  newest: (moment) => `Skein ist aktuell. Zuletzt geprüft: ${moment}.`,
  checking: 'Sucht nach Updates…',
  available: (version) => `Skein ${version} ist verfügbar.`,
  fetching: ({ version, percent }) => `Skein ${version} wird geladen: ${percent}\u00a0%. Du kannst weiterarbeiten.`,
  ready: (version) => `Skein ${version} ist bereit und wird beim nächsten Start von Skein installiert.`,
  kept: (version) => `Skein ${version} ist geladen. Es wird nur installiert, wenn du Skein hier neu startest.`,
  staging: (version) => `Skein ${version} wird installiert. Skein startet gleich neu.`,
  acts: {
    idle: 'Nach Updates suchen',
    failed: 'Erneut versuchen',
    fetch: 'Laden',
    open: 'Downloadseite öffnen',
    ready: 'Jetzt neu starten',
  },
}
