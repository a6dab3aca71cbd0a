import type { ServerContext } from '../context/context.ts'
import type { StateOptions } from '../context/registration-part.ts'
import { userObject } from '../people/people.ts'
import { eachInSlices } from '../base/slices.ts'
import type { UserRow } from '../store/people/users.ts'
import { streamObject } from '../streams/stream-objects.ts'

/**
 * Builds the slow parts of a large registration in slices that keep the event loop responsive: objects of users and
 * streams, and subscriber lists. They are cached by row, so that `initialState()` rebuilds only those that changed
 * meanwhile.
 */
export async function prepareState(
  context: ServerContext,
  user: UserRow,
  options: Pick<StateOptions, 'includes' | 'avatarOptional' | 'includeSubscribers'>,
): Promise<void> {
  const { users, streams } = context.tables
  const { includes, avatarOptional, includeSubscribers } = options
  if (includes('realm_user')) {
    await eachInSlices(users.all(), (row) => {
      userObject(context, row, user, { avatarOptional, withProfileData: true, withoutActivity: true })
    })
  }
  if (!includes('subscription') && !includes('stream')) return
  await eachInSlices(
    streams.all(),
    (row) => {
      streamObject(context, row)
      if (includeSubscribers) streams.subscribers(row.id)
    },
    // Each stream may have all users as subscribers.
    { unasked: 10 },
  )
}
