import type { LeftForm, LeftForms, OpenForm } from '../../state/left-forms.svelte.ts'

/** The message of the fields, and the store of their texts. */
export interface FieldsOf {
  readonly forms: LeftForms
  readonly accountId: string
  /** The key of the message and the field; the same whenever the message is drawn. */
  readonly name: string
}

/** The fields that add an option or a task. Their texts remain while the message is off screen. */
export class AddedTexts {
  texts = $state<string[]>([])
  readonly left: LeftForm

  constructor({ forms, ...of }: FieldsOf) {
    this.left = forms.open({
      ...of,
      read: () => Object.fromEntries(this.texts.map((text, index) => [String(index), text])),
      show: (texts) => {
        this.texts = []
        for (const [index, text] of Object.entries(texts)) this.texts[Number(index)] = text
      },
    })
  }

  /** Clears the fields after their texts were accepted. */
  added(): void {
    this.texts = []
    this.left.changed()
  }
}

/** A question or a title that its author edits. */
export class ChangedTitle {
  /** The text in the field; null while the field is closed. */
  text = $state<string | null>(null)
  left = $state.raw<LeftForm | null>(null)
  readonly #of: FieldsOf
  #withdrawNotice: () => void = () => undefined

  constructor(of: FieldsOf) {
    this.#of = of
  }

  /** Opens the field, with the text of an abandoned change. */
  open(title: string): void {
    const { forms, ...of } = this.#of
    const form: OpenForm = {
      ...of,
      read: () => ({ title: this.text ?? '' }),
      show: (texts) => (this.text = texts.title ?? title),
    }
    this.text = title
    this.left = forms.open(form)
  }

  /** Closes the field; a changed text returns when the field is opened again. */
  cancel(title: string): void {
    this.#withdrawNotice =
      this.left?.close(() => {
        this.open(title)
      }) ?? this.#withdrawNotice
    this.#close()
  }

  /** Closes the field after its text was accepted, or if it equals the current one. */
  saved(): void {
    this.left?.done()
    this.#close()
  }

  /** Closes the field when its message is no longer drawn. */
  leave(): void {
    this.left?.close()
    this.#withdrawNotice()
  }

  #close(): void {
    this.left = null
    this.text = null
  }
}
