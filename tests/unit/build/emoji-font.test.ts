import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { glyphsOf, mendEmojiFont } from '#build/bundle/emoji-font.ts'
import { emojiGlyphs } from '#build/bundle/emoji-glyphs.ts'

const font = readFileSync('node_modules/twemoji-colr-font/twemoji.woff2')

describe('the emoji font', () => {
  it('draws the emoji that the page expects', () => {
    const { glyphs } = JSON.parse(readFileSync('renderer/parts/emoji/emoji-glyphs.json', 'utf8')) as { glyphs: string }
    // `node build/bundle/emoji-glyphs.ts` generates it.
    expect(glyphs).toBe(emojiGlyphs())
  })

  it('draws every sequence also without selectors after the repair, and no other sequence anew', () => {
    const before = new Set(glyphsOf(font))
    const mended = mendEmojiFont(font)
    expect(before.has('🤷‍♀️')).toBe(true)
    expect(before.has('🤷‍♀')).toBe(false)
    const bare = [...before].filter((glyph) => glyph.length > 2).map((glyph) => glyph.replaceAll('\uFE0F', ''))
    expect(glyphsOf(mended).sort()).toEqual([...new Set([...before, ...bare])].sort())
    expect(mended.subarray(0, 4).toString()).toBe('wOF2')
    expect(mended.readUInt32BE(8)).toBe(mended.length)
  })

  it('is not changed if it is another file', () => {
    expect(() => mendEmojiFont(Buffer.from('wOFF'.padEnd(100)))).toThrow('no WOFF 2.0 file')
  })
})
