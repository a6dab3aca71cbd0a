import type { Failure, Result } from '#contract/base/failures.ts'

/** The submission of a form: one at a time, with the failure of the last one. */
export class Submission {
  isPending = $state.raw(false)
  /** The failure of the last attempt; null if there was none. It stays during the next one unless it is cleared. */
  failure = $state.raw<Failure | null>(null)

  /**
   * Submits unless a submission is pending.
   * @param send sends the form; null means that nobody is there any more to answer
   * @returns the value of a success; undefined without one
   */
  async run<T>(send: () => Promise<Result<T> | null>): Promise<T | undefined> {
    if (this.isPending) return undefined
    this.isPending = true
    const result = await send()
    this.isPending = false
    if (result === null) return undefined
    this.failure = result.ok ? null : result.error
    return result.ok ? result.value : undefined
  }
}
