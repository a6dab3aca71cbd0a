import type { Failure } from '../../preload/contract/values.ts'
import { isDiskTrouble, storeError, type StoreError } from './store/database.ts'

/** What the page is told of an error that no call has foreseen: what is wrong with the disk, or that there was one. */
export function failureOf(error: unknown): Failure {
  return isDiskTrouble(error) ? storeFailure(storeError(error)) : { code: 'INTERNAL' }
}

/** Why the account's file cannot be used. */
export function storeFailure({ code, message }: StoreError): Failure {
  return code === 'UNUSABLE_DATABASE' ? { code, values: { detail: message } } : { code }
}
