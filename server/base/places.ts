/** A semaphore with a bounded queue: runs a limited number of tasks at a time and refuses tasks beyond the queue. */
export class Places {
  readonly #limits: { readonly atOnce: number; readonly waiting: number }
  readonly #refusal: () => Error
  #taken = 0
  readonly #waiting: (() => void)[] = []

  /** @param refusal creates the error for a task that finds the queue full */
  constructor(limits: { readonly atOnce: number; readonly waiting: number }, refusal: () => Error) {
    this.#limits = limits
    this.#refusal = refusal
  }

  /** Runs a task when a slot is free. @throws the error of `refusal` if the queue is full */
  async run<T>(task: () => Promise<T>): Promise<T> {
    if (this.#taken < this.#limits.atOnce) this.#taken += 1
    else {
      if (this.#waiting.length >= this.#limits.waiting) throw this.#refusal()
      // A finished task passes its slot to this one.
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
