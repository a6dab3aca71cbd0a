import type { RouteStorage } from './last-routes.ts'

/** What this computer keeps for each account beyond the page, as JSON under a name of its own. */
export class StoredJson<T> {
  readonly #storage: RouteStorage
  readonly #name: string
  readonly #read: (stored: unknown) => T

  /** `read` makes a value of whatever is stored, and of undefined if nothing is or if it is damaged. */
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

  /** Where the storage is full or broken, the value is kept by whoever holds it, until the page ends. */
  set(owner: string, value: unknown): void {
    try {
      this.#storage.setItem(this.#nameOf(owner), JSON.stringify(value))
    } catch {
      // Said above.
    }
  }

  /** The account was signed out: nothing of it is kept. */
  forget(owner: string): void {
    this.#storage.removeItem(this.#nameOf(owner))
  }

  #nameOf(owner: string): string {
    return `${this.#name}:${owner}`
  }
}
