import { isInField } from './fields.ts'

/** Matches layers above the window, which keep the focus until they are closed. */
const overlay = '[role=menu], [role=dialog], dialog'

/**
 * Follows the focus after a route was chosen. Its composer may load late, and must not take the focus from another
 * element.
 */
export class FocusSinceChoice {
  #before: Element | null = null
  #isMoved = false

  /** Begins with the choice of a route, or of an element in it that takes the focus. */
  begin(): void {
    this.#before = document.activeElement
    this.#isMoved = false
  }

  /** Records a press of a key or of a mouse button, before it has an effect. */
  pressed(event: KeyboardEvent | PointerEvent): void {
    if (event.type === 'pointerdown' || ('key' in event && event.key === 'Tab')) this.#isMoved = true
  }

  /**
   * Whether the user has moved the focus. A composer that loads late must not take the focus then: it would receive the
   * wrong keys, and would end a selection or close a menu.
   * @param own the field that is to have the focus
   */
  hasGoneElsewhere(own: Element | null | undefined): boolean {
    const { activeElement } = document
    if (activeElement === null || activeElement === document.body || activeElement === own) return false
    if (activeElement.closest(overlay) !== null) return true
    return activeElement !== this.#before && (this.#isMoved || isInField(activeElement))
  }
}
