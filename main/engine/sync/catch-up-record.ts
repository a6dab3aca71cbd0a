import type { FailureNote } from '#contract/accounts.ts'

/** The progress of catching up after a registration. Times are in UNIX milliseconds. */
export interface CatchUpState {
  /** The step fetches missed messages, or verifies rows that may have changed. */
  readonly step: 'missed' | 'changed'
  readonly since: number
  /** The number of finished containers, which are streams, and all direct messages as one. */
  readonly done: number
  readonly total: number
  readonly failures: number
  readonly lastFailureAt: number | null
  readonly failure: FailureNote | null
  /** The time of the next attempt after a failure; null while a round runs. */
  readonly nextTryAt: number | null
}

/** Records the progress of catching up until nothing is missing. A failed round does not end it. */
export class CatchUpRecord {
  readonly #onChange: () => void
  #state: CatchUpState | null = null

  constructor(onChange: () => void) {
    this.#onChange = onChange
  }

  /** It is null if nothing is missing. */
  get state(): CatchUpState | null {
    return this.#state
  }

  begin(now: number): void {
    const before = this.#state
    this.#set({
      step: 'missed',
      since: before?.since ?? now,
      done: 0,
      total: 0,
      failures: before?.failures ?? 0,
      lastFailureAt: before?.lastFailureAt ?? null,
      failure: before?.failure ?? null,
      nextTryAt: null,
    })
  }

  /** Records how many of the containers are up to date. */
  progress(done: number, total: number): void {
    if (this.#state !== null) this.#set({ ...this.#state, done, total })
  }

  /** Records that nothing is missing and that rows which may have changed are verified next. */
  beginChanged(): void {
    if (this.#state !== null) this.#set({ ...this.#state, step: 'changed' })
  }

  fail(failure: FailureNote | null, now: number): void {
    const state = this.#state
    if (state !== null) this.#set({ ...state, failures: state.failures + 1, lastFailureAt: now, failure })
  }

  /** Records the time of the next attempt. */
  scheduleRetry(nextTryAt: number): void {
    if (this.#state !== null) this.#set({ ...this.#state, nextTryAt })
  }

  end(): void {
    if (this.#state !== null) this.#set(null)
  }

  #set(state: CatchUpState | null): void {
    this.#state = state
    this.#onChange()
  }
}
