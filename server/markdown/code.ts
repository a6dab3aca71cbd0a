import { escapeHtml, escapeText } from './escape.ts'
import { highlight } from './highlight.ts'

/** A block of code as HTML; the language's name is written out where it is known (wire-protocol.md §2.14). */
export function renderCode(text: string, language: string): string {
  const code = `${withoutEmptyEdges(text)}\n`
  const { name, html } = language === '' ? { name: '', html: undefined } : highlight(code, language)
  const attribute = name === '' ? '' : ` data-code-language="${escapeHtml(name)}"`
  return `<div class="codehilite"${attribute}><pre><span></span><code>${html ?? escapeText(code)}</code></pre></div>\n`
}

function withoutEmptyEdges(text: string): string {
  let start = 0
  let end = text.length
  while (text[start] === '\n') start += 1
  while (end > start && text[end - 1] === '\n') end -= 1
  return text.slice(start, end)
}
