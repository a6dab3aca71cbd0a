import type { Result } from '#contract/base/failures.ts'
import type { MainCallName, Output, ParsedInput } from '#contract/calls.ts'
import type { PageWindow } from '../page-windows.ts'

/** The handler of each call of main. The input was validated by the contract; `from` is the window of the page. */
export type MainHandlers = {
  readonly [N in MainCallName]: (
    input: ParsedInput<N>,
    from: PageWindow,
  ) => Result<Output<N>> | Promise<Result<Output<N>>>
}
