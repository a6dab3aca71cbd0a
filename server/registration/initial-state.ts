import type { ServerContext } from '../context/context.ts'
import type { RegistrationPart, State, StateOptions } from '../context/registration-part.ts'
import type { UserRow } from '../store/people/users.ts'

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
