import type { EngineCallName, EngineInput, Output } from '#contract/calls.ts'
import type { Result } from '#contract/values.ts'
import type { Core } from '../core/core.ts'

/**
 * The page's calls that queue actions, by call name; main has validated their inputs against the contract. `newId`
 * makes an id for a row that the page has not named.
 */
export type ActionCalls = {
  readonly [N in EngineCallName]?: (
    core: Core,
    input: EngineInput<N>,
    newId: (kind: string) => string,
  ) => Result<Output<N>>
}
