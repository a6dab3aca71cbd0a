import { syntaxTree } from '@codemirror/language'
import type { EditorState } from '@codemirror/state'
import type { SyntaxNode } from '@lezer/common'
import { completableBefore, type Completable } from './completable-before.ts'

/** The nodes of code, in which only the name of a language is completed. */
const literal = new Set(['FencedCode', 'FencedMath', 'CodeBlock', 'InlineCode', 'CodeText', 'URL', 'InlineMath'])

function isInLiteral(state: EditorState, pos: number): boolean {
  let node: SyntaxNode | null = syntaxTree(state).resolveInner(pos, -1)
  while (node !== null && !literal.has(node.name)) node = node.parent
  return node !== null
}

/** A text that can be completed, with its range in the document. */
export interface CompletableAt {
  readonly completable: Completable
  readonly from: number
  readonly to: number
}

/** Returns the text before a position that can be completed; null for none. */
export function completableAt(state: EditorState, pos: number): CompletableAt | null {
  const line = state.doc.lineAt(pos)
  const completable = completableBefore(state.sliceDoc(line.from, pos), line.number === 1)
  if (completable === null || (completable.kind !== 'language' && isInLiteral(state, pos))) return null
  // Closing stars after the caret belong to the same name and are replaced with it.
  const closing = /^\*{1,2}/.exec(state.sliceDoc(pos, line.to))?.[0].length ?? 0
  return { completable, from: line.from + completable.from, to: pos + closing }
}
