import type { Failure } from '../../preload/contract/failures.ts'

/** A failure that says just this. */
export function textFailure(text: string): Failure {
  return { code: 'TEXT', values: { text } }
}
