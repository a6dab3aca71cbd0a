import { languageName } from './drawing/code-languages.ts'
import type { Directory } from './environment.ts'
import { escapeHtml, escapeText } from './html/escape.ts'

/** A block of code in a text. */
export interface Code {
  readonly text: string
  /** The language as typed, in lower case; empty if there is none. */
  readonly language: string
  /** Whether the code is indented instead of fenced. */
  readonly isIndented: boolean
}

/**
 * The HTML of a code block, with the full name of a known language (wire-protocol.md §2.14). It is highlighted if the
 * HTML is prepared; without a language the first line may name one (`#!python`, `:::python`).
 */
export function renderCode(given: Code, { drawn }: Pick<Directory, 'drawn'>): string {
  const { source, language } =
    given.language === '' ? readHeader(given) : { source: given.text, language: given.language }
  const code = `${withoutEmptyEdges(source)}\n`
  const name = languageName(given.language)
  const html = language === '' ? undefined : drawn?.({ type: 'code', language, source: code })
  const attribute = name === '' ? '' : ` data-code-language="${escapeHtml(name)}"`
  return `<div class="codehilite"${attribute}><pre><span></span><code>${html ?? escapeText(code)}</code></pre></div>\n`
}

/** The language that the first line names. In indented code, a line without a path is removed. */
function readHeader({ text, isIndented }: Code): { readonly source: string; readonly language: string } {
  const lines = withoutEmptyEdges(text).split('\n')
  const match = /^(?:::+|#!)((?:\/\w+)*[/ ])?([\w#.+-]*)/.exec(lines[0] ?? '')
  if (match === null) return { source: text, language: '' }
  const [, path, language = ''] = match
  const source = isIndented && path === undefined ? lines.slice(1).join('\n') : text
  return { source, language: language.toLowerCase() }
}

function withoutEmptyEdges(text: string): string {
  let start = 0
  let end = text.length
  while (text[start] === '\n') start += 1
  while (end > start && text[end - 1] === '\n') end -= 1
  return text.slice(start, end)
}
