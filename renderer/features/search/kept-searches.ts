import { clientLimits } from '#shared/client-limits.ts'
import type { RouteStorage } from '../../state/routes/last-routes.ts'
import { StoredJson } from '../../state/stored-json.ts'

/** The recent searches of each account on this computer, the latest first. */
export class RecentSearches {
  readonly #stored: StoredJson<readonly string[]>

  constructor(storage: RouteStorage) {
    this.#stored = new StoredJson(storage, 'searches', readSearches)
  }

  of(accountId: string): readonly string[] {
    return this.#stored.get(accountId)
  }

  /** Records a search. Beyond the limit, the oldest ones are dropped. */
  note(accountId: string, query: string): void {
    const written = query.trim()
    if (written === '') return
    const others = this.of(accountId).filter((each) => each !== written)
    this.#stored.set(accountId, [written, ...others].slice(0, clientLimits.recentSearches.most))
  }

  remove(accountId: string, query: string): void {
    this.#stored.set(
      accountId,
      this.of(accountId).filter((each) => each !== query),
    )
  }

  /** Removes the searches of an account that was signed out. */
  forget(accountId: string): void {
    this.#stored.forget(accountId)
  }
}

/** Parses stored searches; damaged ones are dropped. */
function readSearches(stored: unknown): readonly string[] {
  const isSearch = (entry: unknown): entry is string =>
    typeof entry === 'string' && entry.trim() !== '' && entry.length <= clientLimits.pageQuery.most
  return Array.isArray(stored) ? stored.filter(isSearch).slice(0, clientLimits.recentSearches.most) : []
}

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
