import { describe, expect, it } from 'vitest'
import { bringWithinBounds } from '../../../../../main/engine/api/bounded.ts'
import { decodeEvent } from '../../../../../main/engine/api/events.ts'
import { clientLimits } from '../../../../../shared/client-limits.ts'

const most = clientLimits.eventValues.most
const longest = clientLimits.otherText.most

describe('what a server sends', () => {
  it('has texts that are cut where no message needs them so long, wherever they stand', () => {
    const event = {
      subject: 'x'.repeat(longest + 1),
      flags: ['read', 'y'.repeat(1e6)],
      stream: { name: `${'z'.repeat(longest - 1)}\u{1f600}` },
      message: { content: 'w'.repeat(1e6) },
    }
    expect(bringWithinBounds(event)).toBe(true)
    expect(event.subject).toBe('x'.repeat(longest))
    expect(event.flags).toEqual(['read', 'y'.repeat(longest)])
    // A character that is cut through is none.
    expect(event.stream.name).toBe(`${'z'.repeat(longest - 1)}\ufffd`)
    expect(event.message.content).toHaveLength(1e6)
  })

  it('is not read where it holds more values than anything needs, however they are nested', () => {
    const nested = JSON.parse(`${'['.repeat(most + 2)}${']'.repeat(most + 2)}`) as unknown
    const named = Object.fromEntries(Array.from({ length: most + 1 }, (_, index) => [index, 1]))
    expect(bringWithinBounds({ ids: Array.from({ length: most - 1 }, () => 1) })).toBe(true)
    expect(bringWithinBounds({ ids: Array.from({ length: most }, () => 1) })).toBe(false)
    expect(bringWithinBounds({ nested })).toBe(false)
    expect(bringWithinBounds(named)).toBe(false)
    expect(bringWithinBounds('text')).toBe(true)
  })

  it('leads to a registration where an event of a known kind is too large, and to nothing where nobody knows the kind', () => {
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
