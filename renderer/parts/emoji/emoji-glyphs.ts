import drawn from './emoji-glyphs.json' with { type: 'json' }

let glyphs: ReadonlyMap<string, string> | undefined

/**
 * Returns the character of a protocol code (code points in lower case, without variation selectors) if the bundled font
 * draws it in one glyph. Returns null if the font lacks it or would draw a sequence in pieces.
 */
export function drawnEmoji(code: string): string | null {
  glyphs ??= new Map(drawn.glyphs.split(' ').map((glyph) => [codeOf(glyph), asEmoji(glyph)]))
  return glyphs.get(code) ?? null
}

function codeOf(glyph: string): string {
  const points = [...glyph].map((point) => (point.codePointAt(0) ?? 0).toString(16).padStart(4, '0'))
  return points.filter((point) => point !== 'fe0f').join('-')
}

/** Adds the emoji variation selector to a character with text presentation. */
function asEmoji(glyph: string): string {
  return [...glyph].length === 1 && !/\p{Emoji_Presentation}/u.test(glyph) ? `${glyph}\uFE0F` : glyph
}
