import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { MessageItem } from '#contract/messages.ts'
import type { Row } from '#renderer/parts/messages/rows.ts'
import { AnnouncedMessages } from '#renderer/parts/messages/announced-messages.svelte.ts'

const iris = 1

function row(id: number, sender: string, html: string | null, isHidden = false): Row {
  const item = { kind: 'message', id, sender: { id: sender === 'Iris' ? iris : 7, name: sender }, html, isHidden }
  return { key: String(id), item: item as unknown as MessageItem } as Row // the members that the reader uses
}

function setUp() {
  const announced = new AnnouncedMessages({ selfId: () => iris, textOf: (html) => html.replaceAll(/<[^>]*>/gu, ' ') })
  const list = {}
  return {
    announced,
    show: (rows: readonly Row[], isAtNewest = true, of: object = list) => {
      announced.follow({ list: of, rows, isAtNewest })
    },
  }
}

describe('the screen reader announcement of new messages', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('has the sender and the text of messages of others since the list was opened', () => {
    const { announced, show } = setUp()
    const before = [row(1, 'Noor', '<p>old</p>'), row(2, 'Iris', '<p>mine</p>')]
    show([])
    show(before)
    vi.advanceTimersByTime(10_000)
    expect([announced.text, announced.count]).toEqual(['', 0])
    const after = [...before, row(3, 'Noor', '<p>Lunch is</p><p>ready</p>'), row(4, 'Iris', '<p>Coming</p>')]
    show(after)
    show(after)
    vi.advanceTimersByTime(300)
    expect([announced.text, announced.count]).toEqual(['Noor: Lunch is ready', 1])
    // An edit or a reaction is no new message.
    show([...after.slice(0, 2), row(3, 'Noor', '<p>Lunch was</p>'), ...after.slice(3)])
    vi.advanceTimersByTime(10_000)
    expect(announced.count).toBe(1)
  })

  it('combines several messages, and counts many', () => {
    const { announced, show } = setUp()
    const rows = [row(1, 'Noor', 'old')]
    const come = (count: number) => {
      for (let index = 0; index < count; index += 1) {
        rows.push(row(rows.length + 1, 'Mei', `no ${rows.length}`))
        show([...rows])
      }
    }
    show([...rows])
    come(2)
    vi.advanceTimersByTime(300)
    expect(announced.text).toBe('Mei: no 1 Mei: no 2')
    come(4)
    vi.advanceTimersByTime(2_999)
    expect(announced.count).toBe(1)
    vi.advanceTimersByTime(1)
    expect([announced.text, announced.count]).toEqual(['4 new messages, the latest from Mei', 2])
    // An identical text is announced again.
    come(4)
    vi.advanceTimersByTime(3_000)
    expect([announced.text, announced.count]).toEqual(['4 new messages, the latest from Mei', 3])
  })

  it('excludes fetched messages, other lists, muted people, and messages deleted meanwhile', () => {
    const { announced, show } = setUp()
    show([row(1, 'Noor', 'old')], false)
    show([row(1, 'Noor', 'old'), row(5, 'Noor', 'fetched')])
    show([row(1, 'Noor', 'old')], true, {})
    show([row(9, 'Noor', 'another list')], true)
    show([row(9, 'Noor', 'another list'), row(10, 'Rude', 'hidden', true), row(11, 'Noor', 'deleted')])
    show([row(9, 'Noor', 'another list')])
    vi.advanceTimersByTime(10_000)
    expect([announced.text, announced.count]).toEqual(['', 0])
    show([row(9, 'Noor', 'x'), row(12, 'Noor', 'here')])
    announced.close()
    vi.advanceTimersByTime(10_000)
    expect([announced.text, announced.count]).toEqual(['', 0])
  })

  it('is truncated, and reports messages without text or not yet loaded', () => {
    const { announced, show } = setUp()
    show([row(1, 'Noor', 'old')])
    show([row(1, 'Noor', 'old'), row(2, 'Noor', '🙂'.repeat(1_000)), row(3, 'Mei', null), row(4, 'Mei', '<p> </p>')])
    vi.advanceTimersByTime(300)
    const without = 'Mei sent a message without text'
    expect(announced.text).toBe(`Noor: ${'🙂'.repeat(300)}… ${without} ${without}`)
  })
})
