import { describe, expect, it } from 'vitest'
import { NameIndex, type IndexWord } from '#engine/store/names/name-index.ts'
import { chooseSeed, SeededRandom } from '#support/random.ts'

const only = (...texts: string[]): IndexWord[] => texts.map((text) => ({ text, isElsewhere: () => false }))

describe('the index of names', () => {
  it('finds the same as comparing each name, whatever was removed', () => {
    const random = new SeededRandom(chooseSeed())
    const letters = Array.from('abcde 12é京-')
    const text = (most: number) => Array.from({ length: random.below(most) }, () => random.pick(letters)).join('')
    const index = new NameIndex()
    const names = Array.from({ length: 3_000 }, () => text(14))
    for (const name of names) index.add(name)
    const isGone = new Set(names.flatMap((_, place) => (random.below(10) === 0 ? [place] : [])))
    for (const place of [...isGone, ...isGone]) index.remove(place)
    expect(index.size).toBe(names.length - isGone.size)
    for (let round = 0; round < 300; round += 1) {
      const texts = Array.from({ length: 1 + random.below(3) }, () => `${text(3)}a`.trim().split(' ')[0] ?? 'a')
      const elsewhere = random.below(7)
      const words = texts.map((word) => ({ text: word, isElsewhere: (place: number) => place % 7 === elsewhere }))
      const expected = names.flatMap((own, place) => {
        const name = own === '' ? 'general chat' : own
        const isIn = texts.map((word) => name.includes(word))
        const hasAll = isIn.every((is) => is || place % 7 === elsewhere)
        return !isGone.has(place) && hasAll && isIn.includes(true) ? [place] : []
      })
      const { matches, lastBefore } = index.matcher(words, 'general chat')
      expect(names.flatMap((_, place) => (matches(place) ? [place] : []))).toEqual(expected)
      const walked: number[] = []
      for (let place = lastBefore(names.length); place >= 0; place = lastBefore(place)) walked.push(place)
      expect(walked.toReversed()).toEqual(expected)
      const beginning = texts.join(' ')
      const begun: number[] = []
      index.visitBeginning(beginning, 'general chat', (place, isWhole) => {
        expect([place, isWhole]).toEqual([place, (names[place] || 'general chat') === beginning])
        begun.push(place)
      })
      const expectedBegun = names.flatMap((own, place) => {
        const name = own === '' ? 'general chat' : own
        return !isGone.has(place) && name.startsWith(beginning) ? [place] : []
      })
      expect(begun.toSorted((a, b) => a - b)).toEqual(expectedBegun)
      const begins = names.map((_, place) => index.begins(place, beginning))
      expect(begins).toEqual(names.map((own, place) => !isGone.has(place) && own.startsWith(beginning)))
    }
  })

  it('finds similar names in the same way if it was prepared in parts', () => {
    const index = new NameIndex()
    for (const name of ['encoder drift', 'the encoders', 'none']) index.add(name)
    expect([index.indexWords(2), index.indexWords(2), index.indexWords(2)]).toEqual([true, false, false])
    index.add('an encoder')
    expect(index.findNear(only('encodre'), 10)).toEqual([3, 1, 0])
  })

  it('finds similar names by words of all names, also those added after a search', () => {
    const index = new NameIndex()
    index.add('encoder drift')
    index.add('')
    expect(index.findNear(only('encodre'), 10)).toEqual([0])
    const later = index.add('the encoders')
    expect(index.findNear(only('encodre'), 10)).toEqual([later, 0])
    expect(index.findNear(only('encodre'), 1)).toEqual([later])
    index.remove(later)
    expect(index.findNear(only('encodre'), 10)).toEqual([0])
    expect(index.findNear(only('encodre', 'drfit'), 10)).toEqual([0])
    expect(index.findNear([...only('encodre'), { text: 'stream', isElsewhere: () => true }], 10)).toEqual([0])
    expect(index.findNear(only('encodre', 'stream'), 10)).toEqual([])
  })

  it('is sparse once more names were removed than are left', () => {
    const index = new NameIndex()
    for (let count = 0; count < 5; count += 1) index.add('name')
    for (let place = 0; place < 2; place += 1) index.remove(place)
    expect(index.isSparse).toBe(false)
    index.remove(2)
    expect(index.isSparse).toBe(true)
  })
})
