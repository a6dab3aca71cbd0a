import type { Connection } from '#contract/connection-state.ts'
import { backoffMs } from '../backoff.ts'
import { failureKind, reasonLogText, type FailureKind } from '../request-failures.ts'
import type { EngineRandom } from '../../ports.ts'
import { IncompleteRegistration } from './queue-registration.ts'

/** After a registration that lacks something: an administrator, or a newer Skein, has to change that. */
const incompleteMs = 5 * 60_000

/** What the judgement of a failure depends on. */
export interface PollFacts {
  /** Failures in a row before this one. */
  readonly failures: number
  readonly hasQueue: () => boolean
  /** A registration is due already. */
  readonly isQueueLost: boolean
  /** UNIX milliseconds. */
  readonly now: number
  readonly random: EngineRandom
}

/** What follows from a failed poll or registration. After `stop` only a signal starts the poller again. */
export type PollVerdict = VerdictEffects &
  ({ readonly next: 'go_on' | 'stop' } | { readonly next: 'wait'; readonly waitMs: number })

interface VerdictEffects {
  /** The queue cannot be used any more. */
  readonly losesQueue?: true
  /** It counts as one more failure in a row. */
  readonly counts?: true
  /** For the record of the connection. */
  readonly noted?: FailureKind
  /** The state of the connection from now on; absent where it stays as it is. */
  readonly connection?: Connection
  /** For the log. */
  readonly logged?: string
}

/** Judges why a poll or a registration failed: whether to ask again, when, and what to show until then. */
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
      // Main reports the state of the keychain, and signals when there is a key.
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
