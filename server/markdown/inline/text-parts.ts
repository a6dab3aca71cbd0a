/** A bare address, or a match of a linkifier, in a text: offsets, `end` exclusive. */
export interface BareLink {
  readonly start: number
  readonly end: number
  readonly href: string
}

/** The links of a text: closing brackets by opening ones, destinations by their parenthesis. */
export interface LinkParts {
  readonly source: string
  readonly closing: ReadonlyMap<number, number>
  /** The offsets of parentheses and quotation marks. */
  readonly marks: readonly number[]
  readonly destinations: Map<number, Destination | undefined>
}

/** The address and the title between the parentheses of a link; `end` is exclusive. */
export interface Destination {
  readonly address: string
  readonly title: string | undefined
  readonly end: number
}

export type EmphasisTag = 'strong' | 'em' | 'del'

/** Emphasised text: its marks, its elements from the outside in, and the offset after it. */
export interface Span {
  readonly mark: string
  readonly tags: readonly EmphasisTag[]
  readonly end: number
}

/** The emphasis of a text by the offsets of the opening marks. */
export type Spans = ReadonlyMap<number, Span>
