import { describe, expect, it } from 'vitest'
import { deviations, judge, mostDeviations, type Comparison } from './deviations.ts'

const comparisons: readonly Comparison[] = ['steps', 'answers', 'refusals', 'registration', 'client']

describe('the list of deviations', () => {
  it('is short, and gives each rule a reason', () => {
    const counts = comparisons.map((of) => `${of} ${deviations.filter((rule) => rule.of === of).length}`)
    process.stdout.write(`deviations: ${deviations.length} rules of at most ${mostDeviations}: ${counts.join(', ')}\n`)
    expect(deviations.length).toBeLessThanOrEqual(mostDeviations)
    for (const { reason } of deviations) expect(reason).toMatch(/^[A-Z].{20,}\.$/)
    expect(new Set(deviations.map((rule) => `${rule.of} ${rule.place.source} ${rule.what?.source ?? ''}`)).size).toBe(
      deviations.length,
    )
  })

  it('lets nothing through that no rule names, and shows rules that apply to nothing', () => {
    for (const of of comparisons) {
      const foreign = { place: 'a step that was never taken: body', what: 'recorded 1, ours 2' }
      const { unexpected, unused } = judge(of, [foreign])
      expect(unexpected).toEqual([foreign])
      expect(unused).toEqual(deviations.filter((rule) => rule.of === of))
    }
  })
})
