import { unspacedScripts } from '#shared/unspaced.ts'
import { syntaxTree } from '@codemirror/language'
import type { EditorState } from '@codemirror/state'
import type { SyntaxNode } from '@lezer/common'

/** A text before the caret that can be completed. `from` is the offset of the replaced part in its line. */
export type Completable =
  | { readonly kind: 'mention'; readonly query: string; readonly isSilent: boolean; readonly from: number }
  | { readonly kind: 'narrow'; readonly query: string; readonly from: number }
  | { readonly kind: 'emoji'; readonly query: string; readonly from: number }
  | { readonly kind: 'language'; readonly query: string; readonly from: number }
  | { readonly kind: 'time'; readonly query: string; readonly from: number }
  | { readonly kind: 'command'; readonly query: string; readonly from: number }

/** The length above which a name is not completed. */
const longest = 60

/** The patterns of mentions and links, which servers read only after these characters and at the start of a quote. */
const mention = /(?:^|[\s([{"'/<]|^[\s>]*>)(@(_?)(?:\*{1,2})?([^\s@*#`:][^@*#`\n]*|))$/u
const narrow = /(?:^|[\s("',:<]|^[\s>]*>)(#(?:\*\*)?([^\s#*](?:(?!\*\*)[^#\n])*|))$/u
/** The pattern of an emoji, after a space, an opening sign, another emoji or a letter of a script without spaces. */
const emoji = new RegExp(
  `(?:^|[\\s(>"'“‘«„*_~!…|\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\uFE0F\\u3000-\\u303F\\uFF01-\\uFF0F${unspacedScripts}]):` +
    '(\\p{L}[\\p{L}\\p{N}_+-]+|[+-]1)$',
  'u',
)
const language = /^\s*(?:> ?)*(?:`{3,}|~{3,})([\w+#-]+)$/
/** The pattern of a time, which matches from the second letter on. */
const time = /<(?:ti|tim|time(?::([^<>\n]*))?)$/
const command = /^\/(\w*)$/

/**
 * Returns the text at the end of a line that can be completed; null for none.
 * @param line the line up to the caret
 * @param isFirstLine whether the line is the first of the message, in which commands are written
 */
export function completableBefore(line: string, isFirstLine: boolean): Completable | null {
  const code = language.exec(line)
  if (code !== null) return { kind: 'language', query: code[1] ?? '', from: line.length - (code[1] ?? '').length }
  const slash = isFirstLine ? command.exec(line) : null
  if (slash !== null) return { kind: 'command', query: slash[1] ?? '', from: 0 }
  // Only the end of the line is searched, because a line may be as long as a message.
  const start = Math.max(0, line.length - longest)
  const end = line.slice(start)
  const person = mention.exec(end)
  if (person !== null) {
    const [, whole = '', silent = '', query = ''] = person
    return { kind: 'mention', query, isSilent: silent !== '', from: line.length - whole.length }
  }
  const named = narrow.exec(end)
  if (named !== null) {
    const [, whole = '', query = ''] = named
    return { kind: 'narrow', query, from: line.length - whole.length }
  }
  const moment = time.exec(end)
  if (moment !== null) {
    const [whole, query = ''] = moment
    return { kind: 'time', query, from: line.length - whole.length }
  }
  const smile = emoji.exec(end)
  if (smile !== null) {
    const [, query = ''] = smile
    // One letter with signs or digits is a smiley.
    if (/\p{L}/u.test(query) && !/\p{L}.*\p{L}/u.test(query)) return null
    return { kind: 'emoji', query, from: line.length - query.length - 1 }
  }
  return null
}

/** Splits a query of the form `stream>topic`. */
export function narrowQuery(query: string): { readonly stream: string | null; readonly text: string } {
  const at = query.indexOf('>')
  return at < 0
    ? { stream: null, text: query }
    : { stream: query.slice(0, at).trim(), text: query.slice(at + 1).trim() }
}

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
