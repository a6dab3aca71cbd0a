import { describe, expect, it } from 'vitest'
import { alertWordKey, AlertWords } from '#shared/alert-words.ts'

function found(words: readonly string[], text: string): string[] {
  return new AlertWords(words).find(text).map(({ start, end }) => text.slice(start, end))
}

describe('the alert words of a text', () => {
  it.each([
    ['a word by itself', ['deploy'], 'We deploy at five', ['deploy']],
    ['whatever its case', ['DePloy'], 'Deploy! DEPLOY.', ['Deploy', 'DEPLOY']],
    ['not as a part of a longer word', ['ploy', 'deplo'], 'deploy deploys my_ploy ploy2', []],
    ['beside punctuation and at both ends', ['fire'], 'fire, (fire) “fire”-fire', ['fire', 'fire', 'fire', 'fire']],
    ['several words', ['calibration file'], 'the Calibration file.', ['Calibration file']],
    [
      'signs that a pattern would read as its own',
      ['c++', '.*', '[a', 'a|b', '$1'],
      'c++ x .* [a a|b $1',
      ['c++', '.*', '[a', 'a|b', '$1'],
    ],
    ['no word for a pattern of signs', ['.*', '.'], 'anything at all', []],
    ['letters of other scripts', ['привет', '火事'], 'Привет, 火事! приветы 大火事', ['Привет', '火事']],
    ['the longest of those with one beginning', ['fire', 'fire drill'], 'a fire drill, a fire', ['fire drill', 'fire']],
    ['those that overlap as one', ['red fox', 'fox den'], 'the red fox den', ['red fox den']],
    ['one that begins within a longer try', ['a b c', 'b d'], 'a b d', ['b d']],
    ['a letter whose lower case is longer', ['istanbul'], 'İİ istanbul', ['istanbul']],
    ['a letter whose lower case depends on its place', ['ΟΔΟΣ'], 'η οδος', ['οδος']],
    ['nothing for an empty word', ['', '  '], 'a  b', []],
    ['blanks around a word do not count', [' deploy '], 'deploy', ['deploy']],
  ])('find %s', (_name, words, text, expected) => {
    expect(found(words, text)).toEqual(expected)
  })

  it('are found case-insensitively', () => {
    expect(alertWordKey(' Deploy Now ')).toBe('deploy now')
    expect(new AlertWords([]).isEmpty).toBe(true)
    expect(new AlertWords([' ']).isEmpty).toBe(true)
  })

  it('are found in one pass, however many there are: 1000 words of 100 characters in a text of 200 000', () => {
    const words = Array.from({ length: 1000 }, (_, index) => `${'word '.repeat(18)}${String(index).padStart(10, '0')}`)
    const matcher = new AlertWords(words)
    const text = `${'word word wording '.repeat(11_000)}${words[999] ?? ''}`
    const reads = new Set<number>()
    const began = performance.now()
    for (const { start } of matcher.find(text)) reads.add(start)
    // A pass for each word would take some seconds.
    expect(performance.now() - began).toBeLessThan(2_000)
    expect(reads.size).toBe(1)
  })
})
