import { describe, expect, it } from 'vitest'
import type { Bridge } from '#contract/bridge.ts'
import { AllRead } from '#renderer/state/all-read.svelte.ts'

function page(count = 3) {
  const asked: unknown[] = []
  const notices: string[] = []
  const state = { accountId: 'a' as string | null, fails: '', knows: true }
  const bridge = {
    call(name: string, input: object) {
      asked.push([name, input])
      if (name === state.fails) return Promise.resolve({ ok: false, error: { code: 'ENGINE_RESTARTED' } })
      const value =
        name === 'messages.markAllRead' ? { localId: `mark-${asked.length}`, count } : { isUndone: state.knows }
      return Promise.resolve({ ok: true, value })
    },
  } as unknown as Bridge
  const allRead = new AllRead({
    bridge,
    accountId: () => state.accountId,
    notify: (sentence) => notices.push(sentence),
  })
  return { allRead, asked, notices, state }
}

describe('marking all messages of a scope as read', () => {
  it('reports the number of messages, and is undone in its own account', async () => {
    const { allRead, asked, state } = page()
    await allRead.mark({ kind: 'stream', streamId: 7 })
    expect(allRead.lastMark).toMatchObject({ state: 'read', count: 3 })
    state.accountId = 'b'
    await allRead.undo()
    expect(asked).toEqual([
      ['messages.markAllRead', { accountId: 'a', scope: { kind: 'stream', streamId: 7 } }],
      ['messages.undoMarkAllRead', { accountId: 'a', localId: 'mark-1' }],
    ])
    expect(allRead.lastMark).toMatchObject({ state: 'unread_again', count: 3 })
    await allRead.undo()
    expect(asked).toHaveLength(2)
  })

  it('reports that no message was unread, and has nothing to undo', async () => {
    const { allRead, asked } = page(0)
    await allRead.mark('all')
    expect(allRead.lastMark?.state).toBe('nothing')
    await allRead.undo()
    expect(asked).toHaveLength(1)
  })

  it('reports why it or its undo failed', async () => {
    const { allRead, notices, state } = page()
    state.fails = 'messages.markAllRead'
    await allRead.mark('all')
    expect([allRead.lastMark, notices]).toEqual([null, ['Skein had to restart this account. Try again.']])
    state.fails = 'messages.undoMarkAllRead'
    await allRead.mark('all')
    await allRead.undo()
    expect([allRead.lastMark, notices.length]).toEqual([null, 2])
    state.fails = ''
    state.knows = false
    await allRead.mark('all')
    await allRead.undo()
    expect([allRead.lastMark, notices.at(-1)]).toEqual([null, expect.stringContaining('can no longer be undone')])
  })

  it('makes no call without an account', async () => {
    const { allRead, asked, state } = page()
    state.accountId = null
    await allRead.mark('all')
    expect(asked).toEqual([])
  })
})
