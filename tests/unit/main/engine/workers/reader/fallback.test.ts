import { expect, it } from 'vitest'
import type { ChangedGroups, ChangedNames } from '#engine/store/names/changed-names.ts'
import { noNames } from '#engine/store/names/find-names.ts'
import { readerWithFallback, type Reader } from '#engine/workers/reader/reader.ts'
import { narrowQuery } from '#support/narrow-query.ts'

/** A reader that records the changes that it gets, and fails while it is told to. */
function noted() {
  const received: (ChangedNames | ChangedGroups)[] = []
  const state = { fails: false }
  const answer = (changed: ChangedNames | ChangedGroups) => {
    received.push(changed)
    return state.fails ? Promise.reject(new Error('no thread here')) : Promise.resolve()
  }
  const reader: Reader = {
    find: () => Promise.resolve([]),
    findNarrows: ({ changed }) => answer(changed).then(() => noNames),
    findGroups: ({ changed }) => answer(changed).then(() => ({ isNear: false, ids: [] })),
    countMessages: () => Promise.resolve({ direct: 0, streams: [] }),
    drop: () => undefined,
    checkpoint: () => Promise.resolve(0),
    close: () => undefined,
  }
  return { reader, received, state }
}

function change(person: number): ChangedNames {
  return { topics: [], streams: [], people: [person], hasDirects: false }
}

it('a thread that missed changes rereads all names at its next question, and so does the fallback', async () => {
  const [apart, here] = [noted(), noted()]
  const warnings: string[] = []
  const reader = readerWithFallback(apart.reader, here.reader, (message) => warnings.push(message))
  const ask = (person: number) => reader.findNarrows(narrowQuery('tea', { changed: change(person) }))
  const askGroups = (id: number) => reader.findGroups({ text: 'tea', mostWords: 8, limit: 5, changed: [id] })
  await ask(1)
  await askGroups(1)
  expect([apart.received.splice(0), here.received]).toEqual([[change(1), [1]], []])
  apart.state.fails = true
  await ask(2)
  await ask(3)
  expect(here.received.splice(0)).toEqual([null, null])
  expect(warnings).toHaveLength(2)
  apart.received.splice(0)
  apart.state.fails = false
  // Both were asked before either was answered.
  await Promise.all([ask(4), ask(5)])
  await ask(6)
  expect(apart.received.splice(0)).toEqual([null, null, change(6)])
  // It missed no change of groups.
  await askGroups(2)
  apart.state.fails = true
  await askGroups(3)
  apart.state.fails = false
  await askGroups(4)
  await ask(7)
  expect(apart.received).toEqual([[2], [3], null, change(7)])
  expect(here.received).toEqual([null])
})
