import { escapedAddress, isBalanced, isOwnAddress, readsWhole } from './link-address.ts'
import { markRanges, opaque, tickRanges, type Range } from './family-marks.ts'
import { plainLook, textPiece, type Look, type Piece } from './rich-text.ts'

/** The treatment of text that the family would take for markup. */
export interface Writing {
  /** Whether such text becomes code. Otherwise it stays as it is, as in a part of a paragraph that is copied alone. */
  readonly protects: boolean
  /** Whether the text comes from elsewhere, so that its names must not become emoji or people of the organization. */
  readonly isForeign: boolean
}

/** The surroundings of lines that are written. */
export interface LineContext {
  readonly isInTable: boolean
  readonly isInLink?: boolean
  /** Whether there is code in the paragraph outside these lines. */
  readonly hasCode?: boolean
}

type Form = keyof Look

/** Writes the Markdown of a paragraph's lines. The caller (`write-blocks.ts`) handles marks at the start of a line. */
export function writeLines(lines: readonly (readonly Piece[])[], writing: Writing, context: LineContext): string[] {
  const grouped = lines.map((line) => separated(withLinks(line, writing), writing))
  if (!writing.protects) return grouped.map((line) => written(joined(line)))
  const kept = grouped.map((line) => joined(withoutMarks(line, writing, context)))
  return withoutTicks(kept, context.hasCode).map((line) => written(joined(line)))
}

