import type { ServerContext } from '../context/context.ts'
import { isLonger, limits } from '../base/limits.ts'
import { checkPassword } from '../base/passwords.ts'
import type { UserRow } from '../store/people/users.ts'

/**
 * Compares a password with the stored hash, and replaces a hash of an older cost.
 * @throws ServiceError `RATE_LIMIT_HIT` if too many sign-ins run at once
 */
export async function passwordIsRight(
  context: ServerContext,
  user: UserRow | undefined,
  password: string,
): Promise<boolean> {
  if (isLonger(password, limits.password.most)) return false
  const { isRight, renewed } = await checkPassword(password, user?.password_hash ?? null)
  if (!isRight || user === undefined) return false
  const current = context.tables.users.get(user.id)
  // The password was changed during the comparison.
  if (current?.password_hash !== user.password_hash) return false
  if (renewed !== undefined) {
    context.write(() => {
      context.tables.users.change(user.id, { password_hash: renewed })
    })
  }
  return true
}

/**
 * Replaces the API key of an account: requests with the old key fail, and its waiting polls end. Call inside
 * `context.write`.
 */
export function replaceApiKey(context: ServerContext, userId: number): string {
  const apiKey = newApiKey(context)
  context.tables.users.change(userId, { api_key: apiKey })
  context.afterCommit(() => {
    context.events.removeOf(userId)
  })
  return apiKey
}

/** A random key of 32 characters (wire-protocol.md §2.0). */
export function newApiKey(context: ServerContext): string {
  return context.ports.random.bytes(24).toString('base64url')
}
