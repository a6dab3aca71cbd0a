import type { Failure } from '#contract/base/failures.ts'
import { isDiskTrouble, storeError, type FileKeyError, type StoreError } from './store-error.ts'

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

/** The failure of an unexpected error for the page: a disk failure, or an internal one. */
export function failureOf(error: unknown): Failure {
  return isDiskTrouble(error) ? storeFailure(storeError(error)) : { code: 'INTERNAL' }
}

/** The failure of a database that cannot be used. */
export function storeFailure({ code, message }: StoreError | FileKeyError): Failure {
  return code === 'UNUSABLE_DATABASE' ? { code, values: { detail: message } } : { code }
}

/**
 * A failure in the form stored with an action or a draft: JSON of its code and values. Versions without codes stored
 * plain text, which is shown unchanged.
 */
export function storedFailure(failure: Failure): string {
  return JSON.stringify(failure)
}

/** The failure of a stored text; null if the text is null or empty. */
export function readStoredFailure(text: string | null): Failure | null {
  if (text === null || text === '') return null
  return codedFailure(text) ?? { code: 'TEXT', values: { text } }
}

/** Parses a text of `storedFailure`; the catalogue handles codes of other versions. */
function codedFailure(text: string): Failure | null {
  if (!text.startsWith('{"code":"')) return null
  try {
    return JSON.parse(text) as Failure // The beginning proves the form, because no plain text has it.
  } catch {
    return null
  }
}
