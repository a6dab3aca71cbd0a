import { describe, expect, it } from 'vitest'
import type { Failure, Result } from '#contract/base/failures.ts'
import type { GroupEntry } from '#contract/people/groups.ts'
import type { AccountCalls } from '#renderer/state/account-calls.ts'
import { ChosenGroups } from '#renderer/features/groups/chosen-groups.svelte.ts'
import { GroupForm, type GroupFormPorts } from '#renderer/features/groups/group-form.svelte.ts'
import { GroupMembers } from '#renderer/features/groups/group-members.svelte.ts'

const self = { id: 1, name: 'Iris' }

function answering(answer: Result<unknown> = { ok: true, value: null }) {
  const calls: [string, object][] = []
  const askOf = ((_: string, name: string, input: object) => {
    calls.push([name, input])
    return Promise.resolve(answer)
  }) as unknown as AccountCalls['askOf']
  return { calls, ports: { calls: { askOf }, accountId: 'a', groupId: 7 } }
}

function form(group: GroupFormPorts['group'], answer?: Result<unknown>) {
  const { calls, ports } = answering(answer)
  return { calls, form: new GroupForm({ ...ports, self, group }) }
}

const existing = { groupId: 7, name: 'crew', description: 'decides', mentionedBy: null }

describe('the form of a group', () => {
  it('creates a group of which the user is a member at first', async () => {
    const { calls, form: group } = form(null, { ok: true, value: { groupId: 9 } })
    group.name = 'crew'
    group.addPeople([{ id: 2, name: 'Noor' }, self])
    expect(group.people.map(({ id }) => id)).toEqual([1, 2])
    group.removePerson(1)
    expect(group.hasSelf).toBe(false)
    expect(await group.submit()).toBe(9)
    expect(calls).toEqual([['groups.create', { name: 'crew', description: '', userIds: [2], mentionedBy: 'everyone' }]])
  })

  it('changes a group, and keeps a permission that no option names', async () => {
    const { calls, form: group } = form({ ...existing, mentionedBy: { kind: 'group', name: 'board' } })
    expect(group.mentionedBy).toBe('present')
    group.description = 'answers'
    expect(await group.submit()).toBe(7)
    group.mentionedBy = 'nobody'
    expect(await group.submit()).toBe(7)
    const changed = { groupId: 7, name: 'crew', description: 'answers' }
    expect(calls).toEqual([
      ['groups.update', changed],
      ['groups.update', { ...changed, mentionedBy: 'nobody' }],
    ])
  })

  it.each<[Failure, string]>([
    [{ code: 'GROUP_NAME_MISSING' }, 'name'],
    [{ code: 'GROUP_NAME_TAKEN', values: { name: 'a', isDeactivated: false } }, 'name'],
    [{ code: 'GROUP_DESCRIPTION_CHARACTER' }, 'description'],
    [{ code: 'GROUP_OFFLINE', values: { act: 'create' } }, 'all'],
  ])('shows a refusal at its part, and keeps the texts: %j', async (error, part) => {
    const { form: group } = form(null, { ok: false, error })
    expect(group.refused).toBeNull()
    group.name = 'crew'
    expect(await group.submit()).toBeNull()
    expect([group.refused, group.name]).toEqual([part, 'crew'])
  })

  it('restores the contents of an abandoned form', () => {
    const { form: one } = form(null)
    const { form: other } = form(null)
    one.name = 'crew'
    one.mentionedBy = 'members'
    one.addPeople([{ id: 2, name: 'Noor' }])
    other.fill(one.texts)
    expect(other.texts).toEqual(one.texts)
    other.fill({})
    expect([other.name, other.people]).toEqual(['', []])
  })
})

const member = (id: number, name: string): GroupEntry => ({
  key: `member:${id}`,
  kind: 'member',
  person: { id, name } as never, // as far as it is read
  isDirect: true,
})
const inner = { groupId: 20, name: 'inner', role: null }

describe('the changes of members', () => {
  it('are made in one call', async () => {
    const { calls, ports } = answering()
    const members = new GroupMembers(ports)
    expect([members.isEmpty, await members.save(), calls]).toEqual([true, true, []])
    members.addPeople([
      { id: 2, name: 'Noor' },
      { id: 3, name: 'Mei' },
    ])
    members.addPeople([{ id: 2, name: 'Noor' }])
    members.remove(member(4, 'Ada'))
    members.remove(member(4, 'Ada'))
    members.addGroups([inner, inner])
    members.remove({ key: 'subgroup:21', kind: 'subgroup', memberCount: 1, ...inner, groupId: 21 })
    members.keepPerson(3)
    expect(await members.save()).toBe(true)
    expect(calls).toEqual([
      ['groups.changeMembers', { groupId: 7, add: [2], remove: [4], addSubgroups: [20], removeSubgroups: [21] }],
    ])
  })

  it('of opposite kinds cancel each other', () => {
    const members = new GroupMembers(answering().ports)
    members.remove(member(4, 'Ada'))
    expect(members.isRemoved(member(4, 'Ada'))).toBe(true)
    members.addPeople([{ id: 4, name: 'Ada' }])
    const subgroup = { key: 'subgroup:20', kind: 'subgroup', memberCount: 1, ...inner } as const
    members.remove(subgroup)
    members.addGroups([inner])
    expect([members.isEmpty, members.texts]).toEqual([true, { changes: '' }])
    members.addGroups([inner])
    members.keepGroup(20)
    expect(members.isEmpty).toBe(true)
  })

  it('stay after a refusal, and return in a later form', async () => {
    const error = { code: 'GROUP_ALREADY_MEMBER', values: { name: 'Noor' } } as const
    const members = new GroupMembers(answering({ ok: false, error }).ports)
    members.addPeople([{ id: 2, name: 'Noor' }])
    expect([await members.save(), members.submission.failure, members.isEmpty]).toEqual([false, error, false])
    const other = new GroupMembers(answering().ports)
    other.fill(members.texts)
    expect(other.added).toEqual([{ id: 2, name: 'Noor' }])
    other.fill({ changes: '' })
    expect(other.isEmpty).toBe(true)
  })
})

describe('the choice of subgroups', () => {
  it('offers each group once, and not the group itself', async () => {
    const found = [7, 20, 21].map((groupId) => ({ kind: 'group', groupId, name: `g${groupId}`, memberCount: 1 }))
    const groups = new ChosenGroups(answering({ ok: true, value: found }).ports)
    await groups.type('g')
    expect(groups.offered.map(({ id }) => id)).toEqual([20, 21])
    const [first] = groups.offered
    if (first !== undefined) groups.choose(first)
    expect([groups.query, groups.offered]).toEqual(['', []])
    await groups.type('g')
    expect(groups.offered.map(({ id }) => id)).toEqual([21])
    groups.remove(20)
    expect(groups.chosen).toEqual([])
  })
})
