import { describe, expect, it } from 'vitest'
import { bringRegistrationWithinBounds, bringWithinBounds } from '#engine/api/bounded.ts'
import { decodeEvent } from '#engine/state/events.ts'
import { clientLimits } from '#shared/client-limits.ts'

const most = clientLimits.eventValues.most
const longest = clientLimits.otherText.most

describe('the limits on answers of a server', () => {
  it('truncate texts that no message needs so long, at any depth', () => {
    const event = {
      subject: 'x'.repeat(longest + 1),
      flags: ['read', 'y'.repeat(1e6)],
      stream: { name: `${'z'.repeat(longest - 1)}\u{1f600}` },
      message: { content: 'w'.repeat(1e6) },
      description: 'v'.repeat(1e6),
    }
    expect(bringWithinBounds(event)).toBe(true)
    expect(event.subject).toBe('x'.repeat(longest))
    expect(event.flags).toEqual(['read', 'y'.repeat(longest)])
    // Half a surrogate pair is dropped.
    expect(event.stream.name).toBe(`${'z'.repeat(longest - 1)}\ufffd`)
    expect(event.message.content).toHaveLength(1e6)
    expect(event.description).toHaveLength(clientLimits.contentText.most)
  })

  it('reject an answer with too many values, however they are nested', () => {
    const nested = JSON.parse(`${'['.repeat(most + 2)}${']'.repeat(most + 2)}`) as unknown
    const named = Object.fromEntries(Array.from({ length: most + 1 }, (_, index) => [index, 1]))
    expect(bringWithinBounds({ ids: Array.from({ length: most - 1 }, () => 1) })).toBe(true)
    expect(bringWithinBounds({ ids: Array.from({ length: most }, () => 1) })).toBe(false)
    expect(bringWithinBounds({ nested })).toBe(false)
    expect(bringWithinBounds(named)).toBe(false)
    expect(bringWithinBounds('text')).toBe(true)
  })

  it('truncate lists of a registration, sooner if they are stored at once rather than in parts', () => {
    const long = clientLimits.registeredLong.most
    const short = clientLimits.registeredShort.most
    const entries = (count: number) => Array.from({ length: count }, (_, index) => ({ id: index }))
    const answer = {
      realm_users: entries(long + 1),
      user_topics: entries(short + 1),
      user_status: Object.fromEntries(entries(short + 1).map(({ id }) => [String(id), { away: true }])),
      unread_msgs: { streams: [{ topic: 'x'.repeat(longest + 1), unread_message_ids: entries(long + 1) }] },
      alert_words: ['y'.repeat(longest + 1)],
      realm_name: 'z'.repeat(longest + 1),
    }
    bringRegistrationWithinBounds(answer)
    expect(answer.realm_users).toHaveLength(long)
    expect(answer.user_topics).toHaveLength(short)
    expect(Object.keys(answer.user_status)).toHaveLength(short)
    expect(answer.unread_msgs.streams[0]?.unread_message_ids).toHaveLength(long)
    expect(answer.unread_msgs.streams[0]?.topic).toHaveLength(longest)
    expect(answer.alert_words).toEqual(['y'.repeat(longest)])
    expect(answer.realm_name).toHaveLength(longest)
    expect(bringRegistrationWithinBounds(null)).toBeNull()
  })

  it('turn a large event of a known kind into a registration, and ignore one of an unknown kind', () => {
    const message_ids = Array.from({ length: most }, (_, index) => index)
    expect(decodeEvent({ id: 4, type: 'delete_message', message_ids })).toEqual({
      type: 'unexpected',
      name: 'delete_message',
      id: 4,
      isIncomplete: true,
    })
    expect(decodeEvent({ id: 5, type: 'invented', message_ids })).toEqual({
      type: 'unexpected',
      name: 'invented',
      id: 5,
    })
  })
})
