import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Result } from '#contract/base/failures.ts'
import type { FoundPerson, GroupCard as Card } from '#contract/people.ts'
import type { AccountCalls } from '#renderer/state/account-calls.ts'
import { GroupCard } from '#renderer/features/groups/group-card.svelte.ts'
import { answered, refused } from './window-fixture.ts'

// A hidden window has no frames, so a task for the next frame comes with the next timer.
beforeEach(() => void vi.stubGlobal('document', { hidden: true }))
afterEach(() => void vi.unstubAllGlobals())

const people = ['Ada', 'Bela', 'Me'].map(
  (name, index) => ({ id: index + 1, name, email: `${name}@alder.example`, isActive: true }) as unknown as FoundPerson,
)
const card = (found: readonly FoundPerson[], over: Partial<Card> = {}): Card => ({
  name: 'crew',
  description: '',
  memberCount: 3,
  foundCount: found.length,
  people: found,
  selfId: 3,
  others: [1, 2],
  ...over,
})

function opened() {
  const asked: { readonly query: string; readonly give: (result: Result<Card | null>) => Promise<void> }[] = []
  const written: (readonly number[])[] = []
  const group = new GroupCard({
    calls: {
      askOf: ((accountId: string, name: string, { query }: { query: string }) => {
        expect([accountId, name]).toEqual(['a', 'groups.show'])
        return new Promise((resolve) => {
          const give = (result: Result<Card | null>) => {
            resolve(result)
            return answered()
          }
          asked.push({ query, give })
        })
      }) as unknown as AccountCalls['askOf'],
    },
    accountId: 'a',
    groupId: 7,
    write: (userIds) => written.push(userIds),
  })
  return { group, asked, written }
}

describe('the card of a group', () => {
  it('writes to a member, to all others, or to oneself', async () => {
    const { group, asked, written } = opened()
    group.writeToAll()
    expect({ people: group.people, others: group.others, isCut: group.isCut }).toEqual({
      people: [],
      others: [],
      isCut: false,
    })
    await asked[0]?.give({ ok: true, value: card(people) })
    for (const person of people) group.choose(person)
    group.writeToAll()
    expect(written).toEqual([[1], [2], [], [1, 2]])
  })

  it('takes the first member of the last text, even if an older answer comes later', async () => {
    const { group, asked, written } = opened()
    await asked[0]?.give({ ok: true, value: card(people, { foundCount: 300 }) })
    expect(group.isCut).toBe(true)
    await group.chooseFirst()
    expect(written).toEqual([])
    group.type('a')
    group.type('be')
    const choosing = group.chooseFirst()
    await asked[2]?.give({ ok: true, value: card(people.slice(1, 2)) })
    await choosing
    await asked[1]?.give({ ok: true, value: card(people.slice(0, 1)) })
    expect({ written, shown: group.people.map(({ id }) => id), isCut: group.isCut }).toEqual({
      written: [[2]],
      shown: [2],
      isCut: false,
    })
  })

  it('reports a missing group or an error, and asks again', async () => {
    const { group, asked } = opened()
    await asked[0]?.give(await refused('INTERNAL'))
    expect(group.failure).toMatchObject({ code: 'INTERNAL' })
    group.retry()
    await asked[1]?.give({ ok: true, value: null })
    expect({ failure: group.failure, isGone: group.isGone, card: group.card }).toEqual({
      failure: null,
      isGone: true,
      card: null,
    })
  })
})
