import type { PersonRef } from '../values.ts'

/** A person found by `people.search`. */
export interface FoundPerson extends PersonRef {
  readonly email: string
}
