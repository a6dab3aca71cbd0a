import type { PersonName } from '../../../preload/contract/values.ts'
import type { ReadWorld } from './world.ts'

/** A person by name, for texts that `words/` makes; without a name if nobody with this id is known. */
export function personName(world: Pick<ReadWorld, 'person'>, id: number): PersonName {
  return { id, name: world.person(id).name }
}
