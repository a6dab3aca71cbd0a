import { insertNewlineContinueMarkupCommand } from '@codemirror/lang-markdown'
import { syntaxTree } from '@codemirror/language'
import type { SyntaxNode } from '@lezer/common'
import {
  EditorSelection,
  type ChangeSpec,
  type EditorState,
  type StateCommand,
  type TransactionSpec,
} from '@codemirror/state'
import { isWithinCode, selectedWords, toggledInline, type InlineForm } from './inline-forms.ts'

/** A form of whole lines, each of which begins with a mark. */
export type LineForm = 'bulleted_list' | 'numbered_list' | 'block_quote' | 'heading'
/** A form of lines between two fences. */
export type FenceForm = 'code_block' | 'spoiler'

/** Every form that the composer offers. */
export type Form = InlineForm | LineForm | FenceForm | 'link' | 'table'

const lineMarks: Readonly<Record<LineForm, { readonly has: RegExp; readonly mark: (index: number) => string }>> = {
  bulleted_list: { has: /^\s*[-*+] /, mark: () => '- ' },
  numbered_list: { has: /^\s*\d+[.)] /, mark: (index) => `${index + 1}. ` },
  block_quote: { has: /^> ?/, mark: () => '> ' },
  heading: { has: /^#{1,6} /, mark: () => '## ' },
}

/** The mark at the beginning of a line of any form. */
const anyLineMark = /^(?:\s*[-*+] |\s*\d+[.)] |> ?|#{1,6} )/

const event = 'input.form'

/** Returns the change that gives the selected text a form, or removes the form if the text has it. */
export function withForm(state: EditorState, form: Form): TransactionSpec {
  // Marks would become part of the code.
  if (isWithinCode(state)) return {}
  switch (form) {
    case 'bold':
    case 'italic':
    case 'strikethrough':
    case 'inline_code':
    case 'inline_math':
      return toggledInline(state, form)
    case 'bulleted_list':
    case 'numbered_list':
    case 'block_quote':
    case 'heading':
      return toggledLines(state, form)
    case 'code_block':
      return fenced(state, '')
    case 'spoiler':
      return fenced(state, 'spoiler ')
    case 'link':
      return linked(state)
    case 'table':
      return withTable(state)
  }
}

/** Returns the lines that a selection touches. */
function linesOf(state: EditorState, from: number, to: number) {
  const [first, last] = [state.doc.lineAt(from).number, state.doc.lineAt(to).number]
  return Array.from({ length: last - first + 1 }, (_, index) => state.doc.line(first + index))
}

function toggledLines(state: EditorState, form: LineForm): TransactionSpec {
  const { has, mark } = lineMarks[form]
  const { from, to } = state.selection.main
  const lines = linesOf(state, from, to)
  const written = lines.filter(({ text }) => text.trim() !== '' || lines.length === 1)
  const isOn = written.length > 0 && written.every(({ text }) => has.test(text))
  const changes = written.map((line, index) => {
    const [old = ''] = (isOn ? has : anyLineMark).exec(line.text) ?? []
    // A quote keeps the forms of its lines.
    const kept = !isOn && form === 'block_quote' ? '' : old
    return { from: line.from, to: line.from + kept.length, insert: isOn ? '' : mark(index) }
  })
  const set = state.changes(changes)
  return {
    changes: set,
    selection: EditorSelection.range(
      set.mapPos(state.selection.main.anchor, 1),
      set.mapPos(state.selection.main.head, 1),
    ),
    userEvent: event,
    scrollIntoView: true,
  }
}

/** Returns the change that writes a block over the selection, on lines of its own. */
function asBlock(state: EditorState, text: string, caret: number): TransactionSpec {
  const { from, to } = state.selection.main
  const [first, last] = [state.doc.lineAt(from), state.doc.lineAt(to)]
  const before = state.sliceDoc(first.from, from).trim() === '' ? '' : '\n'
  const after = state.sliceDoc(to, last.to).trim() === '' ? '' : '\n'
  const start = before === '' ? first.from : from
  return {
    changes: { from: start, to: after === '' ? last.to : to, insert: before + text + after },
    selection: { anchor: start + before.length + caret },
    userEvent: event,
    scrollIntoView: true,
  }
}

