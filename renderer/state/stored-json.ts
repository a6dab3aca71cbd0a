import type { RouteStorage } from './routes/last-routes.ts'

/** A value for each account that this computer stores, as JSON under a name of its own. */
export class StoredJson<T> {
  readonly #storage: RouteStorage
  readonly #name: string
  readonly #read: (stored: unknown) => T

  /** @param read parses any stored value, and undefined if there is none or it is damaged */
  constructor(storage: RouteStorage, name: string, read: (stored: unknown) => T) {
    this.#storage = storage
    this.#name = name
    this.#read = read
  }

  get(owner: string): T {
    const text = this.#storage.getItem(this.#nameOf(owner))
    try {
      return this.#read(text === null ? undefined : JSON.parse(text))
    } catch {
      return this.#read(undefined)
    }
  }

  /** Stores a value. If the storage is full or broken, only the caller has the value, until the page ends. */
  set(owner: string, value: unknown): void {
    try {
      this.#storage.setItem(this.#nameOf(owner), JSON.stringify(value))
    } catch {
      // The comment above describes this case.
    }
  }

  /** Removes the value of an account that was signed out. */
  forget(owner: string): void {
    this.#storage.removeItem(this.#nameOf(owner))
  }

  #nameOf(owner: string): string {
    return `${this.#name}:${owner}`
  }
}
