import { isolateHistory } from '@codemirror/commands'
import type { EditorView } from '@codemirror/view'
import { isCodeAt } from '../../clipboard/code-at.ts'
import { markdownOf } from '../../clipboard/pasted.ts'
import { StateField } from '@codemirror/state'

/** A text of the clipboard in both formats; a format that is missing is empty. */
export interface PastedText {
  readonly plain: string
  readonly html: string
}

/**
 * Writes a pasted text over the selection: rich text as Markdown, and in code exactly the plain text.
 * @returns whether the text was written; otherwise the editor pastes the plain text itself
 */
export function pasteText(view: EditorView, { plain, html }: PastedText, isWithoutForm: boolean): boolean {
  const { main } = view.state.selection
  const written = view.state.doc.toString()
  const isInCode = isCodeAt(written, main.from) && (main.empty || isCodeAt(written, main.to))
  if (isWithoutForm || isInCode) {
    const text = plain === '' ? textOf(html) : plain
    if (text === '') return false
    write(view, text)
    return true
  }
  // An address pasted over a selection becomes a link, which the editor does itself.
  if (/^\S+$/.test(plain) && !main.empty) return false
  const markdown = markdownOf(html)
  if (markdown === null) return false
  const text = plain.replaceAll(/\r\n?/g, '\n')
  if (text.trim() === '' || text === markdown || view.state.selection.ranges.length > 1) {
    write(view, markdown)
    return true
  }
  // The plain text is written first, so that undoing once restores it.
  write(view, text)
  const end = view.state.selection.main.head
  view.dispatch({
    changes: { from: end - text.length, to: end, insert: markdown },
    selection: { anchor: end - text.length + markdown.length },
    userEvent: 'input.paste',
    annotations: isolateHistory.of('full'),
    scrollIntoView: true,
  })
  return true
}

function write(view: EditorView, text: string): void {
  view.dispatch(view.state.replaceSelection(text.replaceAll(/\r\n?/g, '\n')), {
    userEvent: 'input.paste',
    annotations: isolateHistory.of('full'),
    scrollIntoView: true,
  })
}

/** Returns the text of rich text that came without plain text. */
function textOf(html: string): string {
  return html === '' ? '' : new DOMParser().parseFromString(html, 'text/html').body.textContent.trim()
}

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
