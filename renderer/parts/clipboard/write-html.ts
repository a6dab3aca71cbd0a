import { linesOf, type Block, type Inline, type Look, type Piece } from './rich-text.ts'

/** Writes unstyled HTML for programs that accept rich text. */
export function writeHtml(blocks: readonly Block[]): string {
  return blocks.map(blockHtml).join('')
}

function blockHtml(block: Block): string {
  switch (block.type) {
    case 'paragraph':
      return `<p>${inlineHtml(block.inlines)}</p>`
    case 'heading':
      return `<h${block.level}>${inlineHtml(block.inlines)}</h${block.level}>`
    case 'code': {
      const language = block.language === '' ? '' : ` class="language-${escapeHtml(block.language)}"`
      return `<pre><code${language}>${escapeHtml(block.text)}</code></pre>`
    }
    case 'formula':
      return `<p data-tex-display="${escapeHtml(block.source)}">$$${escapeHtml(block.source)}$$</p>`
    case 'quote':
      return `<blockquote>${writeHtml(block.blocks)}</blockquote>`
    case 'spoiler':
      return `<div class="spoiler-block"><div class="spoiler-header"><p>${inlineHtml(block.header)}</p></div><div class="spoiler-content">${writeHtml(block.blocks)}</div></div>`
    case 'table': {
      const row = (cells: readonly (readonly Inline[])[], name: 'th' | 'td') =>
        `<tr>${cells.map((cell) => `<${name}>${inlineHtml(cell)}</${name}>`).join('')}</tr>`
      return `<table>${block.rows.map((cells, index) => row(cells, index === 0 ? 'th' : 'td')).join('')}</table>`
    }
    case 'rule':
      return '<hr>'
    case 'list': {
      const name = block.isOrdered ? 'ol' : 'ul'
      const start = block.isOrdered && block.start !== 1 ? ` start="${block.start}"` : ''
      const items = block.items.map(({ blocks }) => `<li>${itemHtml(blocks)}</li>`)
      return `<${name}${start}>${items.join('')}</${name}>`
    }
  }
}

/** Writes a list item. The text of an item with one paragraph is not wrapped in a paragraph. */
function itemHtml([first, ...others]: readonly Block[]): string {
  const isTight = others.every(({ type }) => type === 'list')
  if (first?.type === 'paragraph' && isTight) return inlineHtml(first.inlines) + writeHtml(others)
  return writeHtml(first === undefined ? others : [first, ...others])
}

/** Writes the HTML of inline parts. */
export function inlineHtml(inlines: readonly Inline[]): string {
  return linesOf(inlines)
    .map((line) => nested(line))
    .join('<br>')
}

const elements: readonly (readonly [form: keyof Look, name: string])[] = [
  ['isStruck', 'del'],
  ['isStrong', 'strong'],
  ['isEmphasized', 'em'],
]

function nested(line: readonly Piece[]): string {
  let html = ''
  for (let index = 0; index < line.length;) {
    const piece = line[index]
    if (piece === undefined) break
    const [form, name] = elements.find(([each]) => piece.look[each]) ?? []
    if (form !== undefined && name !== undefined) {
      let end = index + 1
      while (line[end]?.look[form] === true) end += 1
      const inner = line.slice(index, end).map((part): Piece => ({ ...part, look: { ...part.look, [form]: false } }))
      html += `<${name}>${nested(inner)}</${name}>`
      index = end
      continue
    }
    const { href } = piece
    let end = index + 1
    if (href !== null) while (isPlainLink(line[end], href)) end += 1
    const words = line.slice(index, end).map(pieceHtml).join('')
    html += href === null ? words : `<a href="${escapeHtml(href)}">${words}</a>`
    index = end
  }
  return html
}

function isPlainLink(piece: Piece | undefined, href: string): boolean {
  return piece?.href === href && !piece.look.isStrong && !piece.look.isEmphasized && !piece.look.isStruck
}

function pieceHtml(piece: Piece): string {
  switch (piece.kind) {
    case 'text':
      return escapeHtml(piece.text)
    case 'code':
      return `<code>${escapeHtml(piece.text)}</code>`
    case 'source': {
      const { text, attributes, type } = piece.shown
      const written = Object.entries(attributes).map(([name, value]) => ` ${name}="${escapeHtml(value)}"`)
      const name = type === 'time' ? 'time' : attributes.href === undefined ? 'span' : 'a'
      return `<${name}${written.join('')}>${escapeHtml(text)}</${name}>`
    }
  }
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
