import { describe, expect, it } from 'vitest'
import { formatFor } from '#i18n/format.ts'

describe('what sentences need of a locale', () => {
  it('chooses the form of a word by the plural rules of the language, and the other one where a form is missing', () => {
    const forms = { one: 'zpráva', few: 'zprávy', other: 'zpráv' }
    const czech = [0, 1, 3, 7].map((count) => formatFor('cs').plural(count, forms))
    expect(czech).toEqual(['zpráv', 'zpráva', 'zprávy', 'zpráv'])
    const english = [0, 1, 3, 7].map((count) => formatFor('en').plural(count, forms))
    expect(english).toEqual(['zpráv', 'zpráva', 'zpráv', 'zpráv'])
    expect(formatFor('cs').plural(3, { other: 'zpráv' })).toBe('zpráv')
  })

  it('writes numbers, lists, days and names of languages as the language does', () => {
    const english = formatFor('en-GB')
    expect(english.number(1_182)).toBe('1,182')
    expect(english.list(['a', 'b', 'c'])).toBe('a, b and c')
    expect(english.date(new Date(2026, 10, 19, 12).getTime())).toBe('19 November 2026')
    expect(english.languageName('de')).toBe('German')
    expect(formatFor('de').number(1_182)).toBe('1.182')
    expect(formatFor('de').languageName('de')).toBe('Deutsch')
  })

  it('names a language by its tag where it is none', () => {
    expect(formatFor('en').languageName('no language')).toBe('no language')
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
  ])('show %d bytes as %s', (bytes, text) => {
    expect(formatFor('en').bytes(bytes)).toBe(text)
  })
})
