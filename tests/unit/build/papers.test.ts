import { describe, expect, it } from 'vitest'
import { deadReferences, pieces, sources, textOf, unknownCodes } from './papers.ts'

/** Tests about such codes themselves; theirs are invented. */
const aboutCodes: ReadonlySet<string> = new Set(
  ['attacks', 'finders', 'findings', 'papers'].map((name) => `tests/unit/build/${name}.test.ts`),
)

/**
 * How often titles of tests still name a code that no document defines: 398 times in all. A number may only fall, and a
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
  C11: 3,
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
  F12: 2,
  F13: 1,
  F14: 1,
  F15: 8,
  F16: 1,
  N1: 1,
  N3: 1,
  N4: 101,
  P2: 5,
  P9: 1,
  W1: 17,
  W2: 12,
  W3: 4,
  W4: 3,
  W5: 7,
  W6: 3,
  W7: 7,
  X1: 3,
  X2: 15,
  X3: 11,
  X4: 5,
  X5: 3,
  X6: 3,
  X7: 3,
  X8: 5,
  X9: 12,
  X10: 5,
  X11: 18,
  X12: 3,
  X13: 17,
}

const read = sources.map((file) => ({ file, ...pieces(textOf(file)) }))

describe('the comments of the sources', () => {
  it('name no code that docs/invariants.md does not define', () => {
    const unknown = read
      .filter(({ file }) => !aboutCodes.has(file))
      .flatMap(({ file, comments }) => comments.flatMap(unknownCodes).map((code) => `${file}: ${code}`))
    expect(unknown).toEqual([])
  })

  it('refer only to pages and sections that exist', () => {
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

  it('still name each code of the list', () => {
    expect(Object.keys(titlesLeft).filter((code) => !counts.has(code))).toEqual([])
  })
})

describe('what is looked for', () => {
  it('is found in comments of every form, and not in strings or regular expressions', () => {
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
  ])('in %j is %j', (text, codes) => {
    expect(unknownCodes(text)).toEqual(codes)
  })

  it.each([
    ['wire-protocol.md §2.4.1, §2.99 and §9', ['wire-protocol.md §2.99', 'wire-protocol.md §9']],
    ['docs/protocol/newer-servers.md §1–§12; sync-invariants.md §6.3', []],
    ['gone.md §2, docs/api/gone.md of Electron', ['gone.md']],
  ])('in %j is %j', (text, dead) => {
    expect(deadReferences(text)).toEqual(dead)
  })
})
