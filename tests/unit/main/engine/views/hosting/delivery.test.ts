import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { MessageItem } from '#contract/messages.ts'
import type { NavigationMeta } from '#contract/navigation.ts'
import type { ViewItem } from '#contract/views.ts'
import { clientLimits } from '#shared/client-limits.ts'
import { applyOps } from '#renderer/bridge/view-client.svelte.ts'
import { bodiesIn, HostedView, withBody } from '#support/hosted-view.ts'
import { chooseSeed } from '#support/random.ts'

const meta = { organization: 'o', unread: 0 } as NavigationMeta
const reaction = { type: 'unicode_emoji', code: '1f44d', name: '+1', character: '👍', picture: null } as const

const message = (id: number, html: string, over: Partial<MessageItem> = {}): MessageItem =>
  ({
    key: `message:${id}`,
    kind: 'message',
    id,
    html,
    isRead: true,
    widget: null,
    reactions: [{ ...reaction, isOwn: false, count: 1, people: ['Mei'] }],
    ...over,
  }) as unknown as MessageItem // the members that a list uses

const heavy = (id: number, over: Partial<MessageItem> = {}) => message(id, 'x'.repeat(1000), over)
const ids = (items: readonly MessageItem[]) => items.map(({ id }) => id)

/** A page that applies each batch, and acknowledges it. */
class Page {
  items: readonly ViewItem[]
  readonly #view: HostedView

  constructor(view: HostedView) {
    this.#view = view
    this.items = view.open('v').items
  }

  /** Applies the next batch; returns the ids of messages with bodies in it, or null if there was no batch. */
  take(): number[] | null {
    const batch = this.#view.next()
    if (batch === undefined) return null
    const ops = batch.updates.flatMap((update) => update.ops)
    this.items = applyOps(this.items, meta, ops).items
    this.#view.acknowledge(batch)
    return ids(bodiesIn(ops))
  }

  takeAll(): number[][] {
    const all: number[][] = []
    for (let brought = this.take(); brought !== null; brought = this.take()) all.push(brought)
    return all
  }
}

