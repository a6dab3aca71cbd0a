import { describe, expect, it } from 'vitest'
import { foldName, foldText, NameQuery, plainLetters } from '#shared/name-query.ts'

describe('the folded form of a name', () => {
  it.each([
    ['Łódź', 'lodz'],
    ['ĐIỆN BIÊN', 'dien bien'],
    ['STRASSE', foldName('Straße')],
    ['ẞ', 'ss'],
    ['Œuvre', 'oeuvre'],
    ['İstanbul', 'istanbul'],
    ['ISPARTA', foldName('ısparta')],
    ['ΟΔΟΣ', foldName('οδός')],
    ['Ґанок', 'ганок'],
    ['ŊANDI', 'nandi'],
    ['ǽ', 'ae'],
    ['ﬁle', 'file'],
    ['ＡＢＣ　ｄ', 'abc d'],
    ['ｶﾞｲﾄﾞ', 'ガイド'],
    ['co\u00adop\u200b', 'coop'],
    ['O‘Neil', "o'neil"],
    ['2020–2021', '2020-2021'],
    ['مُحَمَّد', 'محمد'],
    ['한글', '한글'],
    ['हिन्दी', 'हिन्दी'],
  ])('of “%s” is “%s”', (name, folded) => {
    expect(foldName(name)).toBe(folded)
  })

  it('is unchanged by folding again, for every letter of the table', () => {
    for (const [letter, plain] of plainLetters) {
      expect(foldName(letter), letter).toBe(plain)
      expect(foldName(letter.toUpperCase()), letter).toBe(foldName(letter))
      expect(foldName(plain)).toBe(plain)
    }
  })

  it('is compared by the search of names, in both directions', () => {
    expect(new NameQuery('lodz').matches(foldName('Oddział Łódź'))).toBe(true)
    expect(new NameQuery('Łódź').matches(foldName('Lodz office'))).toBe(true)
    expect(new NameQuery('小明').matches(foldName('王小明'))).toBe(true)
  })

  it('does not change the form in which messages are indexed', () => {
    expect(foldText('Łódź Ångström Straße')).toBe('łodz angstrom strasse')
  })
})
