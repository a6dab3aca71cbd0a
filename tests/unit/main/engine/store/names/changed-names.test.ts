import { expect, it } from 'vitest'
import { NameChanges } from '#engine/store/names/changed-names.ts'

it('changed topics are reported once, and as “all” at first and if they are many', () => {
  const { topics: changes } = new NameChanges()
  changes.note(1, 'before the first question')
  expect(changes.take()).toBeNull()
  expect(changes.take()).toEqual([])
  changes.note(1, 'a')
  changes.note(1, 'a')
  changes.note(1, 'b')
  changes.note(2, 'c')
  changes.note(2, null)
  changes.note(2, 'd')
  expect(changes.take()).toEqual([
    { streamId: 1, keys: ['a', 'b'] },
    { streamId: 2, keys: null },
  ])
  expect(changes.take()).toEqual([])
  for (let count = 0; count <= 10_000; count += 1) changes.note(count % 50, `topic ${count}`)
  changes.note(3, 'one more')
  expect(changes.take()).toBeNull()
  changes.note(4, 'e')
  changes.noteAll()
  expect(changes.take()).toBeNull()
})

it('changed streams, people, groups and direct conversations are reported once, and as “all” at first and if they are many', () => {
  const changes = new NameChanges()
  changes.people.note(1)
  expect(changes.take()).toEqual({ topics: null, streams: null, people: null, hasDirects: true })
  expect(changes.take()).toEqual({ topics: [], streams: [], people: [], hasDirects: false })
  changes.people.note(1)
  changes.people.note(1)
  changes.streams.note(2)
  changes.noteGroup(3)
  changes.noteDirects()
  expect(changes.take()).toEqual({ topics: [], streams: [2], people: [1], hasDirects: true })
  for (let id = 1; id <= 1_001; id += 1) changes.people.note(id)
  changes.people.note(5)
  expect(changes.take()).toMatchObject({ streams: [], people: null })
  // Groups are requested separately.
  expect(changes.takeGroups()).toBeNull()
  changes.noteGroup(4)
  expect([changes.takeGroups(), changes.takeGroups()]).toEqual([[4], []])
  changes.noteAll()
  expect(changes.take()).toEqual({ topics: null, streams: null, people: null, hasDirects: true })
  expect(changes.takeGroups()).toBeNull()
})
