import { isInField } from './fields.ts'

/** What lies over the window, and keeps the focus until it is closed. */
const overlay = '[role=menu], [role=dialog], dialog'

/** Where the focus went since a place was chosen. Its composer may come late, and take the focus only from where it was. */
export class FocusSinceChoice {
  #before: Element | null = null
  #isMoved = false

  /** A place was chosen, or what is to have the focus in it. */
  begin(): void {
    this.#before = document.activeElement
    this.#isMoved = false
  }

  /** The user has pressed a key or a button of the mouse, before anything has come of it. */
  pressed(event: KeyboardEvent | PointerEvent): void {
    if (event.type === 'pointerdown' || ('key' in event && event.key === 'Tab')) this.#isMoved = true
  }

  /**
   * Whether the user has gone on to something else by now. What comes late, such as the composer of a conversation that took
   * long to open, must not take the focus away from it: letters would go astray, what is selected would be lost, and a
   * menu would close.
   * @param own the field that is to have the focus
   */
  hasGoneElsewhere(own: Element | null | undefined): boolean {
    const { activeElement } = document
    if (activeElement === null || activeElement === document.body || activeElement === own) return false
    if (activeElement.closest(overlay) !== null) return true
    return activeElement !== this.#before && (this.#isMoved || isInField(activeElement))
  }
}
