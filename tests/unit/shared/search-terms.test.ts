import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { filterText, nameWithId, searchTerms, splitName, type SearchFilter } from '#shared/search-terms.ts'

const filters: readonly SearchFilter[] = ['sender', 'stream', 'topic', 'dm', 'with', 'has', 'is', 'before']

function read(text: string): string[] {
  return searchTerms(text).map((term) => {
    const minus = term.isNegated ? '-' : ''
    if (term.kind === 'filter') return `${minus}${term.filter}=${term.operand}`
    return `${minus}${term.isQuoted ? 'phrase' : 'word'}=${term.text}`
  })
}

describe('the terms of a search', () => {
  it.each([
    ['tea cups', ['word=tea', 'word=cups']],
    ['"tea cups" "open', ['phrase=tea cups', 'phrase=open']],
    ['from:ada IN:general dm-including:noor', ['sender=ada', 'stream=general', 'with=noor']],
    ['-stream:"arm firmware" -tea -"two words"', ['-stream=arm firmware', '-word=tea', '-phrase=two words']],
    ['--verbose a-b - x', ['word=--verbose', 'word=a-b', 'word=-', 'word=x']],
    ['https://x.example/a:b constructor:x', ['word=https://x.example/a:b', 'word=constructor:x']],
    [String.raw`topic:"say \"hi\" \\o/"`, [String.raw`topic=say "hi" \o/`]],
    ['topic:"half a name', ['topic=half a name']],
    ['stream: x', ['word=stream:', 'word=x']],
  ])('of %s', (text, terms) => {
    expect(read(text)).toEqual(terms)
  })

  it('are read as they were written, whatever the operand contains', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.constantFrom(...filters), fc.string({ minLength: 1 }), fc.boolean()), { maxLength: 5 }),
        (written) => {
          const text = written.map(([filter, operand, isNegated]) => filterText(filter, operand, isNegated)).join(' ')
          const terms = searchTerms(text)
          expect(
            terms.map((term) => (term.kind === 'filter' ? [term.filter, term.operand, term.isNegated] : [])),
          ).toEqual(written)
          expect(terms.map(({ start, end }) => text.slice(start, end))).toEqual(terms.map((term) => term.written))
        },
      ),
    )
  })

  it('separate a name from its id', () => {
    expect([splitName(nameWithId('a|b', 7)), splitName('a|b'), splitName('|5')]).toEqual([
      { name: 'a|b', id: 7 },
      null,
      { name: '', id: 5 },
    ])
  })
})
