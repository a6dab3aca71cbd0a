import type { LeftForm, LeftForms, OpenForm } from '../../forms/left-forms.svelte.ts'

/** Whose message the fields are in. */
export interface FieldsOf {
  readonly forms: LeftForms
  readonly accountId: string
  /** The message and the field in it; the same whenever the message is drawn. */
  readonly name: string
}

/** The fields that add an option or a task. What is typed stays while the message is off screen. */
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

  /** The texts were taken. */
  added(): void {
    this.texts = []
    this.left.changed()
  }
}

/** A question or a title while its author changes it. */
export class ChangedTitle {
  /** Null while it is not changed. */
  text = $state<string | null>(null)
  left = $state.raw<LeftForm | null>(null)
  readonly #of: FieldsOf
  #takeBack: () => void = () => undefined

  constructor(of: FieldsOf) {
    this.#of = of
  }

  /** Opens the field, with what an earlier change has left. */
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

  /** Gives the change up; a changed text comes back when the field is opened again. */
  cancel(title: string): void {
    this.#takeBack =
      this.left?.close(() => {
        this.open(title)
      }) ?? this.#takeBack
    this.#close()
  }

  /** The text was taken, or it is that of the message. */
  saved(): void {
    this.left?.done()
    this.#close()
  }

  /** The message is not drawn any more. */
  leave(): void {
    this.left?.close()
    this.#takeBack()
  }

  #close(): void {
    this.left = null
    this.text = null
  }
}
