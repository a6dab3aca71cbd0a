import type { Shown } from '../state/routes/routes-model.svelte.ts'

/** The limit of time for which the previous screen stays while the next one loads, in milliseconds. */
const mostWaitMs = 100

/**
 * The screen that is drawn. The previous screen stays until the next one has content, so that a change is one step. An
 * empty screen in between would flicker, and would cost a layout.
 */
export class DrawnScreen {
  current = $state.raw<Shown | null>(null)
  readonly #onLeave: () => void

  /**
   * @param onLeave called while the previous screen is still drawn, which must not take input any more. It is not
   * called for a conversation that is opened again, in whose composer the user may be writing.
   */
  constructor(onLeave: () => void) {
    this.#onLeave = onLeave
  }

  /**
   * Follows the shown screen and whether it can be drawn; the body of an effect.
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
    // The screen stays with its composer, since text that is typed meanwhile would be lost.
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
