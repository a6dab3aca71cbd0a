import { ensureSyntaxTree, syntaxTree } from '@codemirror/language'
import type { SyntaxNode, Tree } from '@lezer/common'
import { EditorSelection, type ChangeSpec, type EditorState, type Line, type TransactionSpec } from '@codemirror/state'

/** A form around words within a line. */
export type InlineForm = 'bold' | 'italic' | 'strikethrough' | 'inline_code' | 'inline_math'

const marks: Readonly<Record<InlineForm, string>> = {
  bold: '**',
  italic: '*',
  strikethrough: '~~',
  inline_code: '`',
  inline_math: '$$',
}

const nodes: Readonly<Record<InlineForm, string>> = {
  bold: 'StrongEmphasis',
  italic: 'Emphasis',
  strikethrough: 'Strikethrough',
  inline_code: 'InlineCode',
  inline_math: 'InlineMath',
}

/** The nodes without forms within. A selection of a part of one means the whole node. */
const atoms = new Set(['InlineCode', 'InlineMath', 'Mention', 'NarrowLink', 'EmojiName', 'Time', 'URL', 'LinkMark'])
/** The nodes with forms within. A new form lies inside or around them. */
const nested = new Set(['StrongEmphasis', 'Emphasis', 'Strikethrough', 'Link'])
const code = new Set(['FencedCode', 'FencedMath', 'CodeBlock'])
/** The marks before the words of a line: those of quotes, of an item with its checkbox, and of a heading. */
const lineMarks = /^\s*(?:> ?)*\s*(?:(?:[-*+]|\d+\.) +(?:\[[ xX]\] +)?)?(?:#{1,6} +)?/

/** The selected words of one line. */
export interface SelectedWords {
  readonly from: number
  readonly to: number
}

function treeOf(state: EditorState): Tree {
  return ensureSyntaxTree(state, state.doc.length, 100) ?? syntaxTree(state)
}

/** Returns whether a selection lies in one block of code, in which marks would belong to the code. */
export function isWithinCode(state: EditorState): boolean {
  const { from, to } = state.selection.main
  for (let node: SyntaxNode | null = treeOf(state).resolveInner(from, -1); node !== null; node = node.parent)
    if (code.has(node.name)) return to <= node.to && from > node.from
  return false
}

/** Returns the selected words of each line or table cell, without the marks of lines, surrounding blanks, and code. */
export function selectedWords(state: EditorState): SelectedWords[] {
  const { from, to } = state.selection.main
  const tree = treeOf(state)
  const found: SelectedWords[] = []
  const [first, last] = [state.doc.lineAt(from).number, state.doc.lineAt(to).number]
  for (let number = first; number <= last; number += 1) {
    const line = state.doc.line(number)
    for (const part of partsOf(tree, line)) {
      const [start, end] = [Math.max(from, part.from), Math.min(to, part.to)]
      if (end <= start) continue
      const text = state.sliceDoc(start, end)
      if (text.trim() === '') continue
      const words = { from: start + text.length - text.trimStart().length, to: start + text.trimEnd().length }
      found.push(words)
    }
  }
  return found
}

/** Returns the ranges of a line that may have forms. */
function partsOf(tree: Tree, line: Line): SelectedWords[] {
  const cells: SelectedWords[] = []
  let [isPlain, isRow] = [true, false]
  tree.iterate({
    from: line.from,
    to: line.to,
    enter({ name, node, from, to }) {
      if (from >= line.to && to > line.to) return false
      const isFence = name === 'CodeMark' && node.parent?.name === 'FencedText'
      if ((code.has(name) && to > line.from) || name === 'HorizontalRule' || isFence) isPlain = false
      if (name === 'Table' && to > line.from) isRow = true
      if (name === 'TableCell') cells.push({ from, to })
      return undefined
    },
  })
  if (!isPlain) return []
  if (isRow) return cells
  const before = lineMarks.exec(line.text)?.[0].length ?? 0
  return [{ from: line.from + before, to: line.to }]
}

/** Returns the nodes that overlap a range, from the outside in. */
function nodesAt(tree: Tree, { from, to }: SelectedWords): SyntaxNode[] {
  const found: SyntaxNode[] = []
  tree.iterate({
    from,
    to,
    enter({ node }) {
      if (node.to > from && node.from < to) found.push(node.node)
    },
  })
  return found
}

/** Extends words so that a form neither cuts a name or code nor crosses another form. */
function widened(tree: Tree, words: SelectedWords, form: InlineForm): SelectedWords {
  let { from, to } = words
  for (let isWider = true; isWider;) {
    isWider = false
    for (const node of nodesAt(tree, { from, to })) {
      if (node.from >= from && node.to <= to) continue
      const isAround = node.from <= from && node.to >= to
      const isWhole = node.name === nodes[form] || atoms.has(node.name) || (nested.has(node.name) && !isAround)
      if (!isWhole) continue
      from = Math.min(from, node.from)
      to = Math.max(to, node.to)
      isWider = true
    }
  }
  return { from, to }
}

/** Returns the changes that remove the marks of a form. Bold italic text keeps the marks of the other form. */
function withoutMarks(node: SyntaxNode, form: InlineForm): ChangeSpec[] {
  const [opening] = node.getChildren('CodeMark')
  const length = form === 'inline_code' && opening !== undefined ? opening.to - opening.from : marks[form].length
  return [
    { from: node.from, to: node.from + length },
    { from: node.to - length, to: node.to },
  ]
}

/** Returns the mark of a form. The mark of code has more backticks than the code itself. */
function markFor(text: string, form: InlineForm): string {
  if (form !== 'inline_code') return marks[form]
  const longest = Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length))
  return '`'.repeat(longest + 1)
}

