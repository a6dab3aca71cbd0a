import { keepFocus } from '../focus-once-drawn.ts'

/** The buttons of a list's rows that open them (`ListRow`), in the order of the rows. */
export function openButtons(list: ParentNode | undefined): HTMLElement[] {
  return [...(list?.querySelectorAll<HTMLElement>('.open-row') ?? [])]
}

/** Focuses the row at an index, or the last one where there are fewer; `otherwise` is done without any. */
export function focusAt(list: ParentNode | undefined, index: number, otherwise?: () => void): void {
  const rows = openButtons(list)
  const row = rows[Math.min(index, rows.length - 1)]
  if (row === undefined) otherwise?.()
  else row.focus()
}

/** Keeps the focus in the list when the row that has it is removed: the one in its place gets it, or `otherwise`. */
export function keepFocusAt(list: () => ParentNode | undefined, index: number, otherwise?: () => void): void {
  keepFocus(() => {
    focusAt(list(), index, otherwise)
  })
}
