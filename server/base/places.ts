/** Lets so many tasks run at a time, and so many wait; the rest is refused at once. */
export class Places {
  readonly #limits: { readonly atOnce: number; readonly waiting: number }
  readonly #refusal: () => Error
  #taken = 0
  readonly #waiting: (() => void)[] = []

  /** `refusal` makes the error for whoever finds no place. */
  constructor(limits: { readonly atOnce: number; readonly waiting: number }, refusal: () => Error) {
    this.#limits = limits
    this.#refusal = refusal
  }

  /** Runs a task when it is its turn. @throws what `refusal` makes, where too many wait already */
  async run<T>(task: () => Promise<T>): Promise<T> {
    if (this.#taken < this.#limits.atOnce) this.#taken += 1
    else {
      if (this.#waiting.length >= this.#limits.waiting) throw this.#refusal()
      // Whoever leaves gives the place on.
      await new Promise<void>((enter) => this.#waiting.push(enter))
    }
    try {
      return await task()
    } finally {
      const next = this.#waiting.shift()
      if (next === undefined) this.#taken -= 1
      else next()
    }
  }
}
