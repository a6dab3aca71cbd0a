import { expect, it } from 'vitest'
import type { Bridge } from '#contract/bridge.ts'
import { ReadToEnd } from '#renderer/parts/messages/read-to-end.svelte.ts'

/** An engine with this many unread messages; `fails` names the calls that fail. */
function engine(unread: number, fails: (name: string) => boolean = () => false) {
  const takenBack: number[][] = []
  const bridge: Bridge = {
    call(name, input) {
      if (fails(name)) {
        return Promise.resolve({ ok: false, error: { code: 'ENGINE_RESTARTED' } })
      }
      if (name === 'messages.unreadAgain') takenBack.push((input as unknown as { messageIds: number[] }).messageIds)
      const value = { messageIds: Array.from({ length: unread }, (_, index) => index + 1) }
      return Promise.resolve({ ok: true, value: value as never })
    },
    onUpdate: () => () => undefined,
  }
  return { bridge, takenBack, readToEnd: new ReadToEnd(bridge, 'a', () => ({ kind: 'direct', userIds: [2] })) }
}

it('reading to the end reports the number of messages, and its undo restores exactly these in few calls', async () => {
  const { readToEnd, takenBack } = engine(25_000)
  expect(await readToEnd.read()).toBeNull()
  expect(readToEnd.lastMark).toEqual({ state: 'read', count: 25_000 })
  expect(await readToEnd.undo()).toBeNull()
  expect(readToEnd.lastMark).toEqual({ state: 'unread_again', count: 25_000 })
  expect(takenBack.map((ids) => ids.length)).toEqual([10_000, 10_000, 5_000])
  expect(new Set(takenBack.flat()).size).toBe(25_000)
  // A repetition has no effect.
  expect(await readToEnd.undo()).toBeNull()
  expect(takenBack).toHaveLength(3)
  readToEnd.dismiss()
  expect(readToEnd.lastMark).toBeNull()
})

it('reading to the end reports nothing without unread messages', async () => {
  const { readToEnd } = engine(0)
  expect(await readToEnd.read()).toBeNull()
  expect(readToEnd.lastMark).toBeNull()
})

it('reading to the end keeps the messages of a failed undo for another attempt', async () => {
  let isDown = true
  const { readToEnd, takenBack } = engine(3, (name) => isDown && name === 'messages.unreadAgain')
  await readToEnd.read()
  expect((await readToEnd.undo())?.code).toBe('ENGINE_RESTARTED')
  expect(readToEnd.lastMark).toEqual({ state: 'read', count: 3 })
  isDown = false
  expect(await readToEnd.undo()).toBeNull()
  expect(takenBack).toEqual([[1, 2, 3]])
})
