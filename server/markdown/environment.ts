import type { StateInline } from 'markdown-it'
import type { Drawing } from './drawing/drawing.ts'
import type { Linkify } from './inline/linkifiers.ts'

/** The lookups that the renderer needs from the organization. */
export interface Directory {
  /** A user by full name, optionally with the id that the writer gave (`@**Name|12**`). */
  user(name: string, id: number | undefined): { id: number; fullName: string } | undefined
  /** `isOutOfUse`: it is named, and nobody is mentioned. */
  group(name: string): { id: number; name: string; isOutOfUse?: boolean } | undefined
  stream(name: string): { id: number; name: string } | undefined
  /** Emoji that are pictures: those of the organization, and the extra one. */
  customEmoji(name: string): { source: string } | undefined
  /** Further wildcard mentions beside the built-in ones. */
  wildcard?(name: string): 'stream' | 'topic' | undefined
  /** The language of code that names none. */
  defaultCodeLanguage?(): string
  /** The HTML of a part that takes long to draw, where it was prepared (`drawings.ts`); its source is shown otherwise. */
  drawn?(drawing: Drawing): string | undefined
  /** The organization's own patterns that become links. */
  linkify: Linkify
}

/** An address that stands in a text as it is: offsets in the text, `end` exclusive. */
export interface BareLink {
  readonly start: number
  readonly end: number
}

export interface Rendered {
  readonly html: string
  /** Users that the text mentions aloud (silent mentions are left out). */
  readonly mentionedUserIds: ReadonlySet<number>
  readonly mentionedGroupIds: ReadonlySet<number>
  /** Everybody in the stream or direct conversation. */
  readonly mentionsEveryone: boolean
  /** Everybody who took part in the topic. */
  readonly mentionsTopic: boolean
  /** Files of the organization that the text links to, by their paths below `/user_uploads/`. */
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
  /** Drawn formulas; they stand in the text as numbers until it is sanitised. */
  readonly formulas: string[]
  /** The addresses in the text at hand, by their beginnings. */
  bareLinks?: { readonly source: string; readonly links: ReadonlyMap<number, BareLink> }
  /** The runs of backticks in the text at hand, by their lengths. */
  backticks?: { readonly source: string; readonly runs: ReadonlyMap<number, readonly number[]> }
  /** Mentions inside a quotation are rendered but do not notify. */
  readonly isQuoted: boolean
}

export function environmentOf(state: StateInline): Environment {
  return state.env as unknown as Environment // the object that renderMarkdown() made
}

/** Adds finished HTML. Every caller escapes what comes from the text. */
export function pushHtml(state: StateInline, html: string): void {
  const token = state.push('html_inline', '', 0)
  token.content = html
}
