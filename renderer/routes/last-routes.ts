import { readNarrow, readRoute, storedRoute, type Route } from '../app/routes.ts'

/** What the last places need of the page's storage. Implemented by `localStorage`. */
export interface RouteStorage {
  getItem(name: string): string | null
  setItem(name: string, text: string): void
  removeItem(name: string): void
}

/** The place in which each account was left, across reloads and restarts. Every account has an entry of its own. */
export class LastRoutes {
  readonly #storage: RouteStorage

  constructor(storage: RouteStorage) {
    this.#storage = storage
  }

  /** The place of an account; null if none is stored, or if it cannot be read. */
  get(accountId: string): Route | null {
    const text = this.#storage.getItem(nameOf(accountId))
    return text === null ? readNarrow(this.#storage.getItem(olderNameOf(accountId))) : readRoute(text)
  }

  set(accountId: string, route: Route): void {
    try {
      this.#storage.setItem(nameOf(accountId), storedRoute(route))
    } catch {
      // The storage is full or broken: the place is kept for this session only.
    }
  }

  /** The account was signed out: nothing of it stays in the storage. */
  forget(accountId: string): void {
    this.#storage.removeItem(nameOf(accountId))
    this.#storage.removeItem(olderNameOf(accountId))
  }
}

function nameOf(accountId: string): string {
  return `place:${accountId}`
}

/** Versions before 0.2 stored the narrow of a conversation alone. */
function olderNameOf(accountId: string): string {
  return `narrow:${accountId}`
}
