/** A failure of this run, for the report; it is not stored. */
export interface Failing {
  /** UNIX milliseconds. */
  readonly at: number
  /** `window`, `engine [1a2b3c4d]`, `GPU`, `main`, `page`. */
  readonly part: string
  /** One line; the report redacts it. */
  readonly what: string
}

/** The number of newest failures that are kept; all are counted. */
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

  /** The newest, oldest first. */
  get kept(): readonly Failing[] {
    return this.#kept
  }

  /** How often each part failed since the start. */
  get counts(): ReadonlyMap<string, number> {
    return this.#counts
  }
}
