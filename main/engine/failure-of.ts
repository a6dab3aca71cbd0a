import type { Failure } from '../../preload/contract/values.ts'
import { isDiskTrouble, storeError, type StoreError } from './store/file/database.ts'

/** The failure for the page of an unexpected error: a disk failure, or an internal one. */
export function failureOf(error: unknown): Failure {
  return isDiskTrouble(error) ? storeFailure(storeError(error)) : { code: 'INTERNAL' }
}

/** The failure of a database that cannot be used. */
export function storeFailure({ code, message }: StoreError): Failure {
  return code === 'UNUSABLE_DATABASE' ? { code, values: { detail: message } } : { code }
}
