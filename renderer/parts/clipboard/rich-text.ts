/** The forms of a text that can be combined. */
export interface Look {
  readonly isStrong: boolean
  readonly isEmphasized: boolean
  readonly isStruck: boolean
}

/**
 * A part of a line. A `source` is the Markdown of a part that is more than its text, such as a mention or a formula;
 * its `shown` is the form in which people see it.
 */
export type Inline =
  | { readonly kind: 'text' | 'code'; readonly text: string; readonly look: Look; readonly href: string | null }
  | {
      readonly kind: 'source'
      readonly text: string
      readonly shown: Shown
      readonly look: Look
      readonly href: string | null
    }
  | { readonly kind: 'break' }

/** The HTML form of a source. The reader of a paste recognizes the source by the same attributes. */
export type Shown =
  | { readonly type: 'mention' | 'emoji' | 'narrow_link'; readonly text: string; readonly attributes: Attributes }
  | { readonly type: 'time'; readonly text: string; readonly attributes: Attributes }
  | { readonly type: 'formula'; readonly text: string; readonly attributes: Attributes }

/** The HTML attributes of a source. */
export type Attributes = Readonly<Record<string, string>>

/** A part of a line that is not a line break. */
export type Piece = Exclude<Inline, { readonly kind: 'break' }>

/** An item of a list. A nested list is one of its blocks. */
export interface ListItem {
  readonly blocks: readonly Block[]
}

/** A list. `start` is the number of its first item. */
export interface RichList {
  readonly type: 'list'
  readonly isOrdered: boolean
  readonly start: number
  readonly items: readonly ListItem[]
}

/** A block of rich text, from which Markdown and HTML are written. */
export type Block =
  | { readonly type: 'paragraph'; readonly inlines: readonly Inline[] }
  | { readonly type: 'heading'; readonly level: number; readonly inlines: readonly Inline[] }
  | { readonly type: 'code'; readonly text: string; readonly language: string }
  | { readonly type: 'formula'; readonly source: string }
  | { readonly type: 'quote'; readonly blocks: readonly Block[] }
  | { readonly type: 'spoiler'; readonly header: readonly Inline[]; readonly blocks: readonly Block[] }
  | { readonly type: 'table'; readonly rows: readonly (readonly (readonly Inline[])[])[] }
  | { readonly type: 'rule' }
  | RichList

export const plainLook: Look = { isStrong: false, isEmphasized: false, isStruck: false }

/** Creates a part of plain text. */
export function textPiece(text: string, look: Look = plainLook, href: string | null = null): Piece {
  return { kind: 'text', text, look, href }
}

/** Returns whether the blocks have forms that plain text would lose. */
export function isFormatted(blocks: readonly Block[]): boolean {
  return blocks.some((block) => block.type !== 'paragraph' || block.inlines.some(isFormattedInline))
}

function isFormattedInline(inline: Inline): boolean {
  if (inline.kind === 'break') return false
  const { look } = inline
  return (
    inline.kind !== 'text' ||
    inline.href !== null ||
    (inline.text.trim() !== '' && (look.isStrong || look.isEmphasized || look.isStruck))
  )
}

/** Returns the lines of inline parts. Blanks are collapsed, and no line begins or ends with one. */
export function linesOf(inlines: readonly Inline[]): Piece[][] {
  const lines: Piece[][] = [[]]
  for (const inline of inlines) {
    if (inline.kind === 'break') lines.push([])
    else lines.at(-1)?.push(inline)
  }
  return lines.map(trimmedLine)
}

/** Returns a line with single blanks and none at its edges. Neighbouring texts of the same form become one part. */
export function trimmedLine(pieces: readonly Piece[]): Piece[] {
  const line: Piece[] = []
  let endsWithBlank = true
  for (const piece of pieces) {
    if (piece.kind !== 'text') {
      if (piece.text === '') continue
      line.push(piece)
      endsWithBlank = false
      continue
    }
    let text = piece.text.replaceAll(/\s+/g, ' ')
    if (endsWithBlank && text.startsWith(' ')) text = text.slice(1)
    if (text === '') continue
    endsWithBlank = text.endsWith(' ')
    const last = line.at(-1)
    if (last?.kind === 'text' && isSameForm(last, piece)) line[line.length - 1] = { ...last, text: last.text + text }
    else line.push({ ...piece, text })
  }
  const last = line.at(-1)
  if (last?.kind === 'text' && last.text.endsWith(' ')) {
    const text = last.text.slice(0, -1)
    if (text === '') line.pop()
    else line[line.length - 1] = { ...last, text }
  }
  return line
}

export function isSameForm(one: Piece, other: Piece): boolean {
  return one.href === other.href && isSameLook(one.look, other.look)
}

export function isSameLook(one: Look, other: Look): boolean {
  return one.isStrong === other.isStrong && one.isEmphasized === other.isEmphasized && one.isStruck === other.isStruck
}
