import { describe, expect, it } from 'vitest'
import { isMisspelt, isNearName, isOfBeginnings, letterBits, wordsOfName } from '#shared/near-match.ts'
import { SeededRandom } from '#support/random.ts'

describe('a near match of a word in a name', () => {
  it('consists of the beginnings of words, in their order, some omitted', () => {
    for (const typed of ['relno', 'rn', 'rnotes', 'releasen', 'rnf']) {
      expect([typed, isOfBeginnings(typed, 'release notes for all')]).toEqual([typed, true])
    }
    expect(isOfBeginnings('r24', 'release 2.4')).toBe(true)
    expect(isOfBeginnings('東会', '東京 会議')).toBe(true)
    for (const typed of ['nr', 'rot', 'eln', 'rr', 'rnx', 'r', '']) {
      expect([typed, isOfBeginnings(typed, 'release notes for all')]).toEqual([typed, false])
    }
  })

  it('is decided in little time for a name that is built to be slow', () => {
    // Each word may be used or omitted: the combinations are too many to try.
    const name = 'a a'.repeat(250)
    expect(isOfBeginnings(`${'a'.repeat(29)}b`, name)).toBe(false)
    expect(isOfBeginnings('a'.repeat(31), name)).toBe(false)
    expect(isMisspelt('a'.repeat(200), 'a'.repeat(198))).toBe(false)
  })

  it('has one mistake at most, after its first letter', () => {
    for (const typed of ['encodre', 'enocder', 'encooder', 'encder', 'encodar', 'encodr', 'necod', 'encoderx']) {
      expect([typed, isMisspelt(typed, 'encoder')]).toEqual([typed, true])
    }
    for (const typed of ['encadar', 'oncoder', 'ncoder', 'xencoder', 'encoder', 'enco', 'enc', 'encoderxy', 'ecn']) {
      expect([typed, isMisspelt(typed, 'encoder')]).toEqual([typed, false])
    }
  })

  it('may be of either kind, and is required of each word', () => {
    expect(isNearName(['setings'], 'settings')).toBe(true)
    expect(isNearName(['mar', 'raed'], 'mark all as read')).toBe(true)
    expect(isNearName(['maar'], 'mark all as read')).toBe(true)
    expect(isNearName(['mark', 'unreed'], 'mark all as read')).toBe(false)
  })

  it('has no letters that the name lacks', () => {
    const random = new SeededRandom(11)
    const letters = Array.from('abcxyz059 .-é京ß/_')
    for (let round = 0; round < 2_000; round += 1) {
      const name = Array.from({ length: 1 + random.below(20) }, () => random.pick(letters)).join('')
      const from = random.below(name.length)
      const part = name.slice(from, from + 1 + random.below(6))
      expect(letterBits(name) & letterBits(part)).toBe(letterBits(part))
    }
  })

  it('compares words of letters and digits of any script', () => {
    expect(wordsOfName('v2.4 – größe_der/fenster\u00a0(東京)')).toEqual(['v2', '4', 'größe', 'der', 'fenster', '東京'])
  })
})
