import type { Update } from '#contract/bridge.ts'

/** The most updates that wait for a page; beyond that the oldest is dropped. */
export const mostWaiting = 20

/** Updates for the page, besides its state. They wait in order while the page loads. */
export class PageMail {
  readonly #push: (text: string) => void
  #isReady = false
  #waiting: readonly Update[] = []

  constructor(push: (text: string) => void) {
    this.#push = push
  }

  send(...updates: readonly Update[]): void {
    if (this.#isReady) for (const update of updates) this.#push(JSON.stringify(update))
    else this.#waiting = [...this.#waiting, ...updates].slice(-mostWaiting)
  }

  /**
   * Delivers the waiting updates. Called after the page has requested its state; from then on it receives pushed
   * updates.
   */
  pageIsReady(): void {
    this.#isReady = true
    const waiting = this.#waiting
    this.#waiting = []
    this.send(...waiting)
  }

  /** Holds updates back, since the page was closed or is reloading. */
  pageIsGone(): void {
    this.#isReady = false
  }
}

/** Returns a function that runs `work` after `delayMs`; calls in the meantime share that run. */
export function throttle(work: () => void, delayMs: number): () => void {
  let isScheduled = false
  return () => {
    if (isScheduled) return
    isScheduled = true
    setTimeout(() => {
      isScheduled = false
      work()
    }, delayMs)
  }
}
