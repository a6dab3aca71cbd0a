import type { Fields } from './change.ts'

/** Adds fields to a registration with the organization's state. */
export function withRealm(state: Fields, fields: Fields): Fields {
  return 'realm_name' in state ? { ...state, ...fields } : state
}
