import type { PersonName } from '../../../preload/contract/values.ts'
import type { UserId } from '../values/ids.ts'
import type { ReadWorld } from './world.ts'
import { personName } from './person-name.ts'

/** The people of a direct conversation as its title; none for notes to oneself. */
export function directTitle(world: ReadWorld, userIds: readonly UserId[]): PersonName[] {
  return userIds.map((id) => personName(world, id))
}
