import { describe, expect, it } from 'vitest'
import { capabilitiesOf } from '#engine/api/capabilities.ts'
import { canonicalNames } from '#engine/api/dialect.ts'
import { decodeEvent } from '#engine/state/events.ts'

describe('the wire format', () => {
  it('is parsed in both dialects, and the specification’s names take precedence', () => {
    expect(canonicalNames({ zulip_version: '8', other: 1 })).toMatchObject({ svc_version: '8', other: 1 })
    expect(canonicalNames({ zulip_version: '8', svc_version: '9' })).toMatchObject({ svc_version: '9' })
  })

  it('has the capabilities of its feature level', () => {
    expect(capabilitiesOf(169)).toMatchObject({ userTopics: false })
    expect(capabilitiesOf(219)).toMatchObject({ userTopics: true, followTopics: true })
    expect(capabilitiesOf(173)).toMatchObject({ directOperators: false, directType: false })
    expect(capabilitiesOf(176)).toMatchObject({ directOperators: false, directType: true })
    expect(capabilitiesOf(237)).toMatchObject({ directOperators: true, directType: true })
  })

  it('distinguishes unknown and malformed events from non-events', () => {
    expect(decodeEvent({ id: 3, type: 'nonsense' })).toEqual({ id: 3, type: 'unexpected', name: 'nonsense' })
    const unreadable = { id: 4, type: 'unexpected', name: 'message', isIncomplete: true }
    expect(decodeEvent({ id: 4, type: 'message', flags: 'no' })).toEqual(unreadable)
    expect(decodeEvent({ type: 'message' })).toBeUndefined()
    expect(decodeEvent(null)).toBeUndefined()
  })
})
