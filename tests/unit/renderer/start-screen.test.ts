import { describe, expect, it } from 'vitest'
import { StartScreen } from '#renderer/features/conversation/start-screen.ts'

function setUp(items: readonly object[], meta: object | null = null) {
  const closed: unknown[] = []
  const opened: unknown[] = []
  const views = {
    open: (accountId: string, query: unknown) => {
      opened.push([accountId, query])
      return { items, meta }
    },
    close: (view: unknown) => closed.push(view),
  }
  return { screen: new StartScreen({ accountId: 'a' }, { views: views as never }), opened, closed }
}

const work = (work: object) => ({ kind: 'waiting_work', work })

describe('the screen without a conversation', () => {
  it('shows the progress of fetching missed messages once their number is known', () => {
    const drafts = work({ kind: 'drafts', count: 3 })
    expect(setUp([]).screen.fetched).toBeNull()
    expect(setUp([drafts, work({ kind: 'missed', done: 0, total: 0 })]).screen.fetched).toBeNull()
    expect(setUp([drafts, work({ kind: 'missed', done: 3, total: 8 })]).screen.fetched).toMatchObject({
      done: 3,
      total: 8,
    })
    expect(setUp([{ kind: 'waiting_action' }]).screen.fetched).toBeNull()
  })

  it('shows the known counts until the first registration is stored and the fetch has ended', () => {
    const known = { people: 3, streams: 2, unread: 1 }
    const missed = work({ kind: 'missed', done: 3, total: 8 })
    expect(setUp([]).screen.known).toBeNull()
    expect(setUp([], { isRegistered: false, known }).screen.known).toEqual(known)
    expect(setUp([missed], { isRegistered: true, known }).screen.known).toEqual(known)
    expect(setUp([], { isRegistered: true, known }).screen.known).toBeNull()
  })

  it('has its view open while it is displayed', () => {
    const { screen, opened, closed } = setUp([])
    expect([opened, closed]).toEqual([[['a', { type: 'connection' }]], []])
    screen.close()
    expect(closed).toHaveLength(1)
  })
})
