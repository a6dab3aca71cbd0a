import type { MediaWords, LightboxWords, EmojiPickerWords } from '../../page/media.ts'
import { english } from '../format.ts'

export const media = {
  picture: 'Image',
  audio: 'Audio',
  preparing: 'The server is still preparing this image.',
  beingPrepared: 'Being prepared',
  notPlayable: 'This can’t be played right now.',
  open: (name) => `Open ${name}`,
  saved: 'File saved.',
  tooLarge: ({ width, height }) =>
    `This image is too large to show: ${english.number(width)} × ${english.number(height)} pixels.`,
  saveFile: 'Save file',
} satisfies MediaWords

export const lightbox = {
  label: (name) => `Image: ${name}`,
  position: ({ number, total }) => `${english.number(number)} of ${english.number(total)}`,
  smaller: 'Zoom out',
  larger: 'Zoom in',
  save: 'Save',
  unreachable: 'This isn’t on this computer, and the server can’t be reached right now.',
  onlySmall: 'Only a small version can be shown. The full-size image isn’t available right now.',
  previous: 'Previous image',
  next: 'Next image',
} satisfies LightboxWords

export const emojiPicker = {
  skinTone: 'Skin tone',
  skinTones: {
    none: 'No skin tone',
    light: 'Light',
    medium_light: 'Medium light',
    medium: 'Medium',
    medium_dark: 'Medium dark',
    dark: 'Dark',
  },
  label: 'Choose an emoji',
  search: 'Search emoji',
  frequent: 'Frequently used',
  custom: 'Custom',
  found: 'Results',
  nothing: 'No emoji found.',
  loading: 'Loading…',
  hint: 'Pick one, or type its name',
  groups: {
    smileys: 'Smileys',
    people: 'People',
    components: 'Components',
    nature: 'Animals and nature',
    food: 'Food and drink',
    travel: 'Travel and places',
    activities: 'Activities',
    objects: 'Objects',
    symbols: 'Symbols',
    flags: 'Flags',
  },
} satisfies EmojiPickerWords
