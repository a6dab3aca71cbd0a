import type { Shown } from './routes-model.svelte.ts'

/** How long the previous screen stays when the next one has nothing to show, in milliseconds. */
const mostWaitMs = 100

/**
 * The screen that is drawn. The one before stays until the next one has something to show, so that a change is one step:
 * an empty screen in between would flicker, and cost a layout while the answer of the engine is awaited.
 */
export class DrawnScreen {
  current = $state.raw<Shown | null>(null)
  readonly #onLeave: () => void

  /**
   * @param onLeave called when the drawn screen is left, while it is still drawn: it must not take input any more; not for a
   *   conversation that is opened again, in whose composer the user may be writing
   */
  constructor(onLeave: () => void) {
    this.#onLeave = onLeave
  }

  /**
   * The body of an effect: follows what is shown and whether it can be drawn.
   * @returns the teardown of the effect
   */
  follow(shown: Shown | null): (() => void) | undefined {
    const { current } = this
    if (shown === current) return undefined
    const isOpenedAgain = current !== null && hasSameComposer(current, shown)
    if (current !== null && !isOpenedAgain) this.#onLeave()
    // Parts of a screen belong to the shown account, such as the addresses of its pictures.
    if (shown === null || shown.accountId !== current?.accountId || shown.screen.isDrawable) {
      this.current = shown
      return undefined
    }
    // Without its composer, what is typed meanwhile would be lost.
    if (isOpenedAgain) return undefined
    const timer = setTimeout(() => {
      this.current = shown
    }, mostWaitMs)
    return () => clearTimeout(timer)
  }
}

function hasSameComposer(left: Shown, next: Shown | null): boolean {
  const { composer } = left.screen
  return composer != null && composer === next?.screen.composer
}
