import { isPlainPress, isTypedCharacter } from '#shared/typed-character.ts'

/** The composer of a conversation that was chosen. */
interface Writable {
  /** Adds a text below what is written, once that is read. */
  appendLoaded(text: string): Promise<void>
}

/** A key press, as far as it matters here. */
type Press = Pick<KeyboardEvent, 'key' | 'isComposing' | 'ctrlKey' | 'metaKey' | 'altKey' | 'defaultPrevented'>

/**
 * What is typed between the choice of a conversation and the moment in which its composer has the focus. Letters of that
 * moment have no field yet: they are kept here, and written in the composer before the next one.
 */
export class TypedAhead {
  #chosen: { readonly composer: Writable; text: string } | null = null

  /** A place was chosen, or still waits to be drawn: what is typed from now on is meant for its composer, if it has one. */
  begin(composer: Writable | null): void {
    if (this.#chosen !== null && this.#chosen.composer === composer) return
    // The place before was left before it was drawn.
    this.#leave()
    if (composer !== null) this.#chosen = { composer, text: '' }
  }

  /**
   * A key was pressed, and no field has the focus.
   * @returns whether it is kept
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

  /** The composer has the focus. @returns what was typed for it before */
  take(composer: Writable): string {
    const chosen = this.#chosen
    if (chosen?.composer !== composer) return ''
    this.#chosen = null
    return chosen.text
  }

  /** The place is drawn, and nobody can write there. */
  end(composer: Writable | null): void {
    if (this.#chosen?.composer === composer) this.#chosen = null
  }

  #leave(): void {
    const chosen = this.#chosen
    this.#chosen = null
    if (chosen !== null && chosen.text !== '') void chosen.composer.appendLoaded(chosen.text)
  }
}
