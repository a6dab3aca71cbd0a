import { describe, expect, it } from 'vitest'
import { deviations, judge, mostDeviations, type Comparison } from './deviations.ts'
import { recordedLevels } from './recording.ts'

const comparisons: readonly Comparison[] = ['steps', 'answers', 'refusals', 'registration', 'client']

describe.each(recordedLevels)('the list of deviations from the recording of level %i', (level) => {
  const rules = deviations[level]

  it('is short, and gives each rule a reason', () => {
    const counts = comparisons.map((of) => `${of} ${rules.filter((rule) => rule.of === of).length}`)
    process.stdout.write(
      `deviations at ${level}: ${rules.length} rules of at most ${mostDeviations}: ${counts.join(', ')}\n`,
    )
    expect(rules.length).toBeLessThanOrEqual(mostDeviations)
    for (const { reason } of rules) expect(reason).toMatch(/^[A-Z].{20,}\.$/)
    expect(new Set(rules.map((rule) => `${rule.of} ${rule.place.source} ${rule.what?.source ?? ''}`)).size).toBe(
      rules.length,
    )
  })

  it('allows only differences that a rule names, and reports unused rules', () => {
    for (const of of comparisons) {
      const foreign = { place: 'a step that was never taken: body', what: 'recorded 1, ours 2' }
      const { unexpected, unused } = judge(level, of, [foreign])
      expect(unexpected).toEqual([foreign])
      expect(unused).toEqual(rules.filter((rule) => rule.of === of))
    }
  })
})
