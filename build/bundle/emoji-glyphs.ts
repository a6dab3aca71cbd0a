/**
 * `node build/bundle/emoji-glyphs.ts` regenerates `renderer/parts/emoji/emoji-glyphs.json`; run it after the emoji font has changed.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { glyphsOf } from './emoji-font.ts'

const root = resolve(import.meta.dirname, '../..')
/** Characters that are not emoji alone: joiner, keycap, selector, flag letters, tags, and plain text such as digits. */
const parts = /^(?:\u200D|\u20E3|\uFE0F|[\u{1F1E6}-\u{1F1FF}]|[\u{E0020}-\u{E007F}]|[\0-\x7F])$/u

/** The sequences that the bundled font draws as one glyph, in the page's form: with selectors, separated by spaces. */
export function emojiGlyphs(): string {
  const font = readFileSync(resolve(root, 'node_modules/twemoji-colr-font/twemoji.woff2'))
  const byBareForm = new Map<string, string>()
  for (const glyph of glyphsOf(font).filter((text) => !parts.test(text))) {
    const bare = glyph.replaceAll('\uFE0F', '')
    const known = byBareForm.get(bare)
    if (known === undefined || known.length < glyph.length) byBareForm.set(bare, glyph)
  }
  return [...byBareForm.values()].sort().join(' ')
}

if (import.meta.main) {
  writeFileSync(
    resolve(root, 'renderer/parts/emoji/emoji-glyphs.json'),
    `${JSON.stringify({ glyphs: emojiGlyphs() })}\n`,
  )
}
