import { describe, expect, it } from 'vitest'
import type { PersonItem } from '#contract/people.ts'
import { PeopleView, type PeopleParts } from '#engine/views/people/people.ts'
import type { PersonRow } from '#engine/store/directory.ts'
import { PeopleIndex } from '#engine/store/names/people-index.ts'
import { Judge } from '#engine/state/permissions/judge.ts'
import { readSettings } from '#engine/store/documents/organization-settings.ts'
import { statuses } from '#engine/state/directory/statuses.ts'
import { clientLimits } from '#shared/client-limits.ts'
import { directoryQuery } from '#support/directory-query.ts'

const count = 20_000
/** A member. */
const asking = {
  selfId: count + 1,
  role: 400,
  joinedAt: 0,
  serverNow: 0,
  featureLevel: 237,
  hasWebPublicStreams: false,
}
const step = clientLimits.directoryRows.most

function setUp(query: ReturnType<typeof directoryQuery>) {
  const rows = Array.from({ length: count }, (_, index) => {
    const id = index + 1
    const name = `Person ${String(id).padStart(5, '0')}`
    return { id, name, email: `p${id}@x.example`, role: 400, is_bot: 0, is_active: 1, avatar: null, profile: '{}' }
  }) as PersonRow[] // all that the view reads
  const people = new Map(rows.map((row) => [row.id, row]))
  const active = new Set<number>()
  const lastActive = new Map<number, number>()
  const accountState = {
    people,
    peopleByName: new PeopleIndex(rows),
    of: (part: unknown) => (part === statuses ? new Map() : []),
    groups: { all: () => [], effectiveMembers: () => new Set() },
    // The user is none of them.
    selfId: count + 1,
    judge: () => new Judge(asking, readSettings({}).organization, { get: () => undefined }, people),
    presence: { lastActive: (id: number) => lastActive.get(id) ?? null },
    person: (id: number) => ({ id, name: people.get(id)?.name ?? null }),
  }
  let dirty = 0
  const stateOf = (id: number) => (active.has(id) ? 'active' : 'offline')
  const parts = {
    core: { accountState, ports: { clock: { now: () => 0, schedule: () => () => undefined } } },
    preferences: { isPersonMuted: () => false, isOfChoices: () => false },
    presences: { isShared: true, stateOf, of: (id: number) => ({ state: stateOf(id), lastActive: null }) },
    profiles: { of: () => '', follow: () => undefined, prepare: () => false },
    onDirty: () => (dirty += 1),
  } as unknown as PeopleParts // all that the view uses
  const view = new PeopleView(parts, query)
  return { view, active, lastActive, dirty: () => dirty }
}

const names = (items: readonly PersonItem[]) => items.map(({ name }) => name)

describe('the view of twenty thousand people', () => {
  it('lists a step of them, and another one on demand, but never more than its bound', () => {
    const { view, dirty } = setUp(directoryQuery())
    const first = view.compute()
    expect([first.items.length, first.meta.found, first.meta.hasMore]).toEqual([step, count, true])
    view.more()
    expect(dirty()).toBe(1)
    expect(view.compute().items).toHaveLength(2 * step)
    for (let times = 0; times < count / step + 5; times += 1) view.more()
    const last = view.compute()
    expect([last.items.length, last.meta.hasMore]).toEqual([clientLimits.directoryListed.most, false])
    expect(setUp(directoryQuery('', {}, { rows: 5_000 })).view.compute().items).toHaveLength(5_000)
  })

  it('makes only the items anew that have changed', () => {
    const { view, active } = setUp(directoryQuery())
    const before = view.compute().items
    active.add(3)
    const after = view.compute().items
    expect(after.flatMap((item, index) => (item === before[index] ? [] : [item.id]))).toEqual([3])
  })

  it('is concerned by the presence of listed people, and of all for its filter and its order', () => {
    const far = new Set([count])
    const { view } = setUp(directoryQuery())
    view.compute()
    expect([view.showsPresenceOf(new Set([1])), view.showsPresenceOf(far)]).toEqual([true, false])
    const online = setUp(directoryQuery('', { isOnline: true }))
    expect(online.view.compute().items).toEqual([])
    online.active.add(count)
    expect(online.view.showsPresenceOf(far)).toBe(true)
    expect(names(online.view.compute().items)).toEqual([`Person ${count}`])
    expect(setUp(directoryQuery('', {}, { sort: 'activity' })).view.showsPresenceOf(far)).toBe(true)
  })

  it('sorts by activity: the active by name, then the others by time, whatever times the server sends', () => {
    const { view, active, lastActive } = setUp(directoryQuery('', {}, { sort: 'activity' }))
    for (const id of [9_000, 40]) active.add(id)
    for (const [id, at] of [
      [7, 1_700_000_000],
      [8, 1_800_000_000.5],
      [9, 1e300],
      [10, -5],
    ] as const)
      lastActive.set(id, at)
    expect(
      view
        .compute()
        .items.slice(0, 7)
        .map(({ id }) => id),
    ).toEqual([40, 9_000, 9, 8, 7, 1, 2])
  })
})
