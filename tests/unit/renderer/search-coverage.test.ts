import { describe, expect, it } from 'vitest'
import type { SearchCoverage } from '#contract/search.ts'
import { shownCoverage } from '#renderer/features/search/coverage.ts'

const at = Date.UTC(2024, 2, 3, 12)
const place = (over: Partial<Extract<SearchCoverage, { kind: 'place' }>>): SearchCoverage => ({
  kind: 'place',
  streamName: 'design',
  reach: { kind: 'everything' },
  isLive: true,
  ...over,
})
const older = 'Download older messages'
const everything = { kind: 'everything', total: 12, whole: 12, missing: 0, since: null } as const

describe('what a search says about how far back this computer reaches', () => {
  it.each([
    [place({}), 'everything in #design', null],
    [place({ reach: { kind: 'since', at } }), '#design since 3 March 2024', older],
    [place({ streamName: null, reach: { kind: 'since', at } }), 'direct messages since 3 March 2024', older],
    [place({ reach: { kind: 'nothing' } }), 'nothing in #design', older],
    [place({ isLive: false }), 'everything in #design (not kept up to date)', 'Refresh the copy'],
    [everything, 'everything in your streams and direct messages', null],
    [{ ...everything, whole: 0, since: at }, 'messages since 3 March 2024', older],
    [{ ...everything, whole: 7, since: at }, 'everything in 7 of 12 places and the others since 3 March 2024', older],
  ] as const)('is the truth: %o', (coverage, text, link) => {
    expect(shownCoverage([coverage])).toEqual({ sentence: `Searched on this computer: ${text}.`, link })
  })

  it('adds up organizations, and says nothing of none', () => {
    expect(shownCoverage([])).toBeNull()
    const both = shownCoverage([place({ reach: { kind: 'since', at } }), { ...everything, missing: 1, whole: 11 }])
    expect(both).toEqual({
      sentence:
        'Searched on this computer: everything in 11 of 13 places, the others since 3 March 2024 and nothing yet in 1.',
      link: older,
    })
  })

  it('does not let a name turn the words around it', () => {
    expect(shownCoverage([place({ streamName: '\u202egnirts' })])?.sentence).toContain('#\u2068gnirts\u2069.')
  })
})
