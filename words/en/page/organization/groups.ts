import type { GroupWords } from '../../../page/organization/groups.ts'
import { english } from '../../format.ts'

export const groups = {
  members: (count) => english.plural(count, { one: 'One member', other: `${english.number(count)} members` }),
  field: 'Find a member',
  list: 'Members',
  nobody: 'No member has that name.',
  more: ({ shown, found }) =>
    `${english.number(shown)} of ${english.number(found)} members are listed. Type to find the others.`,
  write: (count) =>
    english.plural(count, { one: 'Write to this member', other: `Write to all ${english.number(count)}` }),
  gone: 'This group is not there any more.',
  loading: 'Looking up the members…',
  deactivated: 'deactivated',
} satisfies GroupWords
