import { emojiCharacter, emojiCodeOf, emojiNamed } from '../../values/emoji/emoji-names.ts'
import { escapeAttribute, escapeText, type Attributes, type Content } from './markup.ts'

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
