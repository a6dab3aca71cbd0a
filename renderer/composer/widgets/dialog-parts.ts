import type { FormEntry, WidgetForm } from './widget-form.svelte.ts'

/** What the dialog of a form is given. */
export interface WidgetDialogProps<Entry extends object> {
  form: WidgetForm<Entry>
  /** Whether the composer can send what the form holds. */
  canSend: boolean
  /** What of it is too long; empty if nothing is. */
  tooLong: string
  onsend: () => void
  onclose: () => void
}

/** What a field of an entry needs. */
export interface EntryPart {
  /** Whether the form cannot be sent because of the entry. */
  readonly isWrong: boolean
  /** The id of the element that says why. */
  readonly describedBy: string | undefined
  readonly oninput: () => void
  readonly onkeydown: (event: KeyboardEvent) => void
}

/** What the fields of an entry of a form need. */
export interface EntryFields<Entry> {
  readonly entry: FormEntry<Entry>
  /** Its place, from 1. */
  readonly number: number
  readonly part: EntryPart
}
