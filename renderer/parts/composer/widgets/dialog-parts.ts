import type { FormEntry, WidgetForm } from './widget-form.svelte.ts'

/** The properties of the dialog of a widget. */
export interface WidgetDialogProps<Entry extends object> {
  form: WidgetForm<Entry>
  /** Whether the composer can send the message of the form. */
  canSend: boolean
  /** The sentence about a message that is too long; empty if it is not. */
  tooLong: string
  onsend: () => void
  onclose: () => void
}

/** The properties that every field of an entry has in common. */
export interface EntryPart {
  /** Whether the entry prevents sending the form. */
  readonly isWrong: boolean
  /** The id of the element that describes the problem. */
  readonly describedBy: string | undefined
  readonly oninput: () => void
  readonly onkeydown: (event: KeyboardEvent) => void
}

/** The properties of the fields of an entry. */
export interface EntryFields<Entry> {
  readonly entry: FormEntry<Entry>
  /** The position of the entry, from 1. */
  readonly number: number
  readonly part: EntryPart
}
