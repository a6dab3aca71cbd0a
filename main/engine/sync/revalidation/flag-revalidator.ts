import type { Core } from '../../core/core.ts'
import type { Service } from '../../core/service.ts'
import type { Fetcher } from '../fetcher.ts'

/** The number of messages per answer. */
const messagesAtOnce = 200
const againMs = 10_000

/**
 * Fetches messages whose flags are undecided (U6): the user's messages from the lowest undecided id on, page by page,
 * so that messages that were marked together are fetched together. A message that the answer skips no longer belongs
 * to the user and is decided.
 */
export class FlagRevalidator implements Service {
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

  /** Starts, unless it is running or nothing is undecided. */
  run(): void {
    if (this.#isRunning || this.#isStopped || !this.#isOnline()) return
    if (this.#core.store.undecided.bounds() === undefined) return
    this.#isRunning = true
    this.#cancel()
    const done = this.#revalidate().finally(() => {
      this.#isRunning = false
    })
    this.#core.runInBackground('undecided flags', done)
  }

  onOnline(): void {
    this.run()
  }

  onRetry(): void {
    this.run()
  }

  stop(): void {
    this.#isStopped = true
    this.#cancel()
  }

  async #revalidate(): Promise<void> {
    const { store } = this.#core
    try {
      let done = -1
      for (;;) {
        const bounds = this.#isStopped ? undefined : store.undecided.bounds()
        if (bounds === undefined) return
        // Events changed the message while the request was in flight, or are still being applied.
        if (bounds.low === done) {
          this.#later()
          return
        }
        await this.#page(bounds.low, bounds.high)
        done = bounds.low
      }
    } catch (error) {
      if (this.#isStopped) return
      this.#core.ports.log('info', `undecided flags could not be requested: ${String(error)}`)
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
