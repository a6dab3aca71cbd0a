import type { Failure, Result } from '#contract/base/failures.ts'

export const done = { ok: true, value: null } as const

export function failed(error: Failure): Result<never> {
  return { ok: false, error }
}

/** The account of a call has been signed out. */
export function noAccount(): Result<never> {
  return failed({ code: 'NO_ACCOUNT' })
}
