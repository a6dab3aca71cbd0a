import type { Connection } from '#contract/accounts.ts'
import { backoffMs } from '../../core/retry.ts'
import { failureKind, reasonLogText, type FailureKind } from '../../api/request-failures.ts'
import type { EngineRandom } from '../../ports.ts'
import { IncompleteRegistration } from './queue-registration.ts'

/** The pause after an incomplete registration, which only an administrator or a newer Skein can change. */
const incompleteMs = 5 * 60_000

/** The facts on which the verdict about a failure depends. */
export interface PollFacts {
  /** The number of consecutive failures before this one. */
  readonly failures: number
  readonly hasQueue: () => boolean
  /** A registration is due already. */
  readonly isQueueLost: boolean
  /** The time in UNIX milliseconds. */
  readonly now: number
  readonly random: EngineRandom
}

/** The consequence of a failed poll or registration. After `stop` only a signal starts the poller again. */
export type PollVerdict = VerdictEffects &
  ({ readonly next: 'go_on' | 'stop' } | { readonly next: 'wait'; readonly waitMs: number })

interface VerdictEffects {
  /** The queue cannot be used any more. */
  readonly losesQueue?: true
  /** The failure counts as one more consecutive failure. */
  readonly counts?: true
  /** The failure for the record of the connection. */
  readonly noted?: FailureKind
  /** The state of the connection from now on; absent if it stays as it is. */
  readonly connection?: Connection
  /** A text for the log. */
  readonly logged?: string
}

/**
 * Decides after a failed poll or registration whether and when to try again, and which connection state to show until
 * then.
 */
export function judgePollFailure(error: unknown, facts: PollFacts): PollVerdict {
  if (error instanceof IncompleteRegistration) {
    const { code, failure: reason } = error
    return {
      next: 'wait',
      waitMs: incompleteMs,
      noted: { kind: 'refused', code, reason },
      connection: { state: 'refused', reason },
      logged: error.message,
    }
  }
  const failure = failureKind(error)
  switch (failure.kind) {
    case 'aborted':
      return { next: 'go_on' }
    case 'queue_lost':
      return { next: 'go_on', losesQueue: true }
    case 'refused':
      // An acknowledgement that the server does not know comes as an ordinary refusal (wire-protocol.md §2.1).
      if (!facts.isQueueLost && facts.hasQueue() && facts.failures === 0) {
        return { next: 'go_on', losesQueue: true, counts: true }
      }
      return {
        next: 'stop',
        noted: failure,
        connection: { state: 'refused', reason: failure.reason },
        logged: `the server refuses: ${failure.code} ${reasonLogText(failure.reason)}`,
      }
    case 'signed_out':
      return { next: 'stop', noted: failure, connection: { state: 'signed_out', reason: failure.reason } }
    case 'no_key':
      // The main process reports the state of the keychain, and signals when there is a key.
      return { next: 'stop' }
    case 'transient': {
      const waitMs = Math.max(failure.waitMs ?? 0, backoffMs(facts.failures + 1, facts.random))
      return {
        next: 'wait',
        waitMs,
        counts: true,
        noted: failure,
        connection: {
          state: 'offline',
          reason: failure.reason,
          cause: failure.cause,
          retryAt: facts.now + waitMs,
        },
      }
    }
  }
}
