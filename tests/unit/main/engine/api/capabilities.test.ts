import { describe, expect, it } from 'vitest'
import { capabilitiesOf, capabilityLevels, oldestFeatureLevel, type Capability } from '#engine/api/capabilities.ts'

const names = Object.keys(capabilityLevels) as Capability[] // the table’s own names

describe('the capabilities of a server', () => {
  it.each(names)('have %s from its feature level on', (name) => {
    const level = capabilityLevels[name]
    expect(level).toBeGreaterThan(oldestFeatureLevel)
    expect([level - 1, level, level + 1, 500].map((each) => capabilitiesOf(each)[name])).toEqual([
      false,
      true,
      true,
      true,
    ])
  })

  it('are empty at the oldest level, and complete at the newest', () => {
    expect(Object.values(capabilitiesOf(oldestFeatureLevel)).some(Boolean)).toBe(false)
    expect(Object.values(capabilitiesOf(481)).every(Boolean)).toBe(true)
  })

  it('match the service’s own table', () => {
    // Service API, Versioning; wire-protocol.md §2.12.
    expect(capabilityLevels).toMatchObject({
      userTopics: 170,
      directType: 174,
      directOperators: 177,
      scheduledMessages: 179,
      scheduledChanges: 184,
      followTopics: 219,
      reactionNarrow: 249,
      followedNarrow: 265,
      messageIds: 300,
      idleQueueTimeout: 481,
    })
  })
})
