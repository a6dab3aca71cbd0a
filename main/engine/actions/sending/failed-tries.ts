import type { FailureNote, Tries } from '#contract/accounts.ts'
import { clientLimits } from '#shared/client-limits.ts'
import type { OutboxRow } from '../../store/outbox.ts'

/** The most actions whose failures are remembered; of older ones only the time of the last attempt is known. */
const mostRemembered = clientLimits.failedTries.most

/**
 * Counts the failed attempts of each action since the engine started, with the last failure. They are kept in memory
 * only.
 */
export class FailedTries {
  readonly #tries = new Map<string, Tries>()

  note(localId: string, failure: FailureNote, now: number): void {
    const count = (this.#tries.get(localId)?.count ?? 0) + 1
    this.#tries.delete(localId)
    this.#tries.set(localId, { count, lastAt: now, failure })
    const [oldest] = this.#tries.keys()
    if (this.#tries.size > mostRemembered && oldest !== undefined) this.#tries.delete(oldest)
  }

  of({ local_id: localId, attempt_at: lastAt }: Pick<OutboxRow, 'local_id' | 'attempt_at'>): Tries {
    return this.#tries.get(localId) ?? { count: 0, lastAt, failure: null }
  }
}
