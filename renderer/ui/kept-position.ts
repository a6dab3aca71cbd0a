/** The position of the reader in a list. */
export interface KeptPosition {
  /** The id or the key of the first row in view. */
  readonly row: string
  /** The index of the row, for a list whose rows have no order of their own. */
  readonly index: number
  /**
   * The distance from the upper edge of the view to the row (in a conversation, to its text), in CSS pixels; negative
   * if the row starts above the view.
   */
  readonly offset: number
  /** Whether the end of the list was in view and followed. */
  readonly isAtEnd: boolean
}
