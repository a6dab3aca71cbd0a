import { splitName } from '#shared/search-terms.ts'
import { FailureError } from '../values/failures.ts'
import type { ReadAccountState } from '../state/account-state.ts'
import type { PersonRow, StreamRow } from '../store/directory.ts'
import type { StreamId, UserId } from '../values/ids.ts'

/** The part of the state by which names in a query are resolved. */
export type NameDirectory = Pick<ReadAccountState, 'people' | 'peopleByName' | 'streams' | 'selfId'>

/** An error of an invalid query, with the failure for the user. */
export class SearchQueryError extends FailureError {}

/** The most names that a failure about an ambiguous name lists. */
const namesLogged = 4

/** The id of a person who is given by name, e-mail, `me`, or a name with an id. @throws SearchQueryError */
export function personNamed(operand: string, accountState: NameDirectory): UserId {
  if (/^(?:me|self)$/iu.test(operand)) return accountState.selfId
  const withId = splitName(operand)
  // The id decides even if the name has changed since then.
  if (withId !== null && accountState.people.get(withId.id) !== undefined) return withId.id
  const found = withId === null ? peopleNamed(operand, accountState) : []
  const [only, second] = found
  if (only === undefined) {
    throw new SearchQueryError({ code: 'SEARCH_NO_PERSON', values: { operand: withId?.name ?? operand } })
  }
  if (second !== undefined) {
    const names = found.slice(0, namesLogged).map((row) => row.name)
    throw new SearchQueryError({ code: 'SEARCH_SEVERAL_PEOPLE', values: { operand, names } })
  }
  return only.id
}

/** The people whose whole name or e-mail equals the operand; without any, those who match it by prefix. */
function peopleNamed(operand: string, accountState: NameDirectory): readonly PersonRow[] {
  const wanted = operand.trim().toLowerCase()
  const near = wanted === '' ? [] : [...accountState.peopleByName.find(operand)]
  const exact = near.filter((row) => row.name.toLowerCase() === wanted || row.email.toLowerCase() === wanted)
  return exact.length > 0 ? exact : near
}

/**
 * The ids of a comma-separated list of people, without repetitions. A name with a comma needs its id, unless it is the
 * only one.
 * @param most the length of the longest list
 * @throws SearchQueryError
 */
export function peopleListed(operand: string, accountState: NameDirectory, most: number): UserId[] {
  const [whole, second] = operand.includes(',') ? peopleNamed(operand, accountState) : []
  if (whole !== undefined && second === undefined) return [whole.id]
  const pieces = operand.split(',')
  if (pieces.length > most) throw new SearchQueryError({ code: 'SEARCH_TOO_MANY', values: { most } })
  const ids = new Set<UserId>()
  for (let start = 0; start < pieces.length;) {
    const length = lengthOfName(pieces.slice(start), accountState)
    const name = pieces
      .slice(start, start + length)
      .join(',')
      .trim()
    ids.add(personNamed(name, accountState))
    start += length
  }
  return [...ids]
}

/** The number of pieces that form one name with its id; 1 if none do. */
function lengthOfName(pieces: readonly string[], accountState: NameDirectory): number {
  for (let length = pieces.length; length > 1; length -= 1) {
    const named = splitName(pieces.slice(0, length).join(','))
    if (named !== null && accountState.people.get(named.id)?.name === named.name.trim()) return length
  }
  return 1
}

/** The id of a stream that is given by name, a prefix of it, or a name with an id. @throws SearchQueryError */
export function streamNamed(operand: string, accountState: NameDirectory): StreamId {
  const withId = splitName(operand)
  const byId = withId === null ? undefined : accountState.streams.get(withId.id)
  if (byId !== undefined && byId.name === withId?.name) return byId.id
  const wanted = operand.replace(/^#/u, '').toLowerCase()
  const near: StreamRow[] = []
  for (const row of accountState.streams.values()) {
    const name = row.name.toLowerCase()
    if (name === wanted) return row.id
    if (name.startsWith(wanted)) near.push(row)
  }
  // The name may have changed since the id was written.
  if (byId !== undefined) return byId.id
  const [only, second] = near
  if (only === undefined) throw new SearchQueryError({ code: 'SEARCH_NO_STREAM', values: { operand } })
  if (second === undefined) return only.id
  const names = near.slice(0, namesLogged).map((row) => row.name)
  throw new SearchQueryError({ code: 'SEARCH_SEVERAL_STREAMS', values: { operand, names } })
}
