/** What a visit of a search keeps. */
export interface KeptSearch {
  readonly query: string
  readonly isEverywhere: boolean
  /** The key of the hit that was opened last; null without one. */
  readonly opened: string | null
}

/** The text that a visit keeps. */
export function keptSearch({ query, isEverywhere, opened }: KeptSearch): string {
  return JSON.stringify([query, isEverywhere, opened])
}

/** The search of the text of a visit; null on arrival. */
export function readSearch(kept: string): KeptSearch | null {
  if (kept === '') return null
  const [query, isEverywhere, opened] = JSON.parse(kept) as [string, boolean, string | null] // made by `keptSearch`
  return { query, isEverywhere, opened }
}