/** Returns the change that gives the selected words of each line a form, or removes it if all have it. */
export function toggledInline(state: EditorState, form: InlineForm): TransactionSpec {
  if (isWithinCode(state)) return {}
  const { main } = state.selection
  if (main.empty) return toggledAtCaret(state, form)
  const tree = treeOf(state)
  const selected = selectedWords(state)
  const lines = merged(selected.map((words) => widened(tree, words, form)))
  const [first, last] = [selected[0], selected.at(-1)]
  if (first === undefined || last === undefined) return {}
  const formed = lines.map((words) => nodesAt(tree, words).filter(({ name }) => name === nodes[form]))
  const isOn = lines.every((words, index) =>
    formed[index]?.some(({ from, to }) => from <= words.from && to >= words.to),
  )
  const changes = state.changes(
    lines.flatMap((words, index): ChangeSpec[] => {
      const taken = (formed[index] ?? []).flatMap((node) => withoutMarks(node, form))
      if (isOn) return taken
      const mark = markFor(state.sliceDoc(words.from, words.to), form)
      return [{ from: words.from, insert: mark }, ...taken, { from: words.to, insert: mark }]
    }),
  )
  const [start, end] = [changes.mapPos(first.from, 1), changes.mapPos(last.to, -1)]
  const isForward = main.anchor <= main.head
  return {
    changes,
    selection: EditorSelection.range(isForward ? start : end, isForward ? end : start),
    userEvent: 'input.form',
    scrollIntoView: true,
  }
}

/** Joins ranges that overlap after they were extended. */
function merged(lines: readonly SelectedWords[]): SelectedWords[] {
  const found: SelectedWords[] = []
  for (const words of lines) {
    const last = found.at(-1)
    if (last !== undefined && words.from < last.to)
      found[found.length - 1] = { from: last.from, to: Math.max(last.to, words.to) }
    else found.push(words)
  }
  return found
}

function toggledAtCaret(state: EditorState, form: InlineForm): TransactionSpec {
  const { head } = state.selection.main
  const mark = marks[form]
  const { length } = mark
  const isAt = (at: number) => state.sliceDoc(at, at + length) === mark
  // A single star beside another one belongs to the mark of bold text.
  const isWhole =
    length > 1 || (state.sliceDoc(head - 2, head - 1) !== mark && state.sliceDoc(head + 1, head + 2) !== mark)
  if (isAt(head - length) && isAt(head) && isWhole) {
    return { changes: { from: head - length, to: head + length }, userEvent: 'input.form', scrollIntoView: true }
  }
  const around = nodesAt(treeOf(state), { from: head - 1, to: head + 1 }).find(
    ({ name, from, to }) => name === nodes[form] && from < head && to > head,
  )
  if (around !== undefined) {
    return { changes: withoutMarks(around, form), userEvent: 'input.form', scrollIntoView: true }
  }
  return {
    changes: { from: head, insert: mark + mark },
    selection: { anchor: head + length },
    userEvent: 'input.form',
    scrollIntoView: true,
  }
}
