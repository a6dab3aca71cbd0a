import type { PaletteWords } from '../../page/palette.ts'

export const palette = {
  label: 'Go to anything',
  example: 'A stream, topic, person or command',
  list: 'What was found',
  groups: { places: 'Go to', commands: 'Commands' },
  command: 'Command',
  searching: 'Searching this computer…',
  nothingFound: 'Nothing on this computer has that name.',
} satisfies PaletteWords
