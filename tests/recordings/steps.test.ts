import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { judge, type Difference } from './deviations.ts'
import { RecordedOrganization } from './organization.ts'
import { recordings } from './recording.ts'

describe.each(recordings)('the recorded steps at level $level', (recording) => {
  let organization: RecordedOrganization
  let differences: Difference[]

  beforeAll(async () => {
    organization = await RecordedOrganization.create(recording)
    differences = await organization.playAll()
  }, 120_000)

  afterAll(() => organization.close())

  it('have the recorded answers to all calls, and the recorded events for iris', () => {
    const { unexpected, unused } = judge(recording.level, 'steps', differences)
    const { steps } = recording
    const calls = steps.flatMap((step) => step.calls).length
    const events = steps.flatMap((step) => step.events).length
    const different = new Set(differences.map(({ place }) => place.split(' ')[0]))
    const equal = steps.length - different.size
    const allowed = differences.length - unexpected.length
    console.info(
      `${steps.length} steps at level ${recording.level}, ${equal} equal, ${calls} calls, ${events} events, ${allowed} differences that are listed`,
    )
    expect(unexpected.map(({ place, what }) => `${place}: ${what}`)).toEqual([])
    expect(unused.map(({ reason }) => reason)).toEqual([])
  })
})
