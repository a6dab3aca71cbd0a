import { english } from '../../format.ts'
import type { AllReadWords } from '#i18n/page/reading/all-read.ts'

export const allRead = {
  label: 'Marked as read',
  read: (count) =>
    english.plural(count, {
      one: `${english.number(count)} message marked as read`,
      other: `${english.number(count)} messages marked as read`,
    }),
  unreadAgain: (count) =>
    english.plural(count, {
      one: `${english.number(count)} message marked as unread again`,
      other: `${english.number(count)} messages marked as unread again`,
    }),
  nothing: 'Nothing here was unread.',
  tooLate: 'This can no longer be undone because Skein had to restart this account.',
  progress: ({ done, total }) => `${english.number(done)} of ${english.number(total)}`,
} satisfies AllReadWords