/** Writes a text as code that means the same at any position. */
export function codeSpan(text: string): string {
  const code = text.replaceAll(/\s*\n\s*/g, ' ')
  const runs = new Set([...code.matchAll(/`+/g)].map(([{ length }]) => length))
  let length = 1
  while (runs.has(length)) length += 1
  const marks = '`'.repeat(length)
  return marks + (code.startsWith('`') ? ' ' : '') + code + (code.endsWith('`') ? ' ' : '') + marks
}

/** Makes one part of each link, with the forms that all of it has. Blanks at its edges become parts of their own. */
function withLinks(line: readonly Piece[], writing: Writing): Piece[] {
  const pieces: Piece[] = []
  for (let index = 0; index < line.length; index += 1) {
    const first = line[index]
    if (first === undefined) break
    if (first.href === null) {
      pieces.push(first)
      continue
    }
    const { href } = first
    let end = index + 1
    while (line[end]?.href === href) end += 1
    const parts = line.slice(index, end)
    index = end - 1
    const look: Look = {
      isStrong: parts.every((part) => part.look.isStrong),
      isEmphasized: parts.every((part) => part.look.isEmphasized),
      isStruck: parts.every((part) => part.look.isStruck),
    }
    const before = line[index - parts.length]
    const after = line[end]
    const text = linkOf(parts, href, look, {
      writing,
      isAlone: isBlankEdge(before, 'end') && isBlankEdge(after, 'start'),
    })
    if (/^\s/.test(parts[0]?.text ?? '')) pieces.push(textPiece(' '))
    pieces.push({ kind: 'source', text, shown: { type: 'narrow_link', text, attributes: {} }, look, href: null })
    if (/\s$/.test(parts.at(-1)?.text ?? '')) pieces.push(textPiece(' '))
  }
  return pieces
}

function isBlankEdge(piece: Piece | undefined, edge: 'start' | 'end'): boolean {
  if (piece === undefined) return true
  return piece.kind === 'text' && (edge === 'end' ? /[\s'"(,:<]$/ : /^[\s!:;?),.'">]/).test(piece.text)
}

/**
 * Writes a link. An address as its own text stays bare if it ends with its word. The family reads no emphasis in the
 * text of a link, so a form of the whole text encloses the link and a form of a part of it is dropped.
 */
function linkOf(
  parts: readonly Piece[],
  href: string,
  look: Look,
  { writing, isAlone }: { readonly writing: Writing; readonly isAlone: boolean },
): string {
  const words = parts
    .map(({ text }) => text)
    .join('')
    .trim()
  const isBare = isAlone && !hasForm(look) && isOwnAddress(words, href)
  if (isBare && (!writing.isForeign || readsWhole(words))) return words
  const inner = parts.map((part): Piece => ({ ...part, href: null, look: plainLook }))
  const [label = ''] = withoutTicks(
    [withoutBrackets(withoutMarks(inner, writing, { isInTable: false, isInLink: true }))],
    true,
  ).map((line) => written(joined(line)))
  return `[${label.trim() === '' ? escapedAddress(href) : label.trim()}](${escapedAddress(href)})`
}

function hasForm(look: Look): boolean {
  return look.isStrong || look.isEmphasized || look.isStruck
}

/** Makes code of unbalanced brackets in the text of a link, which may have brackets only in pairs. */
function withoutBrackets(line: readonly Piece[]): Piece[] {
  return line.flatMap((piece) => {
    if (piece.kind !== 'text' || isBalanced(piece.text, '[', ']')) return [piece]
    const ranges = [...piece.text.matchAll(/[^\s[\]]*[[\]][^\s]*/g)]
    return cut(
      piece,
      ranges.map(({ index, 0: { length } }) => ({ start: index, end: index + length })),
    )
  })
}

/** Makes code of text that the family would take for markup. */
function withoutMarks(line: readonly Piece[], writing: Writing, { isInTable, isInLink = false }: LineContext): Piece[] {
  let pieces = [...line]
  // New code may bring other marks together, so this is repeated; the limit suffices for usual texts.
  for (let round = 0; round < 3; round += 1) {
    const starts: Piece[] = []
    const text = pieces
      .map((piece) => {
        const shown = piece.kind === 'text' ? piece.text : opaque
        for (let at = 0; at < shown.length; at += 1) starts.push(piece)
        return shown
      })
      .join('')
    const ranges = markRanges(text, {
      hasStars: pieces.some(({ look }) => look.isStrong || look.isEmphasized),
      isEmphasized: (at) => starts[at]?.look.isStrong === true || starts[at]?.look.isEmphasized === true,
      hasTildes: pieces.some(({ look }) => look.isStruck),
      mayNameEmoji: writing.isForeign,
      isInTable,
      isInLink,
    })
    if (ranges.length === 0) return pieces
    pieces = cutLine(pieces, ranges)
  }
  return pieces
}

/** Makes code of words with backticks, which would pair with those of code in their paragraph. */
function withoutTicks(lines: readonly (readonly Piece[])[], isAlways = false): Piece[][] {
  const all = lines.flat()
  const runs = all.reduce((sum, piece) => sum + (piece.kind === 'text' ? (piece.text.match(/`+/g)?.length ?? 0) : 0), 0)
  const hasCode = all.some((piece) => piece.kind === 'code' || (piece.kind === 'source' && piece.text.includes('`')))
  const isSafe = runs === 0 || (runs === 1 && !hasCode && !isAlways)
  if (isSafe) return lines.map((line) => [...line])
  return lines.map((line) =>
    line.flatMap((piece) => (piece.kind === 'text' ? cut(piece, tickRanges(piece.text)) : [piece])),
  )
}

/** Makes code of ranges of the whole line as far as they are text. */
function cutLine(line: readonly Piece[], ranges: readonly Range[]): Piece[] {
  let offset = 0
  let next = 0
  return line.flatMap((piece) => {
    const length = piece.kind === 'text' ? piece.text.length : 1
    const start = offset
    offset += length
    while ((ranges[next]?.end ?? Infinity) <= start) next += 1
    if (piece.kind !== 'text') return [piece]
    const own: Range[] = []
    for (let at = next; (ranges[at]?.start ?? Infinity) < offset; at += 1) {
      const range = ranges[at]
      if (range === undefined) break
      own.push({ start: Math.max(0, range.start - start), end: Math.min(length, range.end - start) })
    }
    return cut(piece, own)
  })
}

function cut(piece: Piece, ranges: readonly Range[]): Piece[] {
  const parts: Piece[] = []
  let from = 0
  for (const { start, end } of ranges) {
    if (start > from) parts.push({ ...piece, text: piece.text.slice(from, start) })
    parts.push({ kind: 'code', text: piece.text.slice(start, end), look: piece.look, href: piece.href })
    from = end
  }
  if (from < piece.text.length) parts.push({ ...piece, text: piece.text.slice(from) })
  return parts
}

/** Joins code with neighbouring code or with a backslash before it, which would change the meaning of its backticks. */
function joined(line: readonly Piece[]): Piece[] {
  const pieces: Piece[] = []
  for (const piece of line) {
    if (piece.kind !== 'code') {
      pieces.push(piece)
      continue
    }
    let text = piece.text
    for (let last = pieces.at(-1); last?.kind === 'text'; last = pieces.at(-1)) {
      const tail = last.text.endsWith('\\') ? (/\S+$/.exec(last.text)?.[0] ?? '') : ''
      if (tail === '' && last.text !== '') break
      text = tail + text
      pieces.pop()
      if (tail.length < last.text.length) pieces.push({ ...last, text: last.text.slice(0, -tail.length) })
    }
    const code = pieces.at(-1)
    if (code?.kind === 'code') pieces[pieces.length - 1] = { ...code, text: code.text + text }
    else pieces.push({ ...piece, text })
  }
  return pieces.filter(({ text }) => text !== '')
}

/**
 * Drops forms that the family could not read. Blanks at the edge of a form leave it. Italic text loses its form if it
 * touches the edge of bold text or contains a `^`.
 */
function separated(line: readonly Piece[], { isForeign }: Writing): Piece[] {
  let pieces = line.flatMap(withoutEdgeBlanks)
  if (isForeign) pieces = withoutNames(pieces)
  for (const form of ['isStrong', 'isEmphasized', 'isStruck'] as const) pieces = trimmedForm(pieces, form)
  const bold = spans(pieces, 'isStrong')
  for (const span of spans(pieces, 'isEmphasized')) {
    const isUnreadable =
      pieces.slice(span.start, span.end).some((piece) => piece.kind === 'text' && piece.text.includes('^')) ||
      bold.some((other) => touches(span, other))
    if (!isUnreadable) continue
    pieces = pieces.map((piece, index) =>
      index >= span.start && index < span.end ? { ...piece, look: { ...piece.look, isEmphasized: false } } : piece,
    )
  }
  return pieces
}

/** Drops the form of bold words after `@` or `#`, which would name a person or a stream. */
function withoutNames(pieces: readonly Piece[]): Piece[] {
  let isName = false
  return pieces.map((piece, index) => {
    const before = pieces[index - 1]
    const isStarred = piece.look.isStrong || piece.look.isEmphasized
    isName = isStarred && (isName || (before?.kind === 'text' && /[@#]_?$/.test(before.text)))
    return isName ? { ...piece, look: { ...piece.look, isStrong: false, isEmphasized: false } } : piece
  })
}

/** Returns whether two different spans share an edge or overlap in part. */
function touches(one: Range, other: Range): boolean {
  if (one.end < other.start || other.end < one.start) return false
  if (one.start === other.start && one.end === other.end) return false
  const isWithin = one.start > other.start && one.end < other.end
  const holds = one.start < other.start && one.end > other.end
  return !isWithin && !holds
}

/** Splits blanks at the edges of a text into parts of their own. */
function withoutEdgeBlanks(piece: Piece): Piece[] {
  if (piece.kind !== 'text' || !hasForm(piece.look)) return [piece]
  const [, before = '', text = '', after = ''] = /^(\s*)([^]*?)(\s*)$/.exec(piece.text) ?? []
  return [before, text, after].filter((part) => part !== '').map((part) => ({ ...piece, text: part }))
}

function trimmedForm(pieces: readonly Piece[], form: Form): Piece[] {
  const trimmed = [...pieces]
  const isBlank = (index: number) => {
    const piece = trimmed[index]
    return piece?.kind === 'text' && piece.text.trim() === ''
  }
  const clear = (index: number) => {
    const piece = trimmed[index]
    if (piece !== undefined) trimmed[index] = { ...piece, look: { ...piece.look, [form]: false } }
  }
  for (const { start, end } of spans(pieces, form)) {
    let from = start
    let to = end
    for (; from < to && isBlank(from); from += 1) clear(from)
    for (; to > from && isBlank(to - 1); to -= 1) clear(to - 1)
  }
  return trimmed
}

/** Returns the ranges of neighbouring parts that have a form. */
function spans(pieces: readonly Piece[], form: Form): Range[] {
  const found: Range[] = []
  for (const [index, { look }] of pieces.entries()) {
    if (!look[form]) continue
    const last = found.at(-1)
    if (last?.end === index) found[found.length - 1] = { start: last.start, end: index + 1 }
    else found.push({ start: index, end: index + 1 })
  }
  return found
}

const marks: readonly (readonly [form: Form, mark: string])[] = [
  ['isStruck', '~~'],
  ['isStrong', '**'],
  ['isEmphasized', '*'],
]

function written(pieces: readonly Piece[]): string {
  let text = ''
  for (let index = 0; index < pieces.length;) {
    const piece = pieces[index]
    if (piece === undefined) break
    const [form, mark] = outermost(pieces, index) ?? []
    if (form === undefined || mark === undefined) {
      text += plain(piece)
      index += 1
      continue
    }
    let end = index + 1
    while (pieces[end]?.look[form] === true) end += 1
    const inner = pieces.slice(index, end).map((part): Piece => ({ ...part, look: { ...part.look, [form]: false } }))
    text += mark + written(inner) + mark
    index = end
  }
  return text
}

/** Returns the form of the part at `index` that extends over the most parts. */
function outermost(pieces: readonly Piece[], index: number): (typeof marks)[number] | undefined {
  const length = (form: Form) => {
    let end = index
    while (pieces[end]?.look[form] === true) end += 1
    return end - index
  }
  let best: (typeof marks)[number] | undefined
  for (const mark of marks) {
    if (length(mark[0]) > (best === undefined ? 0 : length(best[0]))) best = mark
  }
  return best
}

function plain(piece: Piece): string {
  return piece.kind === 'code' ? codeSpan(piece.text) : piece.text
}
