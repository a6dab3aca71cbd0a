import type { Update } from '../../preload/contract/bridge.ts'

/** The most updates that wait for a page; beyond that the oldest is dropped. */
export const mostWaiting = 20

/** The updates for the page beside its state. While the page loads, they wait in their order. */
export class PageMail {
  readonly #push: (text: string) => void
  #isReady = false
  #waiting: readonly Update[] = []

  constructor(push: (text: string) => void) {
    this.#push = push
  }

  tell(...updates: readonly Update[]): void {
    if (this.#isReady) for (const update of updates) this.#push(JSON.stringify(update))
    else this.#waiting = [...this.#waiting, ...updates].slice(-mostWaiting)
  }

  /** Delivers the waiting updates after the page has asked for its state: from now on pushed updates arrive. */
  pageIsReady(): void {
    this.#isReady = true
    const waiting = this.#waiting
    this.#waiting = []
    this.tell(...waiting)
  }

  /** Holds further updates, since the page was closed or is being reloaded. */
  pageIsGone(): void {
    this.#isReady = false
  }
}
