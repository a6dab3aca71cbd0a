import type { Core } from '../core.ts'

/** Work on the file that nobody waits for: done a little at a time, with everything else in between. */
export class Chore {
  readonly #core: Core
  readonly #failure: string
  readonly #step: () => boolean
  #isRunning = false
  #isStopped = false

  /** `step` takes a millisecond or a few and says whether there may be more to do; `failure` is the log's sentence. */
  constructor(core: Core, failure: string, step: () => boolean) {
    this.#core = core
    this.#failure = failure
    this.#step = step
  }

  /** Works until there is no more to do; after a failure the next run goes on where this one ended. */
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
