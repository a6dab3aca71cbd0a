/** Where the reader was in a list. */
export interface KeptPosition {
  /** The first row in view: its id or key, … */
  readonly row: string
  /** …its index, for a list whose rows have no order of their own, … */
  readonly index: number
  /** …and the distance from the upper edge of the view to it (in a conversation, to its text), in CSS pixels; negative if its start is above. */
  readonly offset: number
  /** Whether the end of the list was in view and followed. */
  readonly isAtEnd: boolean
}
