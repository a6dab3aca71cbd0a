import type { Connection, FailureNote } from '../../../preload/contract/connection-state.ts'
import type { FailureKind } from './failures.ts'

/** What the panel of connections says of the way to the server. Times are UNIX milliseconds. */
export interface ConnectionHistory {
  /** Since when the state is what it is. */
  readonly since: number
  /** When the server answered the poll the last time, an earlier engine's included; null where it never did. */
  readonly reachedAt: number | null
  /** How often the server could not be reached since then. */
  readonly failures: number
  readonly lastFailureAt: number | null
  readonly failure: FailureNote | null
}

/** Remembers since when the connection is what it is, and what became of the tries since it was lost. */
export class ConnectionRecord {
  #state: Connection['state'] = 'starting'
  #since: number
  /** Since when the server is there: a poll that was begun anew while it is does not end that. */
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

  /** The server has answered. */
  noteReached(now: number): void {
    this.#reachedAt = now
    this.#failures = 0
    this.#lastFailureAt = null
    this.#failure = null
  }
}

/** A failure as the page is told of it. */
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
