import type { Core } from '../../core.ts'
import type { Fetcher } from '../fetcher.ts'

/** So many messages an answer holds at most. */
const messagesAtOnce = 200
const againMs = 10_000

/**
 * Asks the server for messages whose flags are undecided (U6): the own ones from the lowest undecided id on, a page at a
 * time, so that what was marked together is asked for together. What an answer passes over is none of the user's
 * messages any more, and nothing is left to decide.
 */
export class FlagSettler {
  readonly #core: Core
  readonly #fetcher: Fetcher
  readonly #isOnline: () => boolean
  #isRunning = false
  #isStopped = false
  #cancel: () => void = () => undefined

  constructor(core: Core, fetcher: Fetcher, isOnline: () => boolean) {
    this.#core = core
    this.#fetcher = fetcher
    this.#isOnline = isOnline
  }

  /** Begins, unless that is done already or nothing is undecided. */
  run(): void {
    if (this.#isRunning || this.#isStopped || !this.#isOnline()) return
    if (this.#core.store.undecided.bounds() === undefined) return
    this.#isRunning = true
    this.#cancel()
    const done = this.#settle().finally(() => {
      this.#isRunning = false
    })
    this.#core.apart('undecided flags', done)
  }

  stop(): void {
    this.#isStopped = true
    this.#cancel()
  }

  async #settle(): Promise<void> {
    const { store } = this.#core
    try {
      let done = -1
      for (;;) {
        const bounds = this.#isStopped ? undefined : store.undecided.bounds()
        if (bounds === undefined) return
        // Events touched it while the answer was on its way, or it was told of in an answer that is not all applied.
        if (bounds.low === done) {
          this.#later()
          return
        }
        await this.#page(bounds.low, bounds.high)
        done = bounds.low
      }
    } catch (error) {
      if (this.#isStopped) return
      this.#core.ports.log('info', `undecided flags could not be asked for: ${String(error)}`)
      this.#later()
    }
  }

  async #page(low: number, high: number): Promise<void> {
    const { store } = this.#core
    const lastEventId = store.meta.queue()?.lastEventId ?? -1
    const numAfter = Math.min(high - low, messagesAtOnce)
    const messages = await this.#fetcher.page({ narrow: [], anchor: low, numBefore: 0, numAfter }, 'background')
    if (this.#isStopped) return
    const last = messages.at(-1)?.id ?? low
    const through = messages.length < numAfter ? high : Math.min(last, high)
    const present = new Set(messages.map((message) => message.id))
    this.#core.commit(() => {
      for (const id of store.undecided.between(low, through)) {
        if (!present.has(id)) store.undecided.decide(id, lastEventId)
      }
      return []
    })
  }

  #later(): void {
    this.#cancel()
    this.#cancel = this.#core.ports.clock.schedule(againMs, () => {
      this.run()
    })
  }
}
