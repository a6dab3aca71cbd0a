import type { EditorSelection } from '@codemirror/state'

/** What is written in one place, with what can be undone, as long as it is kept: it outlives the field that shows it. */
export class EditingSession {
  /** What the field showed when it was left; null for a place that was not written in. */
  kept: { readonly text: string; readonly selection: EditorSelection; readonly history: unknown } | null = null
}
