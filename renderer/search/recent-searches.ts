import { clientLimits } from '#shared/client-limits.ts'
import type { RouteStorage } from '../routes/last-routes.ts'
import { StoredJson } from '../routes/stored-json.ts'

/** The searches of each account that were used lately on this computer, the latest first. */
export class RecentSearches {
  readonly #stored: StoredJson<readonly string[]>

  constructor(storage: RouteStorage) {
    this.#stored = new StoredJson(storage, 'searches', readSearches)
  }

  of(accountId: string): readonly string[] {
    return this.#stored.get(accountId)
  }

  /** A search was used. The oldest ones beyond the limit are dropped. */
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

  /** The account was signed out: nothing of it is kept. */
  forget(accountId: string): void {
    this.#stored.forget(accountId)
  }
}

/** What is damaged counts as none. */
function readSearches(stored: unknown): readonly string[] {
  const isSearch = (entry: unknown): entry is string =>
    typeof entry === 'string' && entry.trim() !== '' && entry.length <= clientLimits.pageQuery.most
  return Array.isArray(stored) ? stored.filter(isSearch).slice(0, clientLimits.recentSearches.most) : []
}
