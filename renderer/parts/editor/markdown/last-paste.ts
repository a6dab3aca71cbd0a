import { StateField } from '@codemirror/state'

/** The range of the last pasted text. */
export interface PastedRange {
  readonly from: number
  readonly to: number
}

/** The range of the last pasted text; null if there is none or if it is gone. */
export const lastPaste = StateField.define<PastedRange | null>({
  create: () => null,
  update(range, transaction) {
    if (!transaction.docChanged) return range
    if (transaction.isUserEvent('input.paste')) {
      let from = Infinity
      let to = 0
      transaction.changes.iterChangedRanges((_fromBefore, _toBefore, start, end) => {
        from = Math.min(from, start)
        to = Math.max(to, end)
      })
      return from < to ? { from, to } : null
    }
    if (range === null) return null
    const from = transaction.changes.mapPos(range.from, 1)
    const to = transaction.changes.mapPos(range.to, -1)
    return from < to ? { from, to } : null
  },
})
