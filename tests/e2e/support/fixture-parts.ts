import type { AccountSummary } from '#contract/app-state.ts'
import type { RetryOutcome } from '#contract/calls/accounts.ts'
import type { ConnectionMeta, WaitingAction, WaitingWork } from '#contract/views/connection.ts'

/** The time of every picture: Friday 20 November 2026, noon. */
export const now = Date.UTC(2026, 10, 20, 12)

/** The parts of a stage of the panel of connections. */
export interface StageParts {
  readonly accounts: readonly AccountSummary[]
  /** By account; a text if its engine does not answer. */
  readonly connections: Readonly<
    Record<string, { readonly items: readonly (WaitingAction | WaitingWork)[]; readonly meta: ConnectionMeta } | string>
  >
  readonly retry?: RetryOutcome
}
