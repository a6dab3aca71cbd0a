import { userSchema, type peopleWire } from '../../api/resources/people.ts'
import type { PersonRow } from '../../store/directory.ts'
import { batches, longList, takeoverOf, type AnswerWith, type Takeover, type TakeoverContext } from '../long-list.ts'
import { personRow } from './people-reducers.ts'
import { putPeople } from './directory.ts'

/** The users of a registration. Deactivated ones come first, because the last occurrence of a repeated row counts. */
export const peopleList = longList({
  name: 'people',
  read: (answer: AnswerWith<typeof peopleWire>) =>
    batches(
      [
        ...answer.realm_non_active_users.map((value) => ({ value, isActive: false })),
        ...answer.cross_realm_bots.map((value) => ({ value, isActive: true })),
        ...answer.realm_users.map((value) => ({ value, isActive: true })),
      ],
      (part) =>
        part.flatMap(({ value, isActive }) => {
          const user = userSchema.safeParse(value)
          return user.success ? [personRow(user.data, answer.realm_uri, isActive)] : []
        }),
    ),
  open: openPeople,
})

function openPeople({ store, accountState }: TakeoverContext): Takeover<readonly PersonRow[]> {
  return takeoverOf({
    rowOf: (row: PersonRow) => row,
    idOf: ({ id }) => id,
    known: (id) => accountState.people.get(id),
    knownIds: () => accountState.people.keys(),
    store: (put, gone) => [putPeople(store, put, gone)],
  })
}
