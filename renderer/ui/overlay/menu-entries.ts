import type { Position } from './position.ts'

/** An entry of a menu. `null` in a list of entries is a separator. */
export interface MenuEntry {
  readonly label: string
  /** The keyboard shortcut of the same action. */
  readonly hint?: string
  readonly isChecked?: boolean
  readonly isDanger?: boolean
  readonly onSelect: () => void
}

/** The menu that is open. */
export interface OpenMenu {
  /** The accessible name. */
  readonly label: string
  readonly position: Position
  readonly entries: readonly (MenuEntry | null)[]
  /** A row of text above the entries. */
  readonly heading?: string
  /** Returns the text below the heading, which may change while the menu is open; empty for none. */
  readonly detail?: () => string
}
