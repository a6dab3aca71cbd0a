/** A failure of this run, for the report; it is not stored. */
export interface Failing {
  /** UNIX milliseconds. */
  readonly at: number
  /** The failed part: `window`, `engine [1a2b3c4d]`, `GPU`, `main` or `page`. */
  readonly part: string
  /** The description in one line; the report redacts it. */
  readonly what: string
}

/** The number of the newest failures that are kept; all failures are counted. */
const mostKept = 50
const mostCharacters = 300

export class Failures {
  #kept: readonly Failing[] = []
  readonly #counts = new Map<string, number>()

  note(part: string, what: string, at: number = Date.now()): void {
    const line = what.replaceAll(/\s+/g, ' ').slice(0, mostCharacters)
    this.#kept = [...this.#kept.slice(1 - mostKept), { at, part, what: line }]
    this.#counts.set(part, (this.#counts.get(part) ?? 0) + 1)
  }

  /** The newest failures, oldest first. */
  get kept(): readonly Failing[] {
    return this.#kept
  }

  /** The number of failures of each part since the start. */
  get counts(): ReadonlyMap<string, number> {
    return this.#counts
  }
}
