import type { spelling as english } from './en.ts'

export const spelling: typeof english = {
  legend: 'Rechtschreibung',
  words: ['Rechtschreibprüfung', 'Tippfehler', 'Wörterbuch', 'Schreibfehler'],
  check: 'Rechtschreibung beim Tippen prüfen',
  checkHint: 'Wörterbücher werden von einem Server von Google geladen. Was du schreibst, bleibt auf diesem Computer.',
  macHint: 'macOS wählt die Sprachen selbst.',
  languages: 'Sprachen',
  system: (languages) => `Wie das System: ${languages}`,
  own: 'Sprachen auswählen',
}
