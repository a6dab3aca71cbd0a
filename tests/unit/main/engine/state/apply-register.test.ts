import { describe, expect, it } from 'vitest'
import { RegisterApplication } from '#engine/state/apply-register.ts'
import type { Change } from '#engine/state/changes.ts'
import { readRegister, registerBatches, registerHead } from '#engine/state/registration.ts'
import { AccountState } from '#engine/state/account-state.ts'
import { openStore, type Store } from '#engine/store/store.ts'
import { memoryParts } from '#engine/state/slices.ts'

const person = (id: number) => ({ user_id: id, full_name: `Person ${id}`, email: `p${id}@test.example`, role: 400 })
const stream = (id: number) => ({ stream_id: id, name: `stream ${id}` })

function answer(state: object): string {
  return JSON.stringify({
    result: 'success',
    queue_id: 'q',
    last_event_id: -1,
    svc_feature_level: 237,
    user_id: 1,
    realm_users: [person(1), person(2)],
    subscriptions: [stream(1)],
    unread_msgs: { pms: [{ other_user_id: 2, unread_message_ids: [7, 8] }], streams: [], huddles: [], mentions: [8] },
    realm_user_groups: [
      { id: 5, name: 'all', description: '', members: [1, 2], direct_subgroup_ids: [6], is_system_group: false },
      { id: 6, name: 'part', description: '', members: [2], direct_subgroup_ids: [], is_system_group: false },
    ],
    ...state,
  })
}

/** Applies an answer; returns the kinds of batches with changes. */
function takeOver(store: Store, world: AccountState, body: string): string[] {
  const state = readRegister({ status: 200, headers: {}, body })
  const application = new RegisterApplication(store, world, registerHead(state))
  const commit = (change: () => Change[]) => {
    world.apply(store.transaction(change))
  }
  const written: string[] = []
  commit(() => application.begin(0))
  expect(store.meta.queue()).toBeUndefined()
  for (const batch of registerBatches(state)) {
    const change = application.take(batch)
    if (change === null) continue
    written.push(batch.list)
    commit(change)
  }
  commit(() => application.finish(0, 600_000))
  return written
}

/** The tables, and the account state that a start reads from them. */
function contents(store: Store) {
  const { directory, unread, organization } = store
  return {
    people: directory.people(),
    streams: directory.streams(),
    unread: unread.all(),
    groups: [organization.groups(), organization.members(), organization.subgroups()],
  }
}

describe('applying a registration', () => {
  it('writes only differences, and leaves the same state in memory as a start from disk [Q6]', () => {
    const store = openStore(':memory:')
    const world = new AccountState(store, memoryParts)
    expect(takeOver(store, world, answer({}))).toEqual(['streams', 'unread', 'people', 'groups', 'groups', 'groups'])
    const first = contents(store)
    expect(takeOver(store, world, answer({}))).toEqual([])
    expect(contents(store)).toEqual(first)
    const changes = { realm_users: [person(1), { ...person(2), full_name: 'Somebody' }] }
    expect(takeOver(store, world, answer(changes))).toEqual(['people'])
    expect(world.person(2).name).toBe('Somebody')
    expect(world.people).toEqual(new AccountState(store, memoryParts).people)
    store.close()
  })

  it('removes objects that the snapshot lacks: people, streams, unread messages, groups, members, subgroups [Q6] [U2]', () => {
    const store = openStore(':memory:')
    const world = new AccountState(store, memoryParts)
    takeOver(store, world, answer({}))
    const less = answer({
      realm_users: [person(1)],
      subscriptions: [],
      unread_msgs: { pms: [{ other_user_id: 2, unread_message_ids: [8] }], streams: [], huddles: [], mentions: [] },
      realm_user_groups: [
        { id: 5, name: 'all', description: '', members: [1], direct_subgroup_ids: [], is_system_group: false },
      ],
    })
    takeOver(store, world, less)
    const fresh = openStore(':memory:')
    takeOver(fresh, new AccountState(fresh, memoryParts), less)
    expect(contents(store)).toEqual(contents(fresh))
    expect(world.people.size).toBe(1)
    expect(world.streams.size).toBe(0)
    expect([...world.unread.allIds()]).toEqual([8])
    expect(world.unread.mention(8)).toBe(0)
    expect(world.groups.all()).toHaveLength(1)
    expect([...world.groups.effectiveMembers(5)]).toEqual([1])
    store.close()
    fresh.close()
  })

  it('keeps the later of two entries with the same id, on disk and in memory [Q6]', () => {
    const store = openStore(':memory:')
    const world = new AccountState(store, memoryParts)
    takeOver(store, world, answer({}))
    const before = contents(store)
    const group = {
      id: 5,
      name: 'all',
      description: '',
      members: [1, 2],
      direct_subgroup_ids: [6],
      is_system_group: false,
    }
    const other = {
      id: 6,
      name: 'part',
      description: '',
      members: [2],
      direct_subgroup_ids: [],
      is_system_group: false,
    }
    takeOver(
      store,
      world,
      answer({
        realm_users: [{ ...person(2), full_name: 'An earlier name' }, person(1), person(2)],
        subscriptions: [{ ...stream(1), name: 'an earlier name' }, stream(1)],
        realm_user_groups: [{ ...group, description: 'earlier', direct_subgroup_ids: [5] }, group, other],
      }),
    )
    expect(contents(store)).toEqual(before)
    expect(world.person(2).name).toBe('Person 2')
    expect(world.groups.get(5)?.description).toBe('')
    store.close()
  })
})
