import type { Failure } from '../../preload/contract/failures.ts'

/**
 * A failure in the form stored with an action or a draft: JSON of its code and values. Versions without codes stored
 * plain text, which is shown unchanged.
 */
export function storedFailure(failure: Failure): string {
  return JSON.stringify(failure)
}

/** The failure of a stored text; null if there is none. */
export function readStoredFailure(text: string | null): Failure | null {
  if (text === null || text === '') return null
  return codedFailure(text) ?? { code: 'TEXT', values: { text } }
}

/** Parses a text of `storedFailure`; `words` handles codes of another version. */
function codedFailure(text: string): Failure | null {
  if (!text.startsWith('{"code":"')) return null
  try {
    return JSON.parse(text) as Failure // by its beginning, which no plain text has
  } catch {
    return null
  }
}
