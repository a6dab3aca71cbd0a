import { describe, expect, it } from 'vitest'
import type { Bridge } from '../../../preload/contract/bridge.ts'
import type { Failure } from '../../../preload/contract/values.ts'
import { AllRead } from '../../../renderer/reading/all-read.svelte.ts'

function page(count = 3) {
  const asked: unknown[] = []
  const failures: Failure[] = []
  const state = { accountId: 'a' as string | null, fails: '' }
  const bridge = {
    call(name: string, input: object) {
      asked.push([name, input])
      if (name === state.fails) return Promise.resolve({ ok: false, error: { code: 'ENGINE_RESTARTED' } })
      const value = name === 'messages.markAllRead' ? { localId: `mark-${asked.length}`, count } : null
      return Promise.resolve({ ok: true, value })
    },
  } as unknown as Bridge
  const allRead = new AllRead({ bridge, accountId: () => state.accountId, onFailure: (each) => failures.push(each) })
  return { allRead, asked, failures, state }
}

describe('a mark of a whole conversation', () => {
  it('says how much it was, and is undone in its own account', async () => {
    const { allRead, asked, state } = page()
    await allRead.mark({ kind: 'stream', streamId: 7 })
    expect(allRead.told).toMatchObject({ state: 'read', count: 3 })
    state.accountId = 'b'
    await allRead.undo()
    expect(asked).toEqual([
      ['messages.markAllRead', { accountId: 'a', scope: { kind: 'stream', streamId: 7 } }],
      ['messages.undoMarkAllRead', { accountId: 'a', localId: 'mark-1' }],
    ])
    expect(allRead.told).toMatchObject({ state: 'unread_again', count: 3 })
    await allRead.undo()
    expect(asked).toHaveLength(2)
  })

  it('says so where nothing was unread, and has nothing to undo', async () => {
    const { allRead, asked } = page(0)
    await allRead.mark('all')
    expect(allRead.told?.state).toBe('nothing')
    await allRead.undo()
    expect(asked).toHaveLength(1)
  })

  it('tells why it failed, and why its undoing did', async () => {
    const { allRead, failures, state } = page()
    state.fails = 'messages.markAllRead'
    await allRead.mark('all')
    expect([allRead.told, failures]).toEqual([null, [{ code: 'ENGINE_RESTARTED' }]])
    state.fails = 'messages.undoMarkAllRead'
    await allRead.mark('all')
    await allRead.undo()
    expect([allRead.told, failures.length]).toEqual([null, 2])
  })

  it('asks no engine without an account', async () => {
    const { allRead, asked, state } = page()
    state.accountId = null
    await allRead.mark('all')
    expect(asked).toEqual([])
  })
})
