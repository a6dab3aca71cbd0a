import { syntaxTree } from '@codemirror/language'
import type { EditorState } from '@codemirror/state'
import type { SyntaxNode } from '@lezer/common'
import { writtenBefore, type Written } from './written-before.ts'

/** Where nothing is completed but the name of the language: it is code. */
const literal = new Set(['FencedCode', 'FencedMath', 'CodeBlock', 'InlineCode', 'CodeText', 'URL', 'InlineMath'])

function isInLiteral(state: EditorState, pos: number): boolean {
  let node: SyntaxNode | null = syntaxTree(state).resolveInner(pos, -1)
  while (node !== null && !literal.has(node.name)) node = node.parent
  return node !== null
}

/** What can be completed in a text, and its place there. */
export interface WrittenAt {
  readonly written: Written
  readonly from: number
  readonly to: number
}

/** What can be completed at a place of a text; null for nothing. */
export function writtenAt(state: EditorState, pos: number): WrittenAt | null {
  const line = state.doc.lineAt(pos)
  const written = writtenBefore(state.sliceDoc(line.from, pos), line.number === 1)
  if (written === null || (written.kind !== 'language' && isInLiteral(state, pos))) return null
  // What is typed after the caret of the same name goes with it.
  const rest = /^\*{1,2}/.exec(state.sliceDoc(pos, line.to))?.[0].length ?? 0
  return { written, from: line.from + written.from, to: pos + rest }
}
