/** A block of a text, whose inline markup is not parsed yet. */
export type Block = (
  | { readonly type: 'paragraph'; readonly text: string }
  | { readonly type: 'heading'; readonly level: number; readonly text: string }
  | { readonly type: 'rule' }
  | CodeBlock
  | { readonly type: 'math'; readonly text: string }
  | { readonly type: 'spoiler'; readonly header: Container; readonly content: Container }
  | Quote
  | List
  | Table
) & {
  /** Text that follows the block in the same tight list item. */
  tail?: string
  /** A line break follows the block, since it ends a fenced quote. */
  endsQuote?: true
}

/** Code in a fence, or indented code, which has no language. */
export interface CodeBlock {
  readonly type: 'code'
  text: string
  readonly language: string | undefined
}

export interface Quote {
  readonly type: 'quote'
  readonly children: Block[]
}

export interface List {
  readonly type: 'list'
  readonly isOrdered: boolean
  readonly start: number
  readonly items: ListItem[]
}

/** An item of a list; `text` is the text of a tight item, before its children. */
export interface ListItem {
  readonly type: 'item'
  text: string
  readonly children: Block[]
}

export type Alignment = 'left' | 'center' | 'right' | undefined

export interface Table {
  readonly type: 'table'
  readonly alignments: readonly Alignment[]
  readonly header: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

/** The whole text, or one side of a spoiler. */
export interface Root {
  readonly type: 'root'
  readonly children: Block[]
}

/** The parents of blocks. */
export type Container = Root | Quote | ListItem
