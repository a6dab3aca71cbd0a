import type { Connection, FailureNote } from '#contract/accounts.ts'
import type { FailureKind } from '../api/request-failures.ts'

/** The connection's history for the connection panel. Times are in UNIX milliseconds. */
export interface ConnectionHistory {
  /** The start of the current state. */
  readonly since: number
  /** The time of the last answered poll, including those of earlier engines; null if there was none. */
  readonly reachedAt: number | null
  /** The number of failed attempts since the last answered poll. */
  readonly failures: number
  readonly lastFailureAt: number | null
  readonly failure: FailureNote | null
}

/** Records the start of the current connection state and the attempts since the connection was lost. */
export class ConnectionRecord {
  #state: Connection['state'] = 'starting'
  #since: number
  /** The start of the connected period, which a new poll does not reset. */
  #onlineSince: number | null = null
  #reachedAt: number | null
  #failures = 0
  #lastFailureAt: number | null = null
  #failure: FailureNote | null = null

  constructor(now: number, reachedAt: number | null) {
    this.#since = now
    this.#reachedAt = reachedAt
  }

  get history(): ConnectionHistory {
    return {
      since: this.#state === 'online' ? (this.#onlineSince ?? this.#since) : this.#since,
      reachedAt: this.#reachedAt,
      failures: this.#failures,
      lastFailureAt: this.#lastFailureAt,
      failure: this.#failure,
    }
  }

  noteState(state: Connection['state'], now: number): void {
    if (state === this.#state) return
    this.#state = state
    this.#since = now
    if (state === 'online') this.#onlineSince ??= now
    else if (state !== 'catching_up') this.#onlineSince = null
  }

  noteFailure(failure: FailureKind, now: number): void {
    this.#failures += 1
    this.#lastFailureAt = now
    this.#failure = failureNote(failure)
  }

  /** Records an answer of the server. */
  noteReached(now: number): void {
    this.#reachedAt = now
    this.#failures = 0
    this.#lastFailureAt = null
    this.#failure = null
  }
}

/** Converts a failure to its form for the page. */
export function failureNote(failure: FailureKind): FailureNote {
  switch (failure.kind) {
    case 'transient':
      return { kind: failure.cause.kind, reason: failure.reason }
    case 'signed_out':
    case 'refused':
      return { kind: failure.kind, reason: failure.reason }
    case 'aborted':
    case 'queue_lost':
    case 'no_key':
      return { kind: failure.kind, reason: null }
  }
}
