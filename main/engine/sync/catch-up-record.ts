import type { FailureNote } from '#contract/connection-state.ts'

/** The progress of catching up after a registration. Times are UNIX milliseconds. */
export interface CatchUpState {
  /** Missed messages are fetched, or rows that may have changed are verified. */
  readonly step: 'missed' | 'changed'
  readonly since: number
  /** Finished containers: streams, and all direct messages as one. */
  readonly done: number
  readonly total: number
  readonly failures: number
  readonly lastFailureAt: number | null
  readonly failure: FailureNote | null
  /** The time of the next try after a failure; null while it runs. */
  readonly nextTryAt: number | null
}

/** Records the progress of catching up until nothing is missing; a failed round does not end it. */
export class CatchUpRecord {
  readonly #onChange: () => void
  #state: CatchUpState | null = null

  constructor(onChange: () => void) {
    this.#onChange = onChange
  }

  /** Null if nothing is missing. */
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

  /** Notes how many of the containers are up to date. */
  progress(done: number, total: number): void {
    if (this.#state !== null) this.#set({ ...this.#state, done, total })
  }

  /** Nothing is missing; rows that may have changed are verified next. */
  beginChanged(): void {
    if (this.#state !== null) this.#set({ ...this.#state, step: 'changed' })
  }

  fail(failure: FailureNote | null, now: number): void {
    const state = this.#state
    if (state !== null) this.#set({ ...state, failures: state.failures + 1, lastFailureAt: now, failure })
  }

  /** Notes the time of the next try. */
  rest(nextTryAt: number): void {
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
