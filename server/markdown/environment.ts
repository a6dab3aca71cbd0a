import type { StateInline } from 'markdown-it'
import type { Drawing } from './drawing/drawing.ts'
import type { LinkifierTime } from '#shared/content/linkifiers.ts'
import type { Linkify } from './inline/linkifiers.ts'

/** The lookups of the renderer in the organization. */
export interface Directory {
  /** A user by full name, optionally with the id that the writer gave (`@**Name|12**`). */
  user(name: string, id: number | undefined): { id: number; fullName: string } | undefined
  /** A group by name; a group with `isOutOfUse` is rendered but mentions no user. */
  group(name: string): { id: number; name: string; isOutOfUse?: boolean } | undefined
  stream(name: string): { id: number; name: string } | undefined
  /** Emoji with pictures: custom emoji and the extra one. */
  customEmoji(name: string): { source: string } | undefined
  /** Additional wildcard mentions. */
  wildcard?(name: string): 'stream' | 'topic' | undefined
  /** Whether the emoji of Unicode 15.1 are emoji. */
  readonly hasNewerEmoji?: boolean
  /** The default language of code. */
  defaultCodeLanguage?(): string
  /** The prepared HTML of a slow part (`drawings.ts`); otherwise its source is shown. */
  drawn?(drawing: Drawing): string | undefined
  /** The organization's linkifiers. */
  linkify: Linkify
}

export interface Rendered {
  readonly html: string
  /** Users that the text mentions, without silent mentions. */
  readonly mentionedUserIds: ReadonlySet<number>
  readonly mentionedGroupIds: ReadonlySet<number>
  /** A mention of everybody in the stream or direct conversation. */
  readonly mentionsEveryone: boolean
  /** A mention of all participants of the topic. */
  readonly mentionsTopic: boolean
  /** Uploaded files that the text links to, by path below `/user_uploads/`. */
  readonly uploads: ReadonlySet<string>
  readonly hasLink: boolean
  readonly hasImage: boolean
}

/** The state of one rendering; markdown-it passes it to every rule. */
export interface Environment extends Record<PropertyKey, unknown> {
  readonly directory: Directory
  readonly mentionedUserIds: Set<number>
  readonly mentionedGroupIds: Set<number>
  readonly wildcards: Set<'stream' | 'topic'>
  readonly uploads: Set<string>
  /** Drawn formulas; the text contains placeholders with their numbers until it is sanitized. */
  readonly formulas: string[]
  /** The bare addresses of the current text, by offset. */
  bareLinks?: { readonly source: string; readonly links: ReadonlyMap<number, BareLink> }
  /** The runs of backticks of the current text, by length. */
  backticks?: { readonly source: string; readonly runs: ReadonlyMap<number, readonly number[]> }
  /** The brackets and destinations of links of the current text. */
  brackets?: LinkParts
  /** The emphasis of the current text. */
  emphasis?: { readonly source: string; readonly spans: Spans }
  /** The remaining time of the linkifiers for this text. */
  readonly linkifierTime: LinkifierTime
  /** The addresses that have a preview. */
  readonly previewed: Set<string>
  /** Whether the text is inside of a quotation, which has no previews. */
  readonly isQuoted: boolean
}

export function environmentOf(state: StateInline): Environment {
  return state.env as unknown as Environment // made by renderMarkdown()
}

/** Adds HTML. Callers escape text. */
export function pushHtml(state: StateInline, html: string): void {
  const token = state.push('html_inline', '', 0)
  token.content = html
}

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
