import { describe, expect, it } from 'vitest'
import { capabilitiesOf } from '#engine/api/capabilities.ts'
import { canonicalNames } from '#engine/api/dialect.ts'
import { decodeEvent } from '#engine/model/events.ts'

describe('the wire', () => {
  it('is read in both dialects, the specification’s names first', () => {
    expect(canonicalNames({ zulip_version: '8', other: 1 })).toMatchObject({ svc_version: '8', other: 1 })
    expect(canonicalNames({ zulip_version: '8', svc_version: '9' })).toMatchObject({ svc_version: '9' })
  })

  it('knows what a server can do from its feature level', () => {
    expect(capabilitiesOf(169)).toMatchObject({ userTopics: false })
    expect(capabilitiesOf(219)).toMatchObject({ userTopics: true, followTopics: true })
    expect(capabilitiesOf(173)).toMatchObject({ directOperators: false, directType: false })
    expect(capabilitiesOf(176)).toMatchObject({ directOperators: false, directType: true })
    expect(capabilitiesOf(237)).toMatchObject({ directOperators: true, directType: true })
  })

  it('unknown and malformed events are told apart from no events', () => {
    expect(decodeEvent({ id: 3, type: 'nonsense' })).toEqual({ id: 3, type: 'unexpected', name: 'nonsense' })
    const unreadable = { id: 4, type: 'unexpected', name: 'message', isIncomplete: true }
    expect(decodeEvent({ id: 4, type: 'message', flags: 'no' })).toEqual(unreadable)
    expect(decodeEvent({ type: 'message' })).toBeUndefined()
    expect(decodeEvent(null)).toBeUndefined()
  })
})
