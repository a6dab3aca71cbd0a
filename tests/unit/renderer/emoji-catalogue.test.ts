import { describe, expect, it } from 'vitest'
import { loadCatalogue, searchEmoji } from '../../../renderer/state/emoji-catalogue.ts'
import { formatBytes } from '../../../renderer/state/format.ts'

describe('the catalogue of emoji', () => {
  it('holds all of Unicode’s, by the service’s codes', async () => {
    const catalogue = await loadCatalogue()
    expect(catalogue.length).toBeGreaterThan(1800)
    expect(catalogue.find((emoji) => emoji.character === '❤️')).toMatchObject({ code: '2764', label: 'red heart' })
    expect(catalogue.every((emoji) => /^[0-9a-f]+(-[0-9a-f]+)*$/.test(emoji.code))).toBe(true)
    expect(new Set(catalogue.map((emoji) => emoji.code)).size).toBe(catalogue.length)
  })

  it('is searched by names, tags and short codes, those that begin so first', async () => {
    const catalogue = await loadCatalogue()
    const first = (query: string) => searchEmoji(catalogue, query)[0]?.character.replace('\uFE0F', '')
    expect(first('party popper')).toBe('🎉')
    expect(first(':tada:')).toBe('🎉')
    expect(first('+1')).toBe('👍')
    expect(first('GRINNING')).toBe('😀')
    expect(searchEmoji(catalogue, 'zzzz')).toEqual([])
    expect(searchEmoji(catalogue, ' ')).toHaveLength(catalogue.length)
  })
})

describe('sizes of files', () => {
  it.each([
    [0, '0 bytes'],
    [999, '999 bytes'],
    [1000, '1.0 kB'],
    [48_000, '48 kB'],
    [999_600, '1.0 MB'],
    [26_214_400, '26 MB'],
    [3_200_000_000, '3.2 GB'],
  ])('%d is %s', (bytes, text) => {
    expect(formatBytes(bytes)).toBe(text)
  })
})
