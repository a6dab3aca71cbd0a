import { describe, expect, it } from 'vitest'
import type { FeedNarrow, MessageHeading } from '#contract/conversations.ts'
import type { MessageItem } from '#contract/messages.ts'
import { isSameRoute, readRoute, storedRoute, type Route } from '#renderer/state/routes/routes.ts'
import { FeedScreen } from '#renderer/features/feeds/feed-screen.svelte.ts'
import { windowFixture, composedText } from './window-fixture.ts'

const answered = () => new Promise((resolve) => setTimeout(resolve))
const feed = (narrow: FeedNarrow): Route => ({ kind: 'feed', narrow })

const heading: MessageHeading = {
  narrow: { kind: 'topic', streamId: 1, topic: 'bread' },
  title: 'bread',
  streamName: 'design',
  streamColor: '#3b5bdb',
  isMuted: false,
  policy: 1,
}
const item = {
  key: 'message:7',
  kind: 'message',
  id: 7,
  sender: { id: 3, name: 'Noor' },
  timestamp: 0,
  topic: 'bread',
  streamId: 1,
  heading,
} as unknown as MessageItem

/** A window that shows a feed with one message. */
async function shown(narrow: FeedNarrow) {
  const window = windowFixture({
    answer(name, input) {
      if (name === 'messages.raw') return Promise.resolve({ ok: true, value: { content: 'Rye?' } })
      const { query } = input as { query?: { type: string } }
      if (name !== 'views.open' || query?.type !== 'feed') return undefined
      const meta = { narrow, person: null, older: 'none', newer: 'none', isPartial: false, isReadByScrolling: true }
      return Promise.resolve({ ok: true, value: { engineEpoch: 1, revision: 0, items: [item], meta } })
    },
  })
  await window.model.start()
  window.model.routeNavigator.showRoute(feed(narrow))
  await answered()
  const screen = window.model.routes.shown?.screen
  if (!(screen instanceof FeedScreen)) throw new Error('no feed is shown')
  return { ...window, screen }
}

describe('a feed', () => {
  it('is a separate route for each kind, person and content, and is stored unchanged', () => {
    const all: FeedNarrow[] = [
      { kind: 'combined' },
      { kind: 'direct_all' },
      { kind: 'mentions' },
      { kind: 'starred' },
      { kind: 'followed' },
      { kind: 'sender', userId: 1 },
      { kind: 'sender', userId: 2 },
      { kind: 'has', what: 'link' },
      { kind: 'has', what: 'image' },
    ]
    for (const a of all) {
      expect(all.filter((b) => isSameRoute(feed(a), feed(b)))).toEqual([a])
      expect(readRoute(storedRoute(feed(a)))).toEqual(feed(a))
    }
    for (const narrow of [null, { kind: 'sender' }, { kind: 'sender', userId: -1 }, { kind: 'has', what: 'x' }, {}]) {
      expect(readRoute(JSON.stringify({ kind: 'feed', narrow }))).toBeNull()
    }
  })

  it('has the conversation of each message as its heading, and actions apply to that conversation', async () => {
    const { screen, calls } = await shown({ kind: 'combined' })
    expect(screen.feed.rows.map((row) => row.heading)).toEqual([heading])
    expect(screen.feed.topicPolicyOf(item)).toBe(1)
    await screen.actions.markUnreadFrom(item)
    expect(calls.at(-1)).toMatchObject({ name: 'messages.markUnread', input: { narrow: heading.narrow, fromId: 7 } })
  })

  it('quotes in the conversation of the message, which is opened', async () => {
    const { screen, model } = await shown({ kind: 'mentions' })
    await screen.actions.quote(item)
    await answered()
    expect(model.routes.shown?.route).toEqual({ kind: 'conversation', narrow: heading.narrow, anchor: 7 })
    expect(composedText(model)).toContain('Rye?')
  })

  it('keeps an unfinished edit while another route is displayed', async () => {
    const { screen, model } = await shown({ kind: 'starred' })
    await screen.actions.startEditing({ ...item, canEdit: true, change: null })
    screen.actions.editedText = 'Rye, and butter'
    model.routeNavigator.showRoute(feed({ kind: 'mentions' }))
    model.routes.back()
    await answered()
    const again = model.routes.shown?.screen as FeedScreen
    expect([again === screen, again.actions.editing?.messageId, again.actions.editedText]).toEqual([
      false,
      7,
      'Rye, and butter',
    ])
  })

  it('opens again at the message where it was left, and at its end at the newest', async () => {
    const { screen, model, calls } = await shown({ kind: 'combined' })
    const anchors = () =>
      calls.flatMap(({ name, input }) => {
        const { query } = input as { query?: { type: string; anchor?: unknown } }
        return name === 'views.open' && query?.type === 'feed' ? [query.anchor] : []
      })
    screen.feed.measure = () => ({ row: '7', index: 0, offset: 10, isAtEnd: false })
    model.routeNavigator.showRoute({ kind: 'drafts' })
    model.routes.back()
    expect(model.routes.shown?.screen).toMatchObject({ feed: { kept: { row: '7' } } })
    const returned = model.routes.shown?.screen as FeedScreen
    returned.feed.measure = () => ({ row: '7', index: 0, offset: 0, isAtEnd: true })
    model.routes.forward()
    model.routes.back()
    expect(model.routes.shown?.screen).toMatchObject({ feed: { kept: { isAtEnd: true } } })
    expect(anchors()).toEqual(['newest', 7, 'newest'])
  })
})
