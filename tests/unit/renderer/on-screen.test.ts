import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Result } from '#contract/base/failures.ts'
import type { Bridge } from '#contract/bridge.ts'
import type { OpenedView } from '#contract/views.ts'
import { ConversationModel } from '#renderer/features/conversation/conversation-model.svelte.ts'
import type { OnScreen } from '#renderer/ui/on-screen.ts'
import { ViewClient } from '#renderer/bridge/view-client.svelte.ts'

/** An open conversation, and the reports that the engine got. */
function opened() {
  const reports: unknown[] = []
  let fails = false
  const bridge: Bridge = {
    call(name, input) {
      if (name === 'views.open') {
        const value = { engineEpoch: 1, revision: 0, items: [], meta: null } as unknown as OpenedView
        return Promise.resolve({ ok: true, value }) as never
      }
      if (name === 'views.look') reports.push(input)
      const failed: Result<never> = { ok: false, error: { code: 'ENGINE_RESTARTED' } }
      return Promise.resolve(fails ? failed : { ok: true, value: null }) as never
    },
    onUpdate: () => () => undefined,
  }
  const views = new ViewClient(bridge)
  const model = new ConversationModel(bridge, views, 'a', { kind: 'direct', userIds: [2] }, 'first_unread')
  const shows = async (shown: OnScreen, milliseconds = 200) => {
    model.reports.onScreenChanged(() => shown)
    await vi.advanceTimersByTimeAsync(milliseconds)
  }
  const look = (first: number | null, last: number | null, viewId = 'v1') => ({ accountId: 'a', viewId, first, last })
  return { reports, views, model, shows, look, fail: (now: boolean) => (fails = now) }
}

describe('the report of the rows on screen', () => {
  beforeEach(() => vi.useFakeTimers())
  afterEach(() => vi.useRealTimers())

  it('is sent when the list stops scrolling, at most every 200 ms', async () => {
    const { reports, shows, look } = opened()
    for (let first = 1; first <= 40; first += 1) await shows({ first, last: first + 9 }, 10)
    await vi.advanceTimersByTimeAsync(200)
    expect(reports).toEqual([look(20, 29), look(40, 49)])
  })

  it('is sent only on a change, also for no rows', async () => {
    const { reports, shows, look } = opened()
    await shows({ first: 1, last: 9 })
    await shows({ first: 1, last: 9 })
    await shows(null)
    await shows(null)
    await shows({ first: 1, last: 9 })
    expect(reports).toEqual([look(1, 9), look(null, null), look(1, 9)])
  })

  it('is repeated if it did not arrive, and if the view was opened again', async () => {
    const { reports, views, shows, look, fail } = opened()
    fail(true)
    await shows({ first: 1, last: 9 })
    fail(false)
    await shows({ first: 1, last: 9 })
    views.reopen('a')
    await shows({ first: 1, last: 9 })
    expect(reports).toEqual([look(1, 9), look(1, 9), look(1, 9, 'v2')])
  })

  it('is not sent after the conversation was closed', async () => {
    const { reports, model, shows } = opened()
    model.reports.onScreenChanged(() => ({ first: 1, last: 9 }))
    model.close()
    await vi.advanceTimersByTimeAsync(1000)
    await shows(null, 0)
    model.close()
    await vi.advanceTimersByTimeAsync(1000)
    expect(reports).toEqual([])
  })
})
