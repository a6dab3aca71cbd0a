import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compare } from './compare.ts'
import { judge, type Difference } from './deviations.ts'
import { RecordedOrganization } from './organization.ts'
import { recordings, type JsonObject } from './recording.ts'

describe.each(recordings)('the recorded registrations at level $level', (recording) => {
  const { registerBefore, registerAfter, level } = recording
  let organization: RecordedOrganization
  let after: JsonObject
  let differences: Difference[]

  beforeAll(async () => {
    organization = await RecordedOrganization.create(recording)
    const { ids } = organization
    const before = compare({ ids, label: 'before' }, registerBefore, organization.registered, 'register')
    await organization.playAll()
    after = await organization.register()
    differences = [...before, ...compare({ ids, label: 'after' }, registerAfter, after, 'register')]
  }, 120_000)

  afterAll(() => organization.close())

  it('are equal to those of our server, field by field', () => {
    const { unexpected, unused } = judge(level, 'registration', differences)
    const fields = Object.keys(registerAfter).length
    console.info(
      `2 registrations of ${fields} fields at level ${level}, ${differences.length - unexpected.length} differences that are listed`,
    )
    expect(unexpected.map(({ place, what }) => `${place}: ${what}`)).toEqual([])
    expect(unused.map(({ reason }) => reason)).toEqual([])
  })
})
