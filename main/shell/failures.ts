/** What failed while the program ran. The report shows it; nothing of it is stored. */
export interface Failing {
  /** UNIX milliseconds. */
  readonly at: number
  /** `window`, `engine [1a2b3c4d]`, `GPU`, `main`, `page`. */
  readonly part: string
  /** One line; it is redacted where it is shown. */
  readonly what: string
}

/** So many are kept, the newest; all are counted. */
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
