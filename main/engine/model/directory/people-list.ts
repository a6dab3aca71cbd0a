import { userSchema, type peopleWire } from '../../api/resources/people.ts'
import type { PersonRow } from '../../store/directory.ts'
import { batches, isAgain, longList, type AnswerWith, type Takeover, type TakeoverContext } from '../long-list.ts'
import { isSame } from '../same-row.ts'
import { personRow } from './directory-reducers.ts'
import { putPeople } from './directory.ts'

/** The users of a registration: deactivated ones first, since a row that is repeated counts as it comes last. */
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

function openPeople({ store, world }: TakeoverContext): Takeover<readonly PersonRow[]> {
  const listed = new Set<number>()
  return {
    take(batch) {
      const rows = batch.filter((row) => isAgain(listed, row.id) || !isSame(row, world.people.get(row.id)))
      return rows.length === 0 ? null : () => [putPeople(store, rows)]
    },
    finish: () => [
      putPeople(
        store,
        [],
        [...world.people.keys()].filter((id) => !listed.has(id)),
      ),
    ],
  }
}
