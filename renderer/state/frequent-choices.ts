import type { RouteStorage } from './routes/last-routes.ts'
import { StoredJson } from './stored-json.ts'

/** The half-life of a choice, in milliseconds. */
const halfLifeMs = 7 * 86_400_000
/** The limit of choices per account; the least frequent ones are dropped. */
const mostKept = 300

interface Choice {
  /** The number of choices, weighted by age, at the time `at`. */
  readonly score: number
  /** The time of the last choice in UNIX milliseconds. */
  readonly at: number
}

/**
 * The frequency of chosen conversations and commands on this computer. The weight of a choice decays, so that recent
 * choices precede old ones.
 */
export class FrequentChoices {
  readonly #stored: StoredJson<Map<string, Choice>>
  readonly #now: () => number
  readonly #known = new Map<string, Map<string, Choice>>()

  constructor(storage: RouteStorage, now: () => number = Date.now) {
    this.#stored = new StoredJson(storage, 'frequent', readChoices)
    this.#now = now
  }

  /** Records a choice. `owner` is the id of an account, or a name for objects that belong to none. */
  note(owner: string, key: string): void {
    const choices = this.#of(owner)
    choices.set(key, { score: this.weight(owner, key) + 1, at: this.#now() })
    if (choices.size > mostKept) {
      const weights = [...choices.keys()].map((each) => ({ key: each, weight: this.weight(owner, each) }))
      choices.delete(weights.reduce((least, each) => (each.weight < least.weight ? each : least)).key)
    }
    this.#stored.set(owner, [...choices])
  }

  /** Returns the weight of a choice: 0 if it was never made, 1 if it was just made for the first time. */
  weight(owner: string, key: string): number {
    const choice = this.#of(owner).get(key)
    if (choice === undefined) return 0
    // A clock that was set back must not increase the weight.
    return choice.score * 0.5 ** (Math.max(0, this.#now() - choice.at) / halfLifeMs)
  }

  /** Drops the choices of an account that was signed out. */
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

/** Parses stored choices; damaged ones are dropped. */
function readChoices(stored: unknown): Map<string, Choice> {
  return new Map(Array.isArray(stored) ? stored.filter(isChoice).slice(0, mostKept) : [])
}

function isChoice(value: unknown): value is [string, Choice] {
  if (!Array.isArray(value) || typeof value[0] !== 'string') return false
  const { score, at } = (value[1] ?? {}) as Partial<Record<keyof Choice, unknown>>
  return Number.isFinite(score) && Number.isFinite(at)
}
