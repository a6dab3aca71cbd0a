import { describe, expect, it } from 'vitest'
import { deadReferences, pieces, sources, textOf, unknownCodes } from './papers.ts'

/** Tests about such codes, which contain invented ones. */
const aboutCodes: ReadonlySet<string> = new Set(
  ['attacks', 'finders', 'findings', 'papers'].map((name) => `tests/unit/build/${name}.test.ts`),
)

/**
 * How often titles of tests still name a code that no document defines: 224 times in all. A number may only fall, and a
 * code that is gone leaves the list.
 */
const titlesLeft: Readonly<Record<string, number>> = {
  C1: 2,
  C2: 2,
  C3: 7,
  C4: 4,
  C5: 2,
  C6: 19,
  C7: 8,
  C8: 10,
  C9: 1,
  C10: 5,
  C11: 2,
  C12: 2,
  C13: 3,
  C14: 3,
  C16: 4,
  C17: 3,
  F1: 1,
  F3: 3,
  F4: 2,
  F5: 5,
  F6: 5,
  F7: 14,
  F8: 7,
  F9: 3,
  F10: 1,
  F11: 1,
  F12: 1,
  F13: 1,
  F15: 8,
  F16: 1,
  N1: 1,
  N3: 1,
  N4: 34,
  P2: 4,
  P9: 1,
  W1: 7,
  W2: 11,
  W3: 3,
  W4: 3,
  W5: 6,
  W6: 2,
  W7: 7,
  X1: 3,
  X2: 4,
  X4: 2,
  X5: 3,
  X6: 1,
  X9: 1,
}

const read = sources.map((file) => ({ file, ...pieces(textOf(file)) }))

describe('the comments of the sources', () => {
  it('name no code that docs/invariants.md does not define', () => {
    const unknown = read
      .filter(({ file }) => !aboutCodes.has(file))
      .flatMap(({ file, comments }) => comments.flatMap(unknownCodes).map((code) => `${file}: ${code}`))
    expect(unknown).toEqual([])
  })

  it('refer to existing pages and sections only', () => {
    const dead = read
      .filter(({ file }) => !aboutCodes.has(file))
      .flatMap(({ file, comments }) => comments.flatMap(deadReferences).map((name) => `${file}: ${name}`))
    expect(dead).toEqual([])
  })
})

describe('the titles of tests', () => {
  const counts = new Map<string, number>()
  for (const { file, strings } of read) {
    if (aboutCodes.has(file) || !/\.(?:test|spec)\.ts$/.test(file)) continue
    for (const code of strings.flatMap(unknownCodes)) counts.set(code, (counts.get(code) ?? 0) + 1)
  }

  it('name no further code that docs/invariants.md does not define', () => {
    const more = [...counts].filter(([code, count]) => count > (titlesLeft[code] ?? 0))
    expect(more).toEqual([])
  })

  it('name each code of the list', () => {
    expect(Object.keys(titlesLeft).filter((code) => !counts.has(code))).toEqual([])
  })
})

describe('the search for codes and references', () => {
  it('finds codes in comments of every form, not in strings or regular expressions', () => {
    const source = [
      "const a = 'no // comment' // one (Z1)",
      'const b = /["`]/ // two [Z2]',
      '/** three (M4,',
      ' * Z3). */',
      '// four is (M4); `https://a.b` is an address',
      '<!-- five (`Z5`) -->',
    ].join('\n')
    expect(pieces(source).comments.flatMap(unknownCodes)).toEqual(['Z1', 'Z2', 'Z3', 'Z5'])
  })

  it.each([
    ['the key F6, (UTF-8) and (sheet A4)', []],
    ['[Z4] [S4] sends once (Z5, M1)', ['Z4', 'Z5']],
  ])('finds in %j the codes %j', (text, codes) => {
    expect(unknownCodes(text)).toEqual(codes)
  })

  it.each([
    ['wire-protocol.md §2.4.1, §2.99 and §9', ['wire-protocol.md §2.99', 'wire-protocol.md §9']],
    ['docs/protocol/newer-servers.md §1–§12; sync-invariants.md §6.3', []],
    ['gone.md §2, docs/api/gone.md of Electron', ['gone.md']],
  ])('finds in %j the missing pages %j', (text, dead) => {
    expect(deadReferences(text)).toEqual(dead)
  })
})
