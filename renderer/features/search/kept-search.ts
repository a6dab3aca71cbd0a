/** The state of a search that a visit keeps. */
export interface KeptSearch {
  readonly query: string
  readonly isEverywhere: boolean
  /** The key of the hit that was opened last; null without one. */
  readonly opened: string | null
}

/** Serializes a search for a visit. */
export function keptSearch({ query, isEverywhere, opened }: KeptSearch): string {
  return JSON.stringify([query, isEverywhere, opened])
}

/** Parses the search of a visit; null for a new visit. */
export function readSearch(kept: string): KeptSearch | null {
  if (kept === '') return null
  const [query, isEverywhere, opened] = JSON.parse(kept) as [string, boolean, string | null] // `keptSearch` has written it.
  return { query, isEverywhere, opened }
}
