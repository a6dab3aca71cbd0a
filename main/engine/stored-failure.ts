import type { Failure } from '../../preload/contract/failures.ts'

/**
 * A failure as it is stored with an action or a draft: JSON of its code and values. A plain text is one that a version
 * without codes has stored, and is shown as it is.
 */
export function storedFailure(failure: Failure): string {
  return JSON.stringify(failure)
}

/** The failure of a stored text; null where there is none. */
export function readStoredFailure(text: string | null): Failure | null {
  if (text === null || text === '') return null
  return codedFailure(text) ?? { code: 'TEXT', values: { text } }
}

/** Whether a text is one that `storedFailure` has written; the words know what to do with a code of another version. */
function codedFailure(text: string): Failure | null {
  if (!text.startsWith('{"code":"')) return null
  try {
    return JSON.parse(text) as Failure // by the beginning, which no plain text has
  } catch {
    return null
  }
}
