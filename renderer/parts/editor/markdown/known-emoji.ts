import { Compartment, type Extension } from '@codemirror/state'
import type { EditorView } from '@codemirror/view'
import type { Completing } from '../completion/offer.ts'
import { languageOfMessages, message } from './message-language.ts'

/** The emoji of the organization. They are loaded once a name is written; until then, every name counts as an emoji. */
export class KnownEmoji {
  readonly #language = new Compartment()
  #isAsked = false

  get extension(): Extension {
    return this.#language.of(message)
  }

  /** Drops the names, because the field shows another conversation, possibly of another organization. */
  forget(view: EditorView): void {
    if (!this.#isAsked) return
    this.#isAsked = false
    view.dispatch({ effects: this.#language.reconfigure(message) })
  }

  /** Loads the names if the text has an emoji. */
  look(view: EditorView, completing: Completing | null): void {
    if (this.#isAsked || completing?.emojiNames === undefined) return
    if (!/:[a-z0-9_+-]+:/i.test(view.state.doc.toString())) return
    this.#isAsked = true
    void completing.emojiNames().then((names) => {
      if (names === null || !this.#isAsked) return
      const language = languageOfMessages({ hasEmoji: (name) => names.has(name) })
      view.dispatch({ effects: this.#language.reconfigure(language) })
    })
  }
}
