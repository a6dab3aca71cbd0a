import type { ServerContext } from '../context/context.ts'
import type { StateOptions } from '../context/registration-part.ts'
import { userObject } from '../people/people.ts'
import { eachInSlices } from '../base/slices.ts'
import type { UserRow } from '../store/people/users.ts'
import { streamObject } from '../streams/stream-objects.ts'

/**
 * Makes what a registration of a large organization takes longest for, in slices, between which others are served:
 * objects of people and streams, and who subscribes to what. They are kept by the rows that they stand for, so that
 * `initialState()`, which reads everything at one moment, makes anew only what has changed since.
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
    // Each may have everybody.
    { unasked: 10 },
  )
}
