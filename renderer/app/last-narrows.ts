import type { Narrow } from '../../preload/contract/values.ts'

/** The conversation in which each account was left; it is kept across reloads and restarts. */
export class LastNarrows {
  readonly #ofSession = new Map<string, Narrow>()

  get(accountId: string): Narrow | null {
    return this.#ofSession.get(accountId) ?? storedNarrow(accountId)
  }

  set(accountId: string, narrow: Narrow): void {
    this.#ofSession.set(accountId, narrow)
    localStorage.setItem(nameOf(accountId), JSON.stringify(narrow))
  }

  /** The account was signed out: nothing of it stays in the storage. */
  forget(accountId: string): void {
    localStorage.removeItem(nameOf(accountId))
  }
}

function nameOf(accountId: string): string {
  return `narrow:${accountId}`
}

function storedNarrow(accountId: string): Narrow | null {
  try {
    return JSON.parse(localStorage.getItem(nameOf(accountId)) ?? 'null') as Narrow | null // the engine checks it
  } catch {
    return null
  }
}
