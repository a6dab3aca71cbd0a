import { languageName } from './drawing/code-languages.ts'
import type { Directory } from './environment.ts'
import { escapeHtml, escapeText } from './html/escape.ts'

/**
 * The HTML of a code block, with the full name of a known language (wire-protocol.md §2.14). It is highlighted if that
 * was prepared.
 */
export function renderCode(text: string, language: string, { drawn }: Pick<Directory, 'drawn'>): string {
  const code = `${withoutEmptyEdges(text)}\n`
  const name = languageName(language)
  const html = language === '' ? undefined : drawn?.({ type: 'code', language, source: code })
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
