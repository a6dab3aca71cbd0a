import type { Failure } from '#contract/base/failures.ts'
import type { GroupId } from '../values/ids.ts'
import type { Groups } from '../state/groups/groups.ts'
import type { GroupCreation } from '#contract/people/groups.ts'

/** Beginnings of names that the server reserves for its own syntax of mentions and settings. */
const reserved = /^(?:@|role:|user:|stream:|channel:)/i
/** Characters that are invalid in a group's name: the end of a mention, control characters, lone surrogates. */
const badCharacter = /[*\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u

/** The reason why the server would refuse the trimmed name of a group; null if none is known. */
export function problemOfName(name: string, { maxName }: Pick<GroupCreation, 'maxName'>): Failure | null {
  const characters = [...name]
  const { length } = characters
  if (length === 0) return { code: 'GROUP_NAME_MISSING' }
  const bad = characters.findIndex((character) => badCharacter.test(character))
  if (bad >= 0) return { code: 'GROUP_NAME_CHARACTER', values: { position: bad + 1 } }
  if (length > maxName) return { code: 'GROUP_NAME_TOO_LONG', values: { length, most: maxName } }
  const [beginning] = reserved.exec(name) ?? []
  return beginning === undefined ? null : { code: 'GROUP_NAME_RESERVED', values: { beginning } }
}

/** The reason why the server would refuse the trimmed description of a group; null if none is known. */
export function problemOfDescription(
  description: string,
  { maxDescription: most }: Pick<GroupCreation, 'maxDescription'>,
): Failure | null {
  const { length } = [...description]
  if (length > most) return { code: 'GROUP_DESCRIPTION_TOO_LONG', values: { length, most } }
  return /[\0\p{Cs}]/u.test(description) ? { code: 'GROUP_DESCRIPTION_CHARACTER' } : null
}

/** The failure if another group has this name; null otherwise. The server compares names without case. */
export function problemOfTakenName(name: string, groups: Pick<Groups, 'all'>, own: GroupId | null): Failure | null {
  const lower = name.toLowerCase()
  const other = groups.all().find((group) => group.id !== own && group.name.toLowerCase() === lower)
  if (other === undefined) return null
  return { code: 'GROUP_NAME_TAKEN', values: { name, isDeactivated: other.is_deactivated === 1 } }
}
