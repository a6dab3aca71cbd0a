import { isPlainPress, isTypedCharacter } from '#shared/pressed-key.ts'

/** The composer of a chosen conversation. */
interface Writable {
  /** Appends a text below the draft, once that is loaded. */
  appendLoaded(text: string): Promise<void>
}

/** The properties of a key press that are used here. */
type Press = Pick<KeyboardEvent, 'key' | 'isComposing' | 'ctrlKey' | 'metaKey' | 'altKey' | 'defaultPrevented'>

/**
 * The text that is typed between the choice of a conversation and the focus of its composer. No field receives these
 * letters, so that they are kept here, and written into the composer before the next one.
 */
export class TypedAhead {
  #chosen: { readonly composer: Writable; text: string } | null = null

  /**
   * Begins to keep text for the composer of a chosen route, if it has one. It may be called again while the route waits
   * to be drawn.
   */
  begin(composer: Writable | null): void {
    if (this.#chosen !== null && this.#chosen.composer === composer) return
    // The previous route was left before it was drawn.
    this.#leave()
    if (composer !== null) this.#chosen = { composer, text: '' }
  }

  /**
   * Handles a key that was pressed while no field had the focus.
   * @returns whether its text is kept
   */
  press(press: Press, isMac = false): boolean {
    const chosen = this.#chosen
    if (chosen === null || press.isComposing || press.defaultPrevented) return false
    const takesBack = press.key === 'Backspace' && isPlainPress(press) && chosen.text !== ''
    if (takesBack) chosen.text = [...chosen.text].slice(0, -1).join('')
    else if (isTypedCharacter(press, isMac)) chosen.text += press.key
    else return false
    return true
  }

  /** Ends keeping, since the composer has the focus. @returns the text that was typed for it */
  take(composer: Writable): string {
    const chosen = this.#chosen
    if (chosen?.composer !== composer) return ''
    this.#chosen = null
    return chosen.text
  }

  /** Ends keeping, since the drawn screen accepts no text. */
  end(composer: Writable | null): void {
    if (this.#chosen?.composer === composer) this.#chosen = null
  }

  #leave(): void {
    const chosen = this.#chosen
    this.#chosen = null
    if (chosen !== null && chosen.text !== '') void chosen.composer.appendLoaded(chosen.text)
  }
}
