import { expect, it } from 'vitest'
import type { Core } from '#engine/core/core.ts'
import type { Reaction } from '#engine/values/reactions.ts'
import { reactionItems } from '#engine/views/messages/reaction-item.ts'
import { clientLimits } from '#shared/client-limits.ts'

/** An account in which every user’s name has this length. */
const coreOf = (length: number) =>
  ({
    accountState: { selfId: 1, person: (id: number) => ({ name: String(id).padEnd(length, 'n') }), emoji: new Map() },
  }) as unknown as Core // the members that a reaction uses

const reactions = (count: number, name: string): Reaction[] =>
  Array.from({ length: count }, (_, index) => ({
    type: 'unicode_emoji',
    code: (0x1f300 + index).toString(16),
    name,
    users: Array.from({ length: 40 }, (_none, person) => person + 1),
  }))

it('five hundred reactions of forty people reach the page with their names', () => {
  const items = reactionItems(coreOf(24), reactions(500, 'an_emoji'))
  expect(items).toHaveLength(500)
  expect(items[499]).toMatchObject({ isOwn: true, count: 40 })
  expect(items[499]?.otherPeople).toBe(27)
})

it('reactions beyond the limit of a message are left out, however long their names are', () => {
  const items = reactionItems(coreOf(1_000), reactions(20_000, 'x'.repeat(1_000)))
  expect(items.length).toBeGreaterThan(10)
  expect(JSON.stringify(items).length).toBeLessThanOrEqual(clientLimits.reactionsText.most + items.length + 1)
})

it('reactions of at most three people are named in place of counts by display_emoji_reaction_users', () => {
  const few: Reaction[] = [
    { type: 'unicode_emoji', code: '1f389', name: 'tada', users: [1, 2] },
    { type: 'unicode_emoji', code: '1f44d', name: '+1', users: [3] },
  ]
  const named = (all: readonly Reaction[], namesPeople: boolean) =>
    reactionItems(coreOf(4), all, namesPeople).map(({ isNamed = false }) => isNamed)
  expect(named(few, true)).toEqual([true, true])
  expect(named(few, false)).toEqual([false, false])
  expect(named([...few, { type: 'unicode_emoji', code: '1f440', name: 'eyes', users: [4] }], true)).not.toContain(true)
})
