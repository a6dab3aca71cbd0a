import { expect, it } from 'vitest'
import type { ChangedTopics } from '../../../../../../main/engine/store/names/changed-topics.ts'
import { readerWithFallback, type Reader } from '../../../../../../main/engine/workers/reader/reader.ts'

/** A reader that notes what it was told of changes, and fails while it is told to. */
function noted() {
  const told: ChangedTopics[] = []
  const state = { fails: false }
  const answer = (changed: ChangedTopics) => {
    told.push(changed)
    return state.fails ? Promise.reject(new Error('no thread here')) : Promise.resolve()
  }
  const reader: Reader = {
    find: () => Promise.resolve([]),
    findTopics: ({ changed }) => answer(changed).then(() => []),
    findNear: ({ changed }) => answer(changed).then(() => ({ streamIds: [], personIds: [], topics: [] })),
    drop: () => undefined,
    checkpoint: () => Promise.resolve(0),
    close: () => undefined,
  }
  return { reader, told, state }
}

it('a thread that missed changes reads all names at its next question, and so does the engine in its place', async () => {
  const [apart, here] = [noted(), noted()]
  const warnings: string[] = []
  const reader = readerWithFallback(apart.reader, here.reader, (message) => warnings.push(message))
  const words = [{ text: 'tea', streamIds: [] }]
  const ask = (key: string) =>
    reader.findTopics({ words, emptyName: '', limit: 5, changed: [{ streamId: 1, keys: [key] }] })
  await ask('a')
  expect([apart.told.splice(0), here.told]).toEqual([[[{ streamId: 1, keys: ['a'] }]], []])
  apart.state.fails = true
  await ask('b')
  await reader.findNear({ words, limit: 5, changed: [] })
  expect(here.told).toEqual([null, null])
  expect(warnings).toHaveLength(2)
  apart.told.splice(0)
  apart.state.fails = false
  // Both were asked before either was answered.
  await Promise.all([ask('c'), ask('d')])
  await ask('e')
  expect(apart.told).toEqual([null, null, [{ streamId: 1, keys: ['e'] }]])
})