/** Returns a fence that is longer than any in the text. */
function fenceFor(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/^\s*(`{3,})/gm)].map(([, ticks = '']) => ticks.length))
  return '`'.repeat(longest + 1)
}

function fenced(state: EditorState, info: string): TransactionSpec {
  const { from, to } = state.selection.main
  const selected = state.sliceDoc(from, to).replace(/^\n|\n$/g, '')
  const fence = fenceFor(selected)
  const opening = `${fence}${info}\n`
  // The caret goes to the position where the user continues: after the name of a spoiler, or into the block.
  const caret = info === '' ? opening.length + selected.length : opening.length - 1
  return asBlock(state, `${opening}${selected}\n${fence}`, caret)
}

const addressPlaceholder = 'url'
const address = /^(?:https?:\/\/|mailto:)\S+$/

/** Makes links of the selected words of each line and selects the missing part of the first one, to be written next. */
function linked(state: EditorState): TransactionSpec {
  const { from, to, empty } = state.selection.main
  const words = empty ? [{ from, to }] : selectedWords(state)
  const [first] = words
  if (first === undefined) return {}
  const changes = words.flatMap((each): ChangeSpec[] =>
    address.test(state.sliceDoc(each.from, each.to))
      ? [
          { from: each.from, insert: '[](' },
          { from: each.to, insert: ')' },
        ]
      : [
          { from: each.from, insert: '[' },
          { from: each.to, insert: `](${addressPlaceholder})` },
        ],
  )
  const isLabelled = first.to > first.from && !address.test(state.sliceDoc(first.from, first.to))
  const addressAt = first.to + 3
  return {
    changes,
    selection: isLabelled
      ? { anchor: addressAt, head: addressAt + addressPlaceholder.length }
      : { anchor: first.from + 1 },
    userEvent: event,
    scrollIntoView: true,
  }
}

function withTable(state: EditorState): TransactionSpec {
  return asBlock(state, '|  |  |\n| --- | --- |\n|  |  |', 2)
}

/** Returns whether the caret is between the fences of a code block, where Enter begins a new line of code. */
export function isInCode(state: EditorState): boolean {
  const { head } = state.selection.main
  let node: SyntaxNode | null = syntaxTree(state).resolveInner(head, -1)
  while (node !== null && node.name !== 'FencedCode' && node.name !== 'FencedMath') node = node.parent
  const [opening, closing] = node?.getChildren('CodeMark') ?? []
  if (node == null || opening === undefined) return false
  return head > state.doc.lineAt(opening.from).to && (closing === undefined || head < closing.from)
}

/** The pattern of a line that opens a fence: its indentation, its marks and its name. */
const openingFence = /^(\s*(?:> ?)*)(`{3,}|~{3,})([^`]*)$/

/**
 * Begins a new line in a form: lists and quotes continue, an empty item ends its list, and an open fence is closed.
 * Does nothing in a line without a form.
 */
export const continueForm: StateCommand = (target) => closeFence(target) || endQuote(target) || continueMarkup(target)

const continueMarkup = insertNewlineContinueMarkupCommand({ nonTightLists: false })

const closeFence: StateCommand = ({ state, dispatch }) => {
  const { main, ranges } = state.selection
  if (!main.empty || ranges.length > 1) return false
  const line = state.doc.lineAt(main.head)
  const [, indent = '', ticks] = openingFence.exec(line.text) ?? []
  if (ticks === undefined || main.head !== line.to) return false
  if (isClosedBelow(state, line.number, ticks)) return false
  dispatch(
    state.update({
      changes: { from: main.head, insert: `\n${indent}\n${indent}${ticks}` },
      selection: { anchor: main.head + 1 + indent.length },
      userEvent: 'input',
      scrollIntoView: true,
    }),
  )
  return true
}

/** Ends a quote at an empty line, as an empty item ends its list. */
const endQuote: StateCommand = ({ state, dispatch }) => {
  const line = state.doc.lineAt(state.selection.main.head)
  if (!/^\s*>[\s>]*$/.test(line.text)) return false
  dispatch(state.update({ changes: { from: line.from, to: line.to }, userEvent: 'delete', scrollIntoView: true }))
  return true
}

/** Returns whether the fence of a line closes a block, or is closed below. */
function isClosedBelow(state: EditorState, number: number, ticks: string): boolean {
  let open: string | null = null
  for (let index = 1; index <= state.doc.lines; index += 1) {
    const [, , fence, name = ''] = openingFence.exec(state.doc.line(index).text) ?? []
    if (fence === undefined) continue
    const closes = open !== null && fence.startsWith(open) && name.trim() === ''
    if (index === number && closes) return true
    if (index > number && closes && open === ticks) return true
    if (closes) open = null
    else if (open === null) open = fence
    if (index >= number && open === null) return true
  }
  return false
}
