import { english } from '#i18n/en/format.ts'

export const lightbox = {
  label: (name: string) => `Image: ${name}`,
  position: ({ number, total }: { number: number; total: number }) =>
    `${english.number(number)} of ${english.number(total)}`,
  smaller: 'Zoom out',
  larger: 'Zoom in',
  save: 'Save',
  unreachable: 'This isn’t on this computer, and the server can’t be reached right now.',
  onlySmall: 'Only a small version can be shown. The full-size image isn’t available right now.',
  previous: 'Previous image',
  next: 'Next image',
}
