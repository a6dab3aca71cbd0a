import { keepFocus } from '../focus-once-drawn.ts'

/** Returns the buttons that open the rows of a list (`ListRow`), in the order of the rows. */
export function openButtons(list: ParentNode | undefined): HTMLElement[] {
  return [...(list?.querySelectorAll<HTMLElement>('.open-row') ?? [])]
}

/** Focuses the row at an index, or the last one if there are fewer; without rows, `otherwise` is called. */
export function focusAt(list: ParentNode | undefined, index: number, otherwise?: () => void): void {
  const rows = openButtons(list)
  const row = rows[Math.min(index, rows.length - 1)]
  if (row === undefined) otherwise?.()
  else row.focus()
}

/**
 * Keeps the focus in the list when the focused row is removed: the row at its index takes it; without rows, `otherwise`
 * is called.
 */
export function keepFocusAt(list: () => ParentNode | undefined, index: number, otherwise?: () => void): void {
  keepFocus(() => {
    focusAt(list(), index, otherwise)
  })
}
