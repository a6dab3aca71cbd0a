import { clientLimits } from '../../../shared/client-limits.ts'
import type { ReadCore } from '../read-core.ts'
import type { ReadStore } from '../store/store.ts'
import { membersOf } from '../values/conversation.ts'
import type { UserId } from '../values/ids.ts'
import { foldedName } from './folded-names.ts'

/** The direct conversations with the newest messages, the newest first. */
interface KnownDirects {
  /** The members of each by its key; notes to oneself have oneself. */
  readonly members: ReadonlyMap<string, readonly UserId[]>
  /** The place in the order of each, by its key. */
  readonly ages: ReadonlyMap<string, number>
  /** The same of those with one person, by the id. */
  readonly agesAlone: ReadonlyMap<UserId, number>
}

/** Read once, since a key press asks for them: two thousand rows take half a frame. */
const kept = new WeakMap<ReadStore, KnownDirects & { readonly revision: number }>()

/** The direct conversations that a search looks at. @throws Error if the file cannot be read */
export function knownDirects({ store, world }: ReadCore): KnownDirects {
  const revision = store.messages.directsRevision()
  const known = kept.get(store)
  if (known?.revision === revision) return known
  const keys = store.messages.directs(clientLimits.placeDirects.most).map((row) => row.direct_key)
  const members = new Map(keys.map((key) => [key, key === '' ? [world.selfId] : membersOf(key)]))
  const ages = new Map(keys.map((key, age) => [key, age]))
  const agesAlone = new Map<UserId, number>()
  for (const [key, [only = 0, ...others]] of members) {
    if (others.length === 0) agesAlone.set(only, ages.get(key) ?? Infinity)
  }
  const read = { members, ages, agesAlone, revision }
  kept.set(store, read)
  return read
}

/** The names of people in one text, as `NameQuery` compares them; those who are unknown have none. */
export function foldedNames({ world }: ReadCore, ids: readonly UserId[]): string {
  let text = ''
  for (const [index, id] of ids.entries()) {
    const row = world.people.get(id)
    text += (index === 0 ? '' : ', ') + (row === undefined ? '' : foldedName(row))
  }
  return text
}
