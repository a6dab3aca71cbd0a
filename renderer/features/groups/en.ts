import { english } from '#i18n/en/format.ts'

export const groups = {
  members: (count: number) => english.plural(count, { one: 'One member', other: `${english.number(count)} members` }),
  field: 'Find a member',
  list: 'Members',
  /** No member has the name that is typed. */
  nobody: 'No members found.',
  /** The list holds only the first `shown` of `found`. */
  more: ({ shown, found }: { readonly shown: number; readonly found: number }) =>
    `Showing ${english.number(shown)} of ${english.number(found)} members. Type to find the others.`,
  /** Opens the conversation with all of them. */
  write: (count: number) =>
    english.plural(count, { one: 'Message this member', other: `Message all ${english.number(count)}` }),
  /** It was removed meanwhile. */
  gone: 'This group no longer exists.',
  loading: 'Loading members…',
  deactivated: 'deactivated',
}
