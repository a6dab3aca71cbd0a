import { describe, expect, it } from 'vitest'
import type { StreamItem } from '#contract/streams.ts'
import { listedStream } from '#support/listed-stream.ts'
import { engineWithForms } from './engine-with-forms.ts'
import { StreamsScreen } from '#renderer/features/streams/streams-screen.svelte.ts'

const stream = (over: Partial<StreamItem> = {}) => listedStream(over.streamId ?? 1, 'general', over)

function setUp(text = '') {
  const opened: { readonly query: unknown; items: StreamItem[]; onChange: () => void; readonly load: () => void }[] = []
  const closed: unknown[] = []
  const joined: unknown[] = []
  const looked: unknown[] = []
  const waiting: (() => void)[] = []
  const views = {
    open: (_accountId: string, query: unknown) => {
      const { promise, resolve } = Promise.withResolvers<null>()
      const view = {
        query,
        load: () => resolve(null),
        loaded: () => promise,
        items: [stream(), stream({ streamId: 2, subscribers: 4 })],
        meta: null,
        onChange: () => undefined,
      }
      opened.push(view)
      return view
    },
    close: (view: { readonly query: unknown }) => closed.push(view.query),
  }
  const calls = {
    joinStream: (streamId: number, isJoined: boolean) => {
      joined.push([streamId, isJoined])
      return new Promise<boolean>((resolve) => waiting.push(() => resolve(true)))
    },
    ask: (name: string, input: unknown) => {
      looked.push([name, input])
      return Promise.resolve(null)
    },
  }
  const screen = new StreamsScreen(
    { accountId: 'a', position: null, text },
    { bridge: {} as never, views: views as never, calls: calls as never, leftForms: engineWithForms().page().forms },
  )
  return { screen, opened, closed, joined, looked, answer: () => waiting.shift()?.() }
}

describe('the list of all streams', () => {
  it('is restored with its filter and search, and starts with all streams', () => {
    expect(setUp().opened.map(({ query }) => query)).toEqual([{ type: 'streams', filter: 'all', text: '' }])
    const { screen, opened } = setUp('joined:a:b')
    expect(opened[0]?.query).toEqual({ type: 'streams', filter: 'joined', text: 'a:b' })
    expect(screen.text).toBe('joined:a:b')
    expect(setUp('nonsense').screen.filter).toBe('all')
  })

  it('shows the previous list until the next one is loaded, and closes superseded views', () => {
    const { screen, opened, closed } = setUp()
    screen.search('gar')
    screen.choose('others')
    screen.choose('others')
    expect(opened.map(({ query }) => query)).toHaveLength(3)
    expect(closed).toEqual([{ type: 'streams', filter: 'all', text: 'gar' }])
    opened[2]?.onChange()
    expect(closed.at(-1)).toEqual({ type: 'streams', filter: 'all', text: '' })
    screen.close()
    expect(closed).toHaveLength(3)
  })

  it('finds the first match of the latest text, also while its answer is on its way', async () => {
    const { screen, opened } = setUp()
    screen.search('gar')
    const first = screen.firstMatch()
    const next = opened[1]
    if (next !== undefined) next.items = [stream({ streamId: 9 })]
    next?.onChange()
    next?.load()
    expect((await first)?.streamId).toBe(9)
  })

  it('finds no match for a text that another one has replaced, or after its end', async () => {
    const { screen, opened } = setUp()
    screen.search('gar')
    const [replaced, ended] = [screen.firstMatch(), opened[1]]
    screen.search('gard')
    ended?.load()
    expect(await replaced).toBeNull()
    const last = screen.firstMatch()
    screen.close()
    opened[2]?.load()
    expect(await last).toBeNull()
  })

  it('joins and leaves once at a time, and asks before leaving a private stream', async () => {
    const { screen, joined, answer } = setUp()
    const first = screen.join(stream())
    await screen.join(stream())
    expect([joined, screen.isChanging(1)]).toEqual([[[1, true]], true])
    answer()
    await first
    expect(screen.isChanging(1)).toBe(false)
    const privateOne = stream({ isSubscribed: true, privacy: 'private', canJoin: false })
    await screen.join(privateOne)
    expect([joined.length, screen.leaving]).toEqual([1, privateOne])
    const leaving = screen.confirmLeaving()
    answer()
    await leaving
    expect([joined.at(-1), screen.leaving]).toEqual([[1, false], null])
    await screen.join(stream({ canJoin: false }))
    expect(joined).toHaveLength(2)
  })

  it('requests the subscribers of visible uncounted streams once', () => {
    const { screen, looked } = setUp()
    screen.look(0, 10)
    screen.look(0, 10)
    expect(looked).toEqual([['streams.look', { streamIds: [1] }]])
  })
})
