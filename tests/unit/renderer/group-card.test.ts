import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Result } from '#contract/base/failures.ts'
import type { Bridge } from '#contract/bridge.ts'
import type { GroupCard as Card, GroupEntry, GroupRights } from '#contract/people/groups.ts'
import { ViewClient } from '#renderer/bridge/view-client.svelte.ts'
import type { AccountCalls } from '#renderer/state/account-calls.ts'
import { LeftForms } from '#renderer/state/left-forms.svelte.ts'
import { GroupCard } from '#renderer/features/groups/group-card.svelte.ts'
import { answered, refused } from './window-fixture.ts'

// A hidden window has no frames, so a task for the next frame comes with the next timer.
beforeEach(() => void vi.stubGlobal('document', { hidden: true }))
afterEach(() => void vi.unstubAllGlobals())

const entries = ['Ada', 'Bela', 'Me'].map((name, index): GroupEntry => {
  const person = { id: index + 1, name, email: `${name}@alder.example`, isActive: true }
  return { key: `member:${person.id}`, kind: 'member', person: person as never, isDirect: true } // as far as it is read
})
const subgroup: GroupEntry = {
  key: 'subgroup:9',
  kind: 'subgroup',
  groupId: 9,
  name: 'inner',
  role: null,
  memberCount: 2,
}
const rights: GroupRights = {
  canEdit: true,
  canAdd: true,
  canRemove: true,
  canJoin: false,
  canLeave: true,
  ending: 'delete',
}

const card = (over: Partial<Card> = {}): Card => ({
  groupId: 7,
  name: 'crew',
  role: null,
  description: 'decides',
  isSystem: false,
  isDeactivated: false,
  memberCount: 3,
  self: { id: 3, name: 'Me' },
  leavesForGood: false,
  creator: null,
  createdAt: null,
  mentionedBy: { kind: 'role', role: 'moderators' },
  rights,
  hasSubgroupChanges: true,
  uses: null,
  others: [1, 2],
  ...over,
})

function opened() {
  const asked: { readonly text: string; readonly give: (result: Result<unknown>) => Promise<void> }[] = []
  const written: (readonly number[])[] = []
  const groups: number[] = []
  const calls: [string, object][] = []
  const reopened: string[] = []
  let answer: Result<unknown> = { ok: true, value: null }
  const bridge: Bridge = {
    call: ((name: string, input: { query?: { text: string } }) => {
      if (name === 'forms.list') return Promise.resolve({ ok: true, value: [] })
      if (name !== 'views.open') return Promise.resolve({ ok: true, value: null })
      return new Promise((resolve) => {
        const give = (result: Result<unknown>) => {
          resolve(result)
          return answered()
        }
        asked.push({ text: input.query?.text ?? '', give })
      })
    }) as unknown as Bridge['call'], // the calls match the contract
    onUpdate: () => () => undefined,
  }
  const notices: (() => void)[] = []
  const group = new GroupCard({
    calls: {
      askOf: ((accountId: string, name: string, input: object) => {
        expect(accountId).toBe('a')
        calls.push([name, input])
        return Promise.resolve(answer)
      }) as unknown as AccountCalls['askOf'],
    },
    views: new ViewClient(bridge),
    leftForms: new LeftForms({
      bridge,
      notifyWithAction: (_, { run }) => {
        notices.push(run)
        return () => undefined
      },
    }),
    accountId: 'a',
    groupId: 7,
    write: (userIds) => written.push(userIds),
    openGroup: ({ groupId }) => groups.push(groupId),
    reopen: (form) => reopened.push(form),
  })
  const creation = { isAllowed: true, maxName: 100, maxDescription: 1024, hasMentionRight: true }
  const shows = (items: readonly GroupEntry[], over: Partial<Card> | null = {}, found = items.length) => ({
    ok: true as const,
    value: {
      engineEpoch: 1,
      revision: 0,
      items,
      meta: { group: over === null ? null : card(over), found, creation },
    },
  })
  const answers = (next: Result<unknown>) => (answer = next)
  return { group, asked, written, groups, calls, notices, reopened, shows, answers }
}

