import { emojiCharacter, emojiCodeOf, emojiNamed } from '../../values/emoji/emoji-names.ts'

/** Allow-listed HTML and its plain text. */
export interface Content {
  /** The HTML contains only allow-listed elements, classes and addresses. */
  readonly html: string
  readonly plain: string
}

/** The attributes of an element as the server sent them. */
export type Attributes = Readonly<Record<string, string>>

/** Returns whether an element has a class. */
export function hasClass(attributes: Attributes, name: string): boolean {
  return (attributes.class ?? '').split(/\s+/).includes(name)
}

/** Escapes a text for the contents of an HTML element. */
export function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

/** Escapes a text for an HTML attribute in double quotes. */
export function escapeAttribute(text: string): string {
  return escapeText(text).replaceAll('"', '&quot;')
}

/** Elements that start a new line of the plain text. */
export const blocks: ReadonlySet<string> = new Set([
  'p',
  'div',
  'li',
  'blockquote',
  'pre',
  'tr',
  'br',
  'hr',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
])

/**
 * Converts a Unicode emoji in any of the server's forms: the text is the character, and the class contains the code.
 */
export function emojiSpan(attributes: Attributes, text: string): Content {
  const written = /(?:^|\s)emoji-([0-9a-f-]{4,100})(?:\s|$)/.exec(attributes.class ?? '')?.[1]
  const name = (attributes['aria-label'] ?? attributes.title ?? text.replaceAll(/^:|:$/g, '')).slice(0, 100)
  // Earlier versions lost codes of more than 34 characters; the name still identifies them.
  const code = written === undefined ? emojiNamed(name.replaceAll(' ', '_')) : emojiCodeOf(written)
  const character = code === undefined ? '' : emojiCharacter(code)
  const shown = character === '' ? text : character
  const label = escapeAttribute(name)
  return {
    html: `<span class="emoji${character === '' ? '' : ` emoji-${code ?? ''}`}" role="img" aria-label="${label}" title="${label}">${escapeText(shown)}</span>`,
    plain: shown,
  }
}
