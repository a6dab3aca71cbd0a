import { english } from '../format.ts'

/** Messages were marked as read at once. */
export const allRead = {
  /** The accessible name of the line. */
  label: 'Marked as read',
  read: (count: number) =>
    english.plural(count, {
      one: `${english.number(count)} message marked as read`,
      other: `${english.number(count)} messages marked as read`,
    }),
  unreadAgain: (count: number) =>
    english.plural(count, {
      one: `${english.number(count)} message marked as unread again`,
      other: `${english.number(count)} messages marked as unread again`,
    }),
  nothing: 'Nothing here was unread.',
  /** It cannot be undone any more. */
  tooLate: 'This can no longer be undone because Skein had to restart this account.',
  progress: ({ done, total }: { readonly done: number; readonly total: number }) =>
    `${english.number(done)} of ${english.number(total)}`,
}