describe('the card of a group', () => {
  it('writes to a member, to all others, or to oneself, and opens a subgroup', async () => {
    const { group, asked, written, groups, shows } = opened()
    group.writeToAll()
    expect({ entries: group.entries, others: group.others, isCut: group.isCut }).toEqual({
      entries: [],
      others: [],
      isCut: false,
    })
    await asked[0]?.give(shows([subgroup, ...entries]))
    for (const entry of group.entries) group.choose(entry)
    group.writeToAll()
    expect(written).toEqual([[1], [2], [], [1, 2]])
    expect(groups).toEqual([9])
  })

  it('takes the first member of the last text, even if an older answer comes later', async () => {
    const { group, asked, written, shows } = opened()
    await asked[0]?.give(shows(entries, {}, 300))
    expect(group.isCut).toBe(true)
    group.chooseFirst()
    expect(group.isChoiceDue).toBe(false)
    group.type('a')
    group.type('be')
    group.chooseFirst()
    expect(group.isChoiceDue).toBe(false)
    await asked[1]?.give(shows(entries.slice(0, 1)))
    expect(group.isChoiceDue).toBe(false)
    await asked[2]?.give(shows(entries.slice(1, 2)))
    expect(group.isChoiceDue).toBe(true)
    await group.chooseAwaited()
    expect({ written, isDue: group.isChoiceDue, isCut: group.isCut }).toEqual({
      written: [[2]],
      isDue: false,
      isCut: false,
    })
  })

  it('reports a group that is gone', async () => {
    const { group, asked, shows } = opened()
    expect(group.isGone).toBe(false)
    await asked[0]?.give(shows([], null))
    expect({ isGone: group.isGone, card: group.card }).toEqual({ isGone: true, card: null })
  })

  it('asks before the user leaves it for good, and shows a refusal', async () => {
    const { group, asked, calls, shows, answers } = opened()
    await asked[0]?.give(shows(entries, { leavesForGood: true }))
    await group.leave()
    expect([group.part, calls]).toEqual(['leaving', []])
    answers(await refused('NO_ANSWER'))
    await group.leave()
    expect(group.part).toBe('card')
    const lists = { addSubgroups: [], removeSubgroups: [] }
    expect(calls).toEqual([['groups.changeMembers', { groupId: 7, add: [], remove: [3], ...lists }]])
    expect(group.act.failure).toMatchObject({ code: 'NO_ANSWER' })
    answers({ ok: true, value: null })
    await group.join()
    expect(calls[1]).toEqual(['groups.changeMembers', { groupId: 7, add: [3], remove: [], ...lists }])
    expect(group.act.failure).toBeNull()
  })

  it('ends after the confirmation, and returns to the card if the server refuses', async () => {
    const { group, asked, calls, shows, answers } = opened()
    await asked[0]?.give(shows(entries))
    group.part = 'ending'
    answers(await refused('GROUP_GONE'))
    expect(await group.end()).toBe(false)
    expect([group.part, group.act.failure]).toMatchObject(['card', { code: 'GROUP_GONE' }])
    answers({ ok: true, value: null })
    expect(await group.end()).toBe(true)
    expect(calls).toEqual(Array.from({ length: 2 }, () => ['groups.end', { groupId: 7 }]))
  })

  it('keeps what was typed in a form that is closed, and offers to reopen it', async () => {
    vi.useFakeTimers()
    const { group, asked, shows, notices, reopened } = opened()
    void asked[0]?.give(shows(entries))
    await vi.advanceTimersByTimeAsync(10)
    group.open('form')
    expect([group.part, group.editing?.form.name, group.editing?.form.mentionedBy]).toEqual([
      'form',
      'crew',
      'moderators',
    ])
    if (group.editing !== null) group.editing.form.name = 'team'
    group.back(false)
    await vi.advanceTimersByTimeAsync(10)
    expect([group.part, group.editing, notices.length]).toEqual(['card', null, 1])
    notices[0]?.()
    expect(reopened).toEqual(['form'])
    group.edit()
    expect(group.editing?.form.name).toBe('team')
    group.back(true)
    group.edit()
    expect(group.editing?.form.name).toBe('crew')
    vi.useRealTimers()
  })

  it('opens no form without the right to it', async () => {
    const { group, asked, shows } = opened()
    await asked[0]?.give(shows(entries, { rights: { ...rights, canEdit: false } }))
    group.edit()
    expect([group.part, group.editing]).toEqual(['card', null])
  })
})
