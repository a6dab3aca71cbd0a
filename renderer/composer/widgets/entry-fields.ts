import type { FormEntry } from './widget-form.svelte.ts'

/** What the fields of an entry of a form need. */
export interface EntryFields<Entry> {
  readonly entry: FormEntry<Entry>
  /** Its place, from 1. */
  readonly number: number
  /** Whether the form cannot be sent because of it. */
  readonly isWrong: boolean
  /** The id of the element that says why. */
  readonly describedBy: string | undefined
  readonly oninput: () => void
  readonly onkeydown: (event: KeyboardEvent) => void
}
