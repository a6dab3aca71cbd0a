import type { UserId } from '../values/ids.ts'
import type { ReadWorld } from './world.ts'

/** The names of the people of a direct conversation; null for notes to oneself. */
export function directTitle(world: ReadWorld, userIds: readonly UserId[]): string | null {
  return userIds.length === 0 ? null : userIds.map((id) => world.person(id).name).join(', ')
}
