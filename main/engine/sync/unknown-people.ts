import { getUser, type WireUser } from '../api/resources/people.ts'
import { failureKind } from '../api/request-failures.ts'
import type { Core } from '../core/core.ts'
import { putPeople } from '../state/directory/directory.ts'
import { personRow } from '../state/directory/people-reducers.ts'
import type { UserId } from '../values/ids.ts'

/** The outcome of asking for a person: on disk now, not known to the server, or not answered. */
export type PersonOutcome = 'stored' | 'gone' | 'unanswered'

/**
 * Asks the server for a person who is not on disk, such as one whom a registration did not list, and stores the answer.
 * @throws StoreError if the row cannot be stored
 */
export async function fetchPerson(core: Core, userId: UserId): Promise<PersonOutcome> {
  let user: WireUser
  try {
    user = await getUser(core.api, userId, { priority: 'foreground' })
  } catch (error) {
    return failureKind(error).kind === 'refused' ? 'gone' : 'unanswered'
  }
  if (user.user_id !== userId) return 'gone'
  core.commit(() => {
    // An event that has come meanwhile is newer than this answer.
    if (core.accountState.people.has(userId)) return []
    const { serverOrigin } = core.reducerContext()
    return [putPeople(core.store, [personRow(user, serverOrigin, user.is_active !== false)])]
  })
  return 'stored'
}
