import type { FailureNote } from '../../../preload/contract/connection-state.ts'

/** How far the catching up after a registration is. Times are UNIX milliseconds. */
export interface CatchUpState {
  /** What was missed is fetched, or what may have changed is asked for again. */
  readonly step: 'missed' | 'changed'
  readonly since: number
  /** Containers: streams, and all direct messages together. */
  readonly done: number
  readonly total: number
  readonly failures: number
  readonly lastFailureAt: number | null
  readonly failure: FailureNote | null
  /** When it begins again after a failure; null while it goes on. */
  readonly nextTryAt: number | null
}

/** Remembers what the catching up is doing, from its beginning until nothing is missing; a failed round does not end it. */
export class CatchUpRecord {
  readonly #onChange: () => void
  #state: CatchUpState | null = null

  constructor(onChange: () => void) {
    this.#onChange = onChange
  }

  /** Null where nothing is missing. */
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

  /** So many of the containers have all that was missed. */
  progress(done: number, total: number): void {
    if (this.#state !== null) this.#set({ ...this.#state, done, total })
  }

  /** Nothing is missing; what may have changed is asked for again. */
  beginChanged(): void {
    if (this.#state !== null) this.#set({ ...this.#state, step: 'changed' })
  }

  fail(failure: FailureNote | null, now: number): void {
    const state = this.#state
    if (state !== null) this.#set({ ...state, failures: state.failures + 1, lastFailureAt: now, failure })
  }

  /** It begins again then. */
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
