import { clientLimits } from '../../shared/client-limits.ts'
import type { PlaceStorage } from '../places/last-places.ts'

/** The searches of each account that were used lately on this computer, the latest first. */
export class RecentSearches {
  readonly #storage: PlaceStorage

  constructor(storage: PlaceStorage) {
    this.#storage = storage
  }

  of(accountId: string): readonly string[] {
    try {
      const stored: unknown = JSON.parse(this.#storage.getItem(nameOf(accountId)) ?? '[]')
      const isSearch = (entry: unknown): entry is string =>
        typeof entry === 'string' && entry.trim() !== '' && entry.length <= clientLimits.pageQuery.most
      return Array.isArray(stored) ? stored.filter(isSearch).slice(0, clientLimits.recentSearches.most) : []
    } catch {
      // What is damaged counts as none.
      return []
    }
  }

  /** A search was used. The oldest ones beyond the limit are dropped. */
  note(accountId: string, query: string): void {
    const written = query.trim()
    if (written === '') return
    const others = this.of(accountId).filter((each) => each !== written)
    this.#store(accountId, [written, ...others].slice(0, clientLimits.recentSearches.most))
  }

  remove(accountId: string, query: string): void {
    this.#store(
      accountId,
      this.of(accountId).filter((each) => each !== query),
    )
  }

  /** The account was signed out: nothing of it is kept. */
  forget(accountId: string): void {
    this.#storage.removeItem(nameOf(accountId))
  }

  #store(accountId: string, searches: readonly string[]): void {
    try {
      this.#storage.setItem(nameOf(accountId), JSON.stringify(searches))
    } catch {
      // The storage is full or broken: the search is not kept.
    }
  }
}

function nameOf(accountId: string): string {
  return `searches:${accountId}`
}
