import type { emojiPicker as englishPicker, media as englishMedia } from '../../en/page/media.ts'
import { german } from '../format.ts'

export const media: typeof englishMedia = {
  picture: 'Bild',
  audio: 'Audio',
  preparing: 'Der Server bereitet dieses Bild noch vor.',
  beingPrepared: 'In Vorbereitung',
  notPlayable: 'Das kann gerade nicht abgespielt werden.',
  open: (name) => `${name} öffnen`,
  saved: 'Datei gesichert.',
  tooLarge: ({ width, height }) =>
    `Dieses Bild ist zu groß, um es zu zeigen: ${german.number(width)} × ${german.number(height)} Pixel.`,
  saveFile: 'Datei sichern',
}

export const emojiPicker: typeof englishPicker = {
  skinTone: 'Hautton',
  skinTones: {
    none: 'Kein Hautton',
    light: 'Hell',
    medium_light: 'Mittelhell',
    medium: 'Mittel',
    medium_dark: 'Mitteldunkel',
    dark: 'Dunkel',
  },
  label: 'Emoji wählen',
  search: 'Emoji suchen',
  frequent: 'Häufig verwendet',
  custom: 'Eigene',
  found: 'Ergebnisse',
  nothing: 'Kein Emoji gefunden.',
  loading: 'Wird geladen…',
  hint: 'Wähle eins, oder gib seinen Namen ein',
  groups: {
    smileys: 'Smileys',
    people: 'Menschen',
    components: 'Bestandteile',
    nature: 'Tiere und Natur',
    food: 'Essen und Trinken',
    travel: 'Reisen und Orte',
    activities: 'Aktivitäten',
    objects: 'Gegenstände',
    symbols: 'Symbole',
    flags: 'Flaggen',
  },
}
