import type { Failure } from '../../preload/contract/values.ts'
import { isDiskTrouble, storeError } from './store/database.ts'

/** What the page is told of a failure that no call has foreseen: a sentence about the disk, or that there was one. */
export function failureOf(error: unknown): Failure {
  const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : 'INTERNAL'
  if (isDiskTrouble(error)) return { code, message: storeError(error).message }
  return { code, message: 'Something went wrong inside Skein. The log has the details.' }
}