describe('the delivery of messages to the page', () => {
  it('lists all of them at first, and their bodies follow in limited batches, newest first', () => {
    const view = new HostedView(meta, { mostText: 2_500 })
    view.items = [1, 2, 3, 4, 5].map((id) => heavy(id))
    const page = new Page(view)
    expect(page.items.map(({ key }) => key)).toEqual(view.items.map(({ key }) => key))
    expect(ids(withBody(page.items))).toEqual([4, 5])
    expect(page.items[0]).toEqual({ ...view.items[0], html: null, reactions: [] })
    expect(page.takeAll()).toEqual([[2, 3], [1]])
    expect(page.items).toEqual(view.items)
  })

  it('sends messages one by one if each is beyond the limit', () => {
    const view = new HostedView(meta, { mostText: 10 })
    view.items = [1, 2, 3].map((id) => heavy(id))
    const page = new Page(view)
    expect(ids(withBody(page.items))).toEqual([3])
    expect(page.takeAll()).toEqual([[2], [1]])
  })

  it('starts around the message at which the view is opened', () => {
    const view = new HostedView(meta, { mostText: 4_000, anchor: 4 })
    view.items = [1, 2, 3, 4, 5, 6, 7, 8].map((id) => heavy(id))
    const page = new Page(view)
    expect(ids(withBody(page.items))).toEqual([3, 4, 5])
    expect(page.takeAll()).toEqual([
      [2, 6, 7],
      [1, 8],
    ])
  })

  it('continues around the rows on screen', () => {
    const view = new HostedView(meta, { mostText: 10 })
    view.items = [1, 2, 3, 4, 5, 6, 7, 8].map((id) => heavy(id))
    const page = new Page(view)
    view.host.look('v', 2, 3)
    expect(page.take()).toEqual([2])
    expect(page.take()).toEqual([3])
    view.host.look('v', null, null)
    expect(page.takeAll()).toEqual([[7], [6], [5], [4], [1]])
  })

  it('sends the current state of pending bodies, and none of removed messages', () => {
    const view = new HostedView(meta, { mostText: 10 })
    view.items = [1, 2, 3, 4].map((id) => heavy(id))
    const page = new Page(view)
    view.show([heavy(1, { isRead: false }), message(3, 'changed'), heavy(4)])
    expect(page.take()).toEqual([3])
    // The light parts of the others are current at once.
    expect(page.items[0]).toMatchObject({ id: 1, isRead: false, html: null })
    expect(page.takeAll()).toEqual([[1]])
    expect(page.items).toEqual(view.items)
  })

  it('keeps a delivered message unchanged until its whole change fits', () => {
    const view = new HostedView(meta, { mostText: 2_500 })
    view.items = [1, 2, 3].map((id) => heavy(id))
    const page = new Page(view)
    page.takeAll()
    const before = page.items
    view.show([1, 2, 3].map((id) => message(id, 'y'.repeat(1000), { isEdited: true })))
    page.take()
    expect(page.items).toEqual([before[0], view.items[1], view.items[2]])
    page.takeAll()
    expect(page.items).toEqual(view.items)
  })

  it('continues with the last valid state while the view cannot be computed', () => {
    const view = new HostedView(meta, { mostText: 10 })
    view.items = [1, 2].map((id) => heavy(id))
    const page = new Page(view)
    view.failure = new Error('the disk')
    view.show([])
    page.takeAll()
    expect(ids(withBody(page.items))).toEqual([1, 2])
  })

  it('needs one batch in an ordinary conversation', () => {
    const view = new HostedView(meta)
    view.items = Array.from({ length: 600 }, (_, index) => message(index + 1, `<p>${'word '.repeat(100)}</p>`))
    const page = new Page(view)
    expect(page.items).toEqual(view.items)
    expect(page.take()).toBeNull()
  })

  it('leads from any state to any other in limited batches, whenever the view changes', () => {
    const seed = chooseSeed()
    const items = fc.uniqueArray(
      fc.record({ id: fc.integer({ min: 1, max: 12 }), size: fc.integer({ min: 0, max: 900 }), isRead: fc.boolean() }),
      { maxLength: 12, selector: ({ id }) => id },
    )
    const states = fc.array(fc.tuple(items, fc.nat(3), fc.integer({ min: 1, max: 12 })), { minLength: 1, maxLength: 6 })
    fc.assert(
      fc.property(items, states, fc.integer({ min: 1, max: 2_000 }), (first, later, mostText) => {
        const shown = (state: typeof first) =>
          state.toSorted((a, b) => a.id - b.id).map(({ id, size, isRead }) => message(id, 'x'.repeat(size), { isRead }))
        const view = new HostedView(meta, { mostText })
        view.items = shown(first)
        const page = new Page(view)
        const checked = (brought: readonly number[] | null) => {
          expect(page.items.map(({ key }) => key)).toEqual(view.items.map(({ key }) => key))
          const sizes = (brought ?? []).map(
            (id) => JSON.stringify(view.items.find((item) => item.key === `message:${id}`)).length,
          )
          if (sizes.length > 1) expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(mostText)
          return brought
        }
        for (const [state, batches, place] of later) {
          view.show(shown(state))
          view.host.look('v', place, place + 2)
          for (let taken = 0; taken < batches; taken += 1) if (checked(page.take()) === null) break
        }
        let left = 40
        while (checked(page.take()) !== null && left > 0) left -= 1
        expect(page.items).toEqual(view.items)
      }),
      { seed, numRuns: 300 },
    )
  })

  it('fits a message of the largest kind into one batch', () => {
    // HTML has its maximum length, and each character may be escaped as two.
    expect(2 * clientLimits.contentHtml.most).toBeLessThanOrEqual(1_000_000)
    expect(clientLimits.batchText.most).toBeLessThanOrEqual(1_000_000)
  })
})
