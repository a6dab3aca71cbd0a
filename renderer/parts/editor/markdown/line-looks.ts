import { syntaxTree } from '@codemirror/language'
import type { EditorState } from '@codemirror/state'
import { Decoration, EditorView, ViewPlugin, type DecorationSet, type ViewUpdate } from '@codemirror/view'

/** The style of a line as a whole. */
type LineLook = 'code' | 'quote'

const plain = Decoration.line({ attributes: { dir: 'auto' } })
const looks: Readonly<Record<LineLook, Decoration>> = {
  // Code reads from left to right in every script.
  code: Decoration.line({ class: 'line-of-code', attributes: { dir: 'ltr', spellcheck: 'false' } }),
  quote: Decoration.line({ class: 'line-of-quote', attributes: { dir: 'auto' } }),
}

/** Returns the styles of the lines of code and quotes in a range, by the offsets of their starts. */
function lookedLines(state: EditorState, from: number, to: number): Map<number, LineLook> {
  const found = new Map<number, LineLook>()
  const put = (start: number, end: number, look: LineLook) => {
    for (let at = Math.max(start, from); at <= Math.min(end, to);) {
      const line = state.doc.lineAt(at)
      if (found.get(line.from) !== 'code') found.set(line.from, look)
      at = line.to + 1
    }
  }
  syntaxTree(state).iterate({
    from,
    to,
    enter({ name, from: start, to: end }) {
      if (name === 'Blockquote' || name === 'FencedText') put(start, end, 'quote')
      if (name === 'FencedCode' || name === 'FencedMath' || name === 'CodeBlock') put(start, end, 'code')
    },
  })
  return found
}

function decorate(view: EditorView): DecorationSet {
  const { state, visibleRanges } = view
  const decorations = visibleRanges.flatMap(({ from, to }) => {
    const found = lookedLines(state, from, to)
    const lines = []
    for (let at = from; at <= to;) {
      const line = state.doc.lineAt(at)
      const look = found.get(line.from)
      lines.push((look === undefined ? plain : looks[look]).range(line.from))
      at = line.to + 1
    }
    return lines
  })
  return Decoration.set(decorations, true)
}

/** The editor extension that styles lines of code and quotes and gives each line the direction of its script. */
export const lineLooks = [
  EditorView.perLineTextDirection.of(true),
  ViewPlugin.define(
    (view) => ({
      decorations: decorate(view),
      update(update: ViewUpdate) {
        const isParsed = syntaxTree(update.startState) !== syntaxTree(update.state)
        if (update.docChanged || update.viewportChanged || isParsed) this.decorations = decorate(update.view)
      },
    }),
    { decorations: ({ decorations }) => decorations },
  ),
]
