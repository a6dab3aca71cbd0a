import type { Failure, Result } from '#contract/base/failures.ts'
import type { MainCallName, Output, ParsedInput } from '#contract/calls.ts'
import type { PageWindow } from '../window/page-windows.ts'

/** The handler of each call of main. The input was validated by the contract; `from` is the window of the page. */
export type MainHandlers = {
  readonly [N in MainCallName]: (
    input: ParsedInput<N>,
    from: PageWindow,
  ) => Result<Output<N>> | Promise<Result<Output<N>>>
}

export const done = { ok: true, value: null } as const

export function failed(error: Failure): Result<never> {
  return { ok: false, error }
}

/** The account of a call has been signed out. */
export function noAccount(): Result<never> {
  return failed({ code: 'NO_ACCOUNT' })
}
