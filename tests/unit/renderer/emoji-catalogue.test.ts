import { describe, expect, it } from 'vitest'
import { readContent } from '#engine/state/content/content.ts'
import { standardNames } from '#engine/values/emoji/emoji-names.ts'
import type { MessageItem } from '#contract/messages.ts'
import { loadCatalogue, searchEmoji } from '#renderer/parts/emoji/emoji-catalogue.ts'
import { drawnEmoji } from '#renderer/parts/emoji/emoji-glyphs.ts'
import { shownSource } from '#renderer/parts/clipboard/shown-source.ts'

describe('the catalogue of emoji', () => {
  it('contains all emoji of Unicode that the font draws, by the service’s codes', async () => {
    const catalogue = await loadCatalogue(standardNames)
    expect(catalogue.length).toBeGreaterThan(1800)
    expect(catalogue.find((emoji) => emoji.code === '2764')).toMatchObject({ character: '❤️', label: 'red heart' })
    expect(catalogue.every((emoji) => /^[0-9a-f]+(-[0-9a-f]+)*$/.test(emoji.code))).toBe(true)
    expect(new Set(catalogue.map((emoji) => emoji.code)).size).toBe(catalogue.length)
    // These emoji are newer than the font, alone and as a sequence of older ones.
    for (const code of ['1fae9', '1f6b6-200d-27a1', '1f426-200d-1f525']) {
      expect(catalogue.some((emoji) => emoji.code === code)).toBe(false)
      expect(drawnEmoji(code)).toBeNull()
    }
  })

  it('is searched by the server’s names, labels, tags and short codes, with prefix matches first', async () => {
    const catalogue = await loadCatalogue(standardNames)
    const first = (query: string) => searchEmoji(catalogue, query)[0]?.character.replace('\uFE0F', '')
    expect(first('party popper')).toBe('🎉')
    expect(first(':tada:')).toBe('🎉')
    expect(first('+1')).toBe('👍')
    expect(first('thumbs_up')).toBe('👍')
    expect(first('GRINNING')).toBe('😀')
    // In other tables, `smile` is another face.
    expect(first(':smile:')).toBe('🙂')
    expect(searchEmoji(catalogue, 'celebration').map((emoji) => emoji.character)).toContain('🎉')
    expect(searchEmoji(catalogue, 'zzzz')).toEqual([])
    expect(searchEmoji(catalogue, ' ')).toHaveLength(catalogue.length)
  })

  it('marks the emoji that the server knows, and omits names that mean others there', async () => {
    const catalogue = await loadCatalogue({ '1f642': ['smile'], '1f389': ['tada', 'hooray'] })
    const of = (code: string) => catalogue.find((emoji) => emoji.code === code)
    expect(of('1f389')).toMatchObject({ isKnown: true, names: ['tada', 'hooray'] })
    expect(of('1f604')).toMatchObject({ isKnown: false })
    expect(of('1f604')?.names).not.toContain('smile')
  })
})

describe('the emoji font', () => {
  it('draws all emoji that servers of the family name', () => {
    const lacking = Object.keys(standardNames).filter((code) => drawnEmoji(code) === null)
    expect(lacking).toEqual([])
  })
})

describe('the copied text of a message', () => {
  const html = (source: string) => readContent(source, 'https://x.example').html
  const span = (code: string, name: string) =>
    `<span class="emoji emoji-${code}" title="${name}">:${name.replaceAll(' ', '_')}:</span>`
  const sender = { name: 'Mei $& Okafor' } as MessageItem['sender']

  it('has characters instead of emoji names, except in code', () => {
    const item = { html: html(`<p>${span('1f389', 'tada')} ${span('1f44d', '+1')}</p>`), isMe: false, sender }
    expect(shownSource('10:30: :tada::+1: `:tada:` :nonsense:\n```\n:tada:\n```\n:tada:', item)).toBe(
      '10:30: 🎉👍 `:tada:` :nonsense:\n```\n:tada:\n```\n🎉',
    )
  })

  it('begins a /me message with its sender', () => {
    const item = { html: '<p>/me waves</p>', isMe: true, sender }
    expect(shownSource('/me waves', item)).toBe('Mei $& Okafor waves')
    expect(shownSource('/me waves', { ...item, isMe: false })).toBe('/me waves')
  })
})
