import type { EditorSelection } from '@codemirror/state'

/** The text and the undo history of one conversation, which outlive the field that shows them. */
export class EditingSession {
  /** The state of the field when it was left; null if the user has not written in it. */
  kept: { readonly text: string; readonly selection: EditorSelection; readonly history: unknown } | null = null
}
