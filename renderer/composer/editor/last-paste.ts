import { StateField } from '@codemirror/state'

/** Where the text of the last paste stands; null without one, or when it is gone. */
export interface PastedRange {
  readonly from: number
  readonly to: number
}

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
