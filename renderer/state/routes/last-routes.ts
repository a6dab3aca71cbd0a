import { readStoredNarrow, readRoute, storedRoute, type Route } from './routes.ts'

/** The part of the page's storage that is used. `localStorage` implements it. */
export interface RouteStorage {
  getItem(name: string): string | null
  setItem(name: string, text: string): void
  removeItem(name: string): void
}

/** The route at which each account was left, across reloads and restarts, by account. */
export class LastRoutes {
  readonly #storage: RouteStorage

  constructor(storage: RouteStorage) {
    this.#storage = storage
  }

  /** Returns the route of an account; null if none is stored, or if it cannot be parsed. */
  get(accountId: string): Route | null {
    const text = this.#storage.getItem(nameOf(accountId)) ?? this.#renamed(accountId)
    return text === null ? readStoredNarrow(this.#storage.getItem(oldestNameOf(accountId))) : readRoute(text)
  }

  set(accountId: string, route: Route): void {
    try {
      this.#storage.setItem(nameOf(accountId), storedRoute(route))
    } catch {
      // The storage is full or broken: the route is kept for this session only.
    }
  }

  /** Removes the route of an account that was signed out. */
  forget(accountId: string): void {
    this.#storage.removeItem(nameOf(accountId))
    this.#storage.removeItem(formerNameOf(accountId))
    this.#storage.removeItem(oldestNameOf(accountId))
  }

  /** Moves the text that an earlier version stored to the present name, and returns it; null if there is none. */
  #renamed(accountId: string): string | null {
    const text = this.#storage.getItem(formerNameOf(accountId))
    if (text === null) return null
    try {
      this.#storage.setItem(nameOf(accountId), text)
      this.#storage.removeItem(formerNameOf(accountId))
    } catch {
      // The storage is full or broken: the text stays under its former name.
    }
    return text
  }
}

function nameOf(accountId: string): string {
  return `route:${accountId}`
}

/** Returns the name that earlier versions used for the same text. */
function formerNameOf(accountId: string): string {
  return `place:${accountId}`
}

/** Returns the name that versions before 0.2 used, which stored the narrow of a conversation only. */
function oldestNameOf(accountId: string): string {
  return `narrow:${accountId}`
}
