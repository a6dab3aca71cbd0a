import { describe, expect, it } from 'vitest'
import { StreamSettings } from '#renderer/features/streams/stream-settings.svelte.ts'

function setUp(privacy: 'public' | 'private' = 'public') {
  const asked: unknown[] = []
  const closed: unknown[] = []
  const waiting: ((isDone: boolean) => void)[] = []
  const view = { meta: null as { stream: unknown } | null, failure: null, retry: () => asked.push('retry') }
  const settings = new StreamSettings(
    {
      views: { open: () => view as never, close: (each) => closed.push(each) },
      calls: {
        setStreamProperty: (streamId, change) => {
          asked.push([streamId, change])
          return Promise.resolve()
        },
        joinStream: (streamId, isJoined) => {
          asked.push([streamId, isJoined])
          return new Promise((resolve) => waiting.push(resolve))
        },
      },
    },
    'a',
    7,
  )
  return {
    settings,
    asked,
    closed,
    arrive: () => (view.meta = { stream: { privacy } }),
    disappear: () => (view.meta = { stream: null }),
    answer: (isDone: boolean) => waiting.shift()?.(isDone),
  }
}

describe('the settings of a stream', () => {
  it('are unknown until they are loaded, and empty for a missing stream', () => {
    const { settings, arrive, disappear } = setUp()
    expect([settings.isKnown, settings.stream]).toEqual([false, null])
    arrive()
    expect([settings.isKnown, settings.stream]).toEqual([true, { privacy: 'public' }])
    disappear()
    expect([settings.isKnown, settings.stream]).toEqual([true, null])
  })

  it('change one by one', () => {
    const { settings, asked } = setUp()
    settings.change({ property: 'color', value: '#123456' })
    settings.change({ property: 'is_muted', value: true })
    expect(asked).toEqual([
      [7, { property: 'color', value: '#123456' }],
      [7, { property: 'is_muted', value: true }],
    ])
  })

  it('leave a public stream at once, and make one request at a time', async () => {
    const { settings, asked, arrive, answer } = setUp()
    arrive()
    const left = settings.leave()
    expect([settings.isAsking, settings.isChanging]).toEqual([false, true])
    expect(await settings.join()).toBe(false)
    answer(true)
    expect(await left).toBe(true)
    expect([asked, settings.isChanging]).toEqual([[[7, false]], false])
  })

  it('leave a private stream after a confirmation, and stay after a refusal', async () => {
    const { settings, asked, arrive, answer } = setUp('private')
    arrive()
    expect(await settings.leave()).toBe(false)
    expect([settings.isAsking, asked]).toEqual([true, []])
    const left = settings.leave()
    answer(false)
    expect(await left).toBe(false)
    expect([settings.isAsking, settings.isChanging, asked]).toEqual([false, false, [[7, false]]])
  })

  it('close their view', () => {
    const { settings, closed } = setUp()
    settings.close()
    expect(closed).toHaveLength(1)
  })
})
