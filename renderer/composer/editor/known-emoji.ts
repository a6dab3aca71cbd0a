import { Compartment, type Extension } from '@codemirror/state'
import type { EditorView } from '@codemirror/view'
import type { Completing } from '../completion/offer.ts'
import { languageOfMessages, message } from './message-language.ts'

/** Which emoji the organization has. They are asked for once a name is written; until then every name looks like one. */
export class KnownEmoji {
  readonly #language = new Compartment()
  #isAsked = false

  get extension(): Extension {
    return this.#language.of(message)
  }

  /** Another place is shown, which may be of another organization. */
  forget(view: EditorView): void {
    if (!this.#isAsked) return
    this.#isAsked = false
    view.dispatch({ effects: this.#language.reconfigure(message) })
  }

  /** Asks for the names if the text has one. */
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
