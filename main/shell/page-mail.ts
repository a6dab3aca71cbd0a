import type { Update } from '../../preload/contract/bridge.ts'

/** So many updates wait for a page; of more the oldest goes. */
export const mostWaiting = 20

/** What the page is told beside its state. What comes while the page is being loaded waits for it, in its order. */
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

  /** The page has asked for its state: what is pushed from now on arrives. */
  pageIsReady(): void {
    this.#isReady = true
    const waiting = this.#waiting
    this.#waiting = []
    this.tell(...waiting)
  }

  /** The page is gone, or is loaded anew. */
  pageIsGone(): void {
    this.#isReady = false
  }
}
