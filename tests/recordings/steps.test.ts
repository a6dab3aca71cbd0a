import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { judge, type Difference } from './deviations.ts'
import { RecordedOrganization } from './organization.ts'
import { recordedSteps } from './recording.ts'

describe('the recorded steps', () => {
  let organization: RecordedOrganization
  let differences: Difference[]

  beforeAll(async () => {
    organization = await RecordedOrganization.create()
    differences = await organization.playAll()
  })

  afterAll(() => organization.close())

  it('gives every call the recorded answer, and iris the recorded events', () => {
    const { unexpected, unused } = judge('steps', differences)
    const calls = recordedSteps.flatMap((step) => step.calls).length
    const events = recordedSteps.flatMap((step) => step.events).length
    const allowed = differences.length - unexpected.length
    console.info(
      `${recordedSteps.length} steps, ${calls} calls, ${events} events, ${allowed} differences that are listed`,
    )
    expect(unexpected.map(({ place, what }) => `${place}: ${what}`)).toEqual([])
    expect(unused.map(({ reason }) => reason)).toEqual([])
  })
})
