import type { ServerContext } from '../context/context.ts'
import type { RegistrationPart, State, StateOptions } from '../context/registration-part.ts'
import type { UserRow } from '../store/people/users.ts'
import { userObject } from '../people/people.ts'
import { eachInSlices } from '../base/slices.ts'
import { streamObject } from '../streams/stream-objects.ts'

/** The initial state of a client; call inside the transaction that opens its queue. */
export function initialState(
  parts: readonly RegistrationPart[],
  { context, user, options }: { context: ServerContext; user: UserRow; options: StateOptions },
): State {
  const wanted = parts.filter((part) => options.includes(part.type))
  return Object.assign({}, ...wanted.map((part) => part.state(context, user, options))) as State // parts
}

/** The state that a client without an account may see. */
export function publicState(
  parts: readonly RegistrationPart[],
  { context, includes, origin }: { context: ServerContext; includes: (type: string) => boolean; origin: string },
): State {
  const wanted = parts.filter((part) => includes(part.type))
  return Object.assign({}, ...wanted.map((part) => part.publicState?.(context, origin) ?? {})) as State // parts
}

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
