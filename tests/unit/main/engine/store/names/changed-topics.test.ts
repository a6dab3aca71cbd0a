import { expect, it } from 'vitest'
import { TopicChanges } from '../../../../../../main/engine/store/names/changed-topics.ts'

it('topics that were written are told once, all of them at first and where they are many', () => {
  const changes = new TopicChanges()
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
