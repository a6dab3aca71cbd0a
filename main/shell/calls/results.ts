import type { Result } from '../../../preload/contract/values.ts'

export const done = { ok: true, value: null } as const

export function failed(code: string, message: string): Result<never> {
  return { ok: false, error: { code, message } }
}

/** The account of a call has been signed out. */
export function noAccount(): Result<never> {
  return failed('NO_ACCOUNT', 'This account is not signed in any more.')
}
