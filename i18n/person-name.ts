import type { PersonName } from '#contract/base/values.ts'
import { catalogue } from './catalogue.ts'

/** The name of a person, also of one that is not known. */
export function personName({ id, name }: PersonName): string {
  return name ?? catalogue.people.unknown(id)
}

/** The names of people, in their order. */
export function personNames(people: readonly PersonName[]): string {
  return people.map(personName).join(', ')
}
