import type { Failure } from '../../preload/contract/failures.ts'

/** An error with a failure for the user. Only the failure is sent to other processes. */
export class FailureError extends Error {
  readonly failure: Failure

  constructor(failure: Failure, cause?: unknown) {
    super(failureLogText(failure), { cause })
    this.name = 'FailureError'
    this.failure = failure
  }

  get code(): Failure['code'] {
    return this.failure.code
  }
}

/** A failure in the form of the log: `FILE_STATUS {"status":500}`. */
export function failureLogText(failure: Failure): string {
  return 'values' in failure ? `${failure.code} ${JSON.stringify(failure.values)}` : failure.code
}
