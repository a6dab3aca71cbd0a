import type { GroupWords } from '#i18n/page/organization/groups.ts'
import { english } from '../../format.ts'

export const groups = {
  members: (count) => english.plural(count, { one: 'One member', other: `${english.number(count)} members` }),
  field: 'Find a member',
  list: 'Members',
  nobody: 'No members found.',
  more: ({ shown, found }) =>
    `Showing ${english.number(shown)} of ${english.number(found)} members. Type to find the others.`,
  write: (count) =>
    english.plural(count, { one: 'Message this member', other: `Message all ${english.number(count)}` }),
  gone: 'This group no longer exists.',
  loading: 'Loading members…',
  deactivated: 'deactivated',
} satisfies GroupWords
