import type { Failure } from '../../preload/contract/failures.ts'

/** An error with a failure for the user. Only the failure goes to another process. */
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

/** A failure as the log has it: `FILE_STATUS {"status":500}`. */
export function failureLogText(failure: Failure): string {
  return 'values' in failure ? `${failure.code} ${JSON.stringify(failure.values)}` : failure.code
}
