import type { MediaWords, LightboxWords, EmojiPickerWords } from '../../page/media.ts'
import { english } from '../format.ts'

export const media = {
  picture: 'Picture',
  audio: 'Audio',
  preparing: 'The server is still preparing this picture.',
  notPlayable: 'This cannot be played here now.',
  open: (name) => `Open ${name}`,
  saved: 'The file was saved.',
  tooLarge: ({ width, height }) =>
    `This image is too large to show: ${english.number(width)} × ${english.number(height)} pixels.`,
  saveFile: 'Save file',
} satisfies MediaWords

export const lightbox = {
  label: (name) => `Picture: ${name}`,
  position: ({ number, total }) => `${english.number(number)} of ${english.number(total)}`,
  smaller: 'Smaller (-)',
  larger: 'Larger (+)',
  save: 'Save',
  close: 'Close (Esc)',
  unreachable: 'This is not on this computer, and the server cannot be reached now.',
  onlySmall: 'Only the small picture can be shown: the large one cannot be had now.',
  previous: 'The picture before (←)',
  next: 'The next picture (→)',
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
  frequent: 'Often used',
  custom: 'Of this organization',
  found: 'Found',
  nothing: 'No emoji has this name.',
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
