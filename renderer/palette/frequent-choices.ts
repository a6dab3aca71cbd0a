import type { RouteStorage } from '../routes/last-routes.ts'
import { StoredJson } from '../routes/stored-json.ts'

/** A choice counts half as much after this time. */
const halfLifeMs = 7 * 86_400_000
/** Choices that are kept for each account; the least frequent ones go first. */
const mostKept = 300

interface Choice {
  /** How often it was chosen, the earlier the less, at `at`. */
  readonly score: number
  /** Milliseconds. */
  readonly at: number
}

/**
 * How often and how lately places and commands were chosen on this computer. A choice fades, so that what is used now comes
 * before what was used long ago.
 */
export class FrequentChoices {
  readonly #stored: StoredJson<Map<string, Choice>>
  readonly #now: () => number
  readonly #known = new Map<string, Map<string, Choice>>()

  constructor(storage: RouteStorage, now: () => number = Date.now) {
    this.#stored = new StoredJson(storage, 'frequent', readChoices)
    this.#now = now
  }

  /** Something was chosen. `owner` is the id of an account, or a name for what belongs to none. */
  note(owner: string, key: string): void {
    const choices = this.#of(owner)
    choices.set(key, { score: this.weight(owner, key) + 1, at: this.#now() })
    if (choices.size > mostKept) {
      const weights = [...choices.keys()].map((each) => ({ key: each, weight: this.weight(owner, each) }))
      choices.delete(weights.reduce((least, each) => (each.weight < least.weight ? each : least)).key)
    }
    this.#stored.set(owner, [...choices])
  }

  /** 0 for what was never chosen; 1 for what was just chosen for the first time. */
  weight(owner: string, key: string): number {
    const choice = this.#of(owner).get(key)
    if (choice === undefined) return 0
    // A clock that was set back makes nothing more frequent.
    return choice.score * 0.5 ** (Math.max(0, this.#now() - choice.at) / halfLifeMs)
  }

  /** The account was signed out: nothing of it is kept. */
  forget(owner: string): void {
    this.#known.delete(owner)
    this.#stored.forget(owner)
  }

  #of(owner: string): Map<string, Choice> {
    const choices = this.#known.get(owner) ?? this.#stored.get(owner)
    this.#known.set(owner, choices)
    return choices
  }
}

/** What is damaged counts as never chosen. */
function readChoices(stored: unknown): Map<string, Choice> {
  return new Map(Array.isArray(stored) ? stored.filter(isChoice).slice(0, mostKept) : [])
}

function isChoice(value: unknown): value is [string, Choice] {
  if (!Array.isArray(value) || typeof value[0] !== 'string') return false
  const { score, at } = (value[1] ?? {}) as Partial<Record<keyof Choice, unknown>>
  return Number.isFinite(score) && Number.isFinite(at)
}
