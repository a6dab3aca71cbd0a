import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { diff, snapshot } from '#engine/views/hosting/diff.ts'
import type { GapItem } from '#contract/messages.ts'
import type { NavigationMeta } from '#contract/navigation.ts'
import { applyOps } from '#renderer/bridge/view-client.svelte.ts'
import { chooseSeed } from '#support/random.ts'

const meta = (unread: number): NavigationMeta => ({
  organization: 'o',
  self: null,
  isReady: true,
  home: null,
  unread,
  mentions: 0,
  failed: 0,
  drafts: 0,
  starred: 0,
  streamCounts: 'all',
  scheduled: 0,
  marking: null,
})
type Item = GapItem & { readonly text: string }
const items = fc.uniqueArray(
  fc.record({
    key: fc.integer({ min: 0, max: 20 }).map(String),
    kind: fc.constant('gap' as const),
    text: fc.constantFrom('a', 'b'),
  }),
  { maxLength: 15, selector: (item: Item) => item.key },
)

describe('the ops between two states of a view', () => {
  it('lead from one to the other when the page applies them, and are none between equal states', () => {
    const seed = chooseSeed()
    fc.assert(
      fc.property(items, items, fc.integer({ min: 0, max: 2 }), (before, after, unread) => {
        const from = snapshot(before, meta(0))
        const to = snapshot(after, meta(unread))
        const ops = diff(from, to)
        expect(applyOps(before, meta(0), ops)).toEqual({ items: after, meta: meta(unread) })
        if (JSON.stringify([before, 0]) === JSON.stringify([after, unread])) expect(ops).toEqual([])
      }),
      { seed, numRuns: 500 },
    )
  })

  it('do not resend items that stay while others change on both sides', () => {
    const list = (keys: string) =>
      snapshot(
        keys.split('').map((key) => ({ key, kind: 'gap' as const })),
        meta(0),
      )
    const inserted = diff(list('bcxde'), list('abcydef')).flatMap((op) =>
      op.op === 'insert' ? op.items.map(({ key }) => key) : [],
    )
    expect(inserted.join('')).toBe('ayf')
  })

  it('do not serialize identical items again, wherever the list has grown or shrunk', () => {
    let written = 0
    const item = (key: string) => ({ key, kind: 'gap' as const, toJSON: () => ((written += 1), { key }) })
    const [a, b, c, d] = [item('a'), item('b'), item('c'), item('d')]
    const first = snapshot([a, b, c], meta(0))
    expect(written).toBe(3)
    const grown = snapshot([a, d, b, c], meta(0), first)
    expect(written).toBe(4)
    expect(grown.texts).toEqual(snapshot([a, d, b, c], meta(0)).texts)
    const shrunk = snapshot([d, b, c], meta(0), grown)
    expect(written).toBe(8)
    expect(diff(grown, shrunk)).toEqual([{ op: 'remove', index: 0, count: 1 }])
  })
})
