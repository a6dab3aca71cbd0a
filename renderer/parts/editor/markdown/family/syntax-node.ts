/** The kinds of nodes, which have the names that other languages of the editor use. */
export const nodeNames = [
  'Document',
  'Paragraph',
  'ATXHeading1',
  'ATXHeading2',
  'ATXHeading3',
  'ATXHeading4',
  'ATXHeading5',
  'ATXHeading6',
  'HeaderMark',
  'HorizontalRule',
  'FencedCode',
  'FencedText',
  'FencedMath',
  'FencedWords',
  'CodeMark',
  'CodeInfo',
  'CodeText',
  'CodeBlock',
  'Blockquote',
  'QuoteMark',
  'BulletList',
  'OrderedList',
  'ListItem',
  'ListMark',
  'Table',
  'TableHeader',
  'TableRow',
  'TableCell',
  'TableDelimiter',
  'StrongEmphasis',
  'Emphasis',
  'EmphasisMark',
  'Strikethrough',
  'StrikethroughMark',
  'InlineCode',
  'Link',
  'LinkMark',
  'URL',
  'Mention',
  'NarrowLink',
  'EmojiName',
  'Time',
  'InlineMath',
] as const

export type NodeName = (typeof nodeNames)[number]

/** A part of a text that has a form. Its offsets are those of the source. */
export interface SyntaxPart {
  readonly name: NodeName
  readonly from: number
  /** The end, which grows while the part is read. */
  to: number
  readonly children: SyntaxPart[]
}

export function part(name: NodeName, from: number, to: number, children: SyntaxPart[] = []): SyntaxPart {
  return { name, from, to, children }
}
