import type { Block, CodeBlock, List, ListItem, Table } from './block-tree.ts'
import type { Directory, Environment } from '../environment.ts'
import { renderInline } from '../inline/inline.ts'
import { formula } from '../formulas.ts'
import { previewsOf } from '../inline/previews.ts'
import { languageName } from '../drawing/code-languages.ts'
import { escapeHtml, escapeText } from '../html/escape.ts'

const lineBreak = '<br>\n'

/** The HTML of blocks (wire-protocol.md §2.14). */
export function blocksHtml(blocks: readonly Block[], environment: Environment): string {
  return blocks
    .map(
      (block) =>
        blockHtml(block, environment) + (block.tail === undefined ? '' : textHtml(`\n${block.tail}`, environment)),
    )
    .join('')
}

function blockHtml(block: Block, environment: Environment): string {
  switch (block.type) {
    case 'paragraph': {
      const { html, previews } = inlineHtml(block.text, environment)
      return `<p>${html}</p>\n${previews}`
    }
    case 'heading':
      return `<h${block.level}>${inlineHtml(block.text, environment).html}</h${block.level}>\n`
    case 'rule':
      return '<hr>\n'
    case 'code': {
      const html = renderCode(codeOf(block, environment), environment.directory)
      return block.endsQuote === true ? `<p>${html.trimEnd()}${lineBreak}</p>\n` : html
    }
    case 'math': {
      const formulas = block.text.split('\n\n').map((source) => formula(environment, source, { isBlock: true }))
      return `<p>${formulas.join('\n\n')}${block.endsQuote === true ? lineBreak : ''}</p>\n`
    }
    case 'quote':
      return `<blockquote>\n${blocksHtml(block.children, { ...environment, isQuoted: true })}</blockquote>\n`
    case 'spoiler': {
      const header = blocksHtml(block.header.children, environment)
      const content = blocksHtml(block.content.children, environment)
      return `<div class="spoiler-block"><div class="spoiler-header">\n${header}</div><div class="spoiler-content" aria-hidden="true">\n${content}</div></div>\n`
    }
    case 'list':
      return listHtml(block, environment)
    case 'table':
      return tableHtml(block, environment)
  }
}

function listHtml({ isOrdered, start, items }: List, environment: Environment): string {
  const name = isOrdered ? 'ol' : 'ul'
  const from = isOrdered && start !== 1 ? ` start="${start}"` : ''
  return `<${name}${from}>\n${items.map((item) => itemHtml(item, environment)).join('')}</${name}>\n`
}

function itemHtml(item: ListItem, environment: Environment): string {
  const isLoose = item.text === '' && item.children[0]?.type === 'paragraph'
  return `<li>${isLoose ? '\n' : ''}${textHtml(item.text, environment)}${blocksHtml(item.children, environment)}</li>\n`
}

function tableHtml({ header, rows, alignments }: Table, environment: Environment): string {
  const row = (cells: readonly string[], name: 'th' | 'td') => {
    const html = cells.map((cell, column) => {
      const alignment = alignments[column]
      const style = alignment === undefined ? '' : ` style="text-align: ${alignment};"`
      return `<${name}${style}>${inlineHtml(cell, environment).html}</${name}>\n`
    })
    return `<tr>\n${html.join('')}</tr>\n`
  }
  const emptyRow = `<tr>\n${'<td></td>\n'.repeat(alignments.length)}</tr>\n`
  const body = rows.length === 0 ? emptyRow : rows.map((cells) => row(cells, 'td')).join('')
  return `<table>\n<thead>\n${row(header, 'th')}</thead>\n<tbody>\n${body}</tbody>\n</table>\n`
}

/** The HTML of a tight item's text. */
function textHtml(text: string, environment: Environment): string {
  if (text === '') return ''
  const { html, previews } = inlineHtml(text, environment)
  return html + previews
}

function inlineHtml(text: string, environment: Environment): { readonly html: string; readonly previews: string } {
  const { html, links } = renderInline(text, environment)
  // Blanks between a line break and an element, or the end, are not part of the output.
  const trimmed = html.replaceAll(/<br>\n\s+(?=<(?!skein-math)|$)/g, lineBreak)
  return { html: trimmed, previews: previewsOf(links, environment) }
}

/** Fenced code without a language has the organization's default language; indented code has none. */
function codeOf({ text, language }: CodeBlock, { directory }: Environment): Code {
  const isIndented = language === undefined
  const usual = language === '' ? (directory.defaultCodeLanguage?.() ?? '').toLowerCase() : ''
  return { text, isIndented, language: language === undefined || language === '' ? usual : language }
}

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
function renderCode(given: Code, { drawn }: Pick<Directory, 'drawn'>): string {
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
