import type { Core } from '../core/core.ts'

/** Background work on the database in short steps, between which other work runs. */
export class Chore {
  readonly #core: Core
  readonly #failure: string
  readonly #step: () => boolean
  #isRunning = false
  #isStopped = false

  /** `step` takes a few milliseconds and returns whether there may be more work; `failure` is the text for the log. */
  constructor(core: Core, failure: string, step: () => boolean) {
    this.#core = core
    this.#failure = failure
    this.#step = step
  }

  /** Runs steps until there is no more work; after a failure the next run continues from there. */
  async run(): Promise<void> {
    if (this.#isRunning) return
    this.#isRunning = true
    try {
      do await this.#core.breathe()
      while (!this.#isStopped && this.#step())
    } catch (error) {
      this.#core.noteDamage(error)
      this.#core.ports.log('error', `${this.#failure}: ${String(error)}`)
    } finally {
      this.#isRunning = false
    }
  }

  stop(): void {
    this.#isStopped = true
  }
}
