import { describe, expect, it } from 'vitest'
import { deadReferences, pieces, sources, textOf, unknownCodes } from './papers.ts'

/** Tests about such codes, which contain invented ones. */
const aboutCodes: ReadonlySet<string> = new Set(
  ['attacks', 'finders', 'papers'].map((name) => `tests/unit/build/${name}.test.ts`),
)

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
  it('name no code that docs/invariants.md does not define', () => {
    const unknown = read
      .filter(({ file }) => !aboutCodes.has(file) && /\.(?:test|spec)\.ts$/.test(file))
      .flatMap(({ file, strings }) => strings.flatMap(unknownCodes).map((code) => `${file}: ${code}`))
    expect(unknown).toEqual([])
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
