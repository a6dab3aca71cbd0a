import type { Failure } from '#contract/base/failures.ts'

/** A failure with this text. */
export function textFailure(text: string): Failure {
  return { code: 'TEXT', values: { text } }
}
