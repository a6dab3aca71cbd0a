import type { Shown } from './places-model.svelte.ts'

/** How long the previous screen stays when the next one has nothing to show, in milliseconds. */
const mostWaitMs = 100

/**
 * The screen that is drawn. The one before stays until the next one has something to show, so that a change is one step:
 * an empty screen in between would flicker, and cost a layout while the answer of the engine is awaited.
 */
export class DrawnScreen {
  current = $state.raw<Shown | null>(null)
  readonly #onWait: () => void

  /** @param onWait called when a screen that was left stays: it must not take input any more */
  constructor(onWait: () => void) {
    this.#onWait = onWait
  }

  /**
   * The body of an effect: follows what is shown and whether it can be drawn.
   * @returns the teardown of the effect
   */
  follow(shown: Shown | null): (() => void) | undefined {
    const { current } = this
    if (shown === current) return undefined
    // Parts of a screen belong to the shown account, such as the addresses of its pictures.
    if (shown === null || shown.accountId !== current?.accountId || shown.screen.isDrawable) {
      this.current = shown
      return undefined
    }
    this.#onWait()
    const timer = setTimeout(() => {
      this.current = shown
    }, mostWaitMs)
    return () => clearTimeout(timer)
  }
}
