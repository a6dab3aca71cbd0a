import type { PixelSize } from '#contract/attachments.ts'
import type { SkinTone } from '#contract/base/choices.ts'
import { english } from '../format.ts'

/** Images, videos and sounds of messages. */
export const media = {
  picture: 'Image',
  audio: 'Audio',
  preparing: 'The server is still preparing this image.',
  beingPrepared: 'Being prepared',
  notPlayable: 'This can’t be played right now.',
  open: (name: string) => `Open ${name}`,
  saved: 'File saved.',
  tooLarge: ({ width, height }: PixelSize) =>
    `This image is too large to show: ${english.number(width)} × ${english.number(height)} pixels.`,
  /** The button beside that sentence. */
  saveFile: 'Save file',
}

export const emojiPicker = {
  /** The button that shows the skin tones, and the name of their group. */
  skinTone: 'Skin tone',
  skinTones: {
    none: 'No skin tone',
    light: 'Light',
    medium_light: 'Medium light',
    medium: 'Medium',
    medium_dark: 'Medium dark',
    dark: 'Dark',
  } satisfies Record<SkinTone, string>,
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
}
