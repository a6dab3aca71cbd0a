import { beforeEach, describe, expect, it, vi } from 'vitest'
import { conversationRoute, storedRoute } from '#renderer/state/routes/routes.ts'
import { showNextUnread } from '#renderer/features/navigation/commands.ts'
import { everywhere } from '#renderer/commands/everywhere.ts'
import {
  account,
  answered,
  refused,
  windowFixture,
  topic,
  type OpenView,
  composedText,
  shownConversation,
} from './window-fixture.ts'

beforeEach(() => {
  vi.stubGlobal('requestAnimationFrame', () => 0)
})

const shownRoute = (window: ReturnType<typeof windowFixture>) => window.model.routes.shown?.route

/** An entry of the navigation. */
const unreadTopic = (name: string) => ({
  key: name,
  kind: 'topic',
  streamId: 1,
  topic: name,
  unread: 1,
  isMuted: false,
})

describe('the routes of the window', () => {
  it('open the views of a screen when it appears, and close them when it is left', async () => {
    const window = windowFixture()
    await window.model.start()
    window.model.routeNavigator.show(topic('lunch'))
    await answered()
    expect(window.openQueries()).toEqual(['a navigation', 'a conversation lunch'])
    window.model.routeNavigator.showRoute({ kind: 'drafts' })
    await answered()
    expect(window.openQueries()).toEqual(['a navigation', 'a drafts'])
    window.model.routeNavigator.showRoute({ kind: 'unsent' })
    await answered()
    expect(window.openQueries()).toEqual(['a navigation', 'a outbox'])
    window.model.routes.back()
    window.model.routes.back()
    await answered()
    expect(window.openQueries()).toEqual(['a navigation', 'a conversation lunch'])
    expect(window.model.routes.canGoBack).toBe(false)
    expect(window.model.routes.canGoForward).toBe(true)
    window.model.routes.forward()
    await answered()
    expect(window.openQueries()).toEqual(['a navigation', 'a drafts'])
  })

  it('leave one screen open after thousands of visits, and after quick presses of back during loading', async () => {
    const window = windowFixture()
    await window.model.start()
    for (let visit = 0; visit < 3_000; visit += 1) window.model.routeNavigator.show(topic(`t${visit}`))
    for (let press = 0; press < 50; press += 1) window.model.routes.back()
    for (let press = 0; press < 20; press += 1) window.model.routes.forward()
    await answered()
    expect(window.openQueries()).toEqual(['a navigation', 'a conversation t2969'])
    for (let press = 0; press < 1_000; press += 1) window.model.routes.back()
    await answered()
    expect(window.openQueries()).toEqual(['a navigation', 'a conversation t2800'])
    expect(window.model.routes.canGoBack).toBe(false)
  })

  it('go to the next unread conversation on each press, even before one has loaded', async () => {
    const items = ['a', 'b', 'c'].map(unreadTopic)
    const window = windowFixture({
      answer: (name, input) =>
        name === 'views.open' && (input as OpenView).query.type === 'navigation'
          ? Promise.resolve({ ok: true, value: { engineEpoch: 1, revision: 1, items, meta: { isReady: true } } })
          : undefined,
    })
    await window.model.start()
    await answered()
    const nextUnread = everywhere.find(({ id }) => id === 'next_unread')
    const routes = ['a', 'b', 'c', 'a'].map(() => {
      nextUnread?.run?.({ parts: window.model, jump: () => undefined, close: () => undefined })
      return shownRoute(window)
    })
    expect(routes).toEqual(['a', 'b', 'c', 'a'].map((name) => conversationRoute(topic(name))))
  })

  it('go to the next unread conversation of the next organization once its list is loaded', async () => {
    const lists: Record<string, object[]> = { a: [unreadTopic('mine')], b: [], c: [unreadTopic('theirs')] }
    const window = windowFixture({
      accounts: ['a', 'b', 'c', 'd'],
      answer: (name, input) =>
        name === 'views.open' && (input as OpenView).query.type === 'navigation'
          ? Promise.resolve({
              ok: true,
              value: {
                engineEpoch: 1,
                revision: 1,
                items: lists[(input as OpenView).accountId] ?? [],
                meta: { isReady: true },
              },
            })
          : undefined,
    })
    await window.model.start()
    window.update({
      type: 'app',
      state: {
        ...window.state([]),
        accounts: ['a', 'b', 'c', 'd'].map((id) => ({ ...account(id), unread: id === 'c' ? 1 : 0 })),
      },
    })
    await answered()
    await showNextUnread(window.model)
    expect(shownRoute(window)).toEqual(conversationRoute(topic('mine')))
    await showNextUnread(window.model)
    expect(window.model.routes.shown?.accountId).toBe('c')
    expect(shownRoute(window)).toEqual(conversationRoute(topic('theirs')))
    expect(window.model.notices.text).toBeNull()
    window.update({ type: 'app', state: window.state(['a', 'b', 'c', 'd']) })
    lists.c = []
    await showNextUnread(window.model)
    expect(window.model.routes.shown?.accountId).toBe('c')
    expect(window.model.notices.text).not.toBeNull()
  })

  it('keep the reader’s scroll position, but not that of a screen before its first frame', async () => {
    const window = windowFixture()
    await window.model.start()
    window.model.routeNavigator.show(topic('lunch'))
    await answered()
    const position = { row: '70', index: 12, offset: -8, isAtEnd: false }
    const conversation = shownConversation(window.model)?.conversation
    if (conversation == null) throw new Error('there is no conversation')
    conversation.measure = () => position
    window.model.routeNavigator.show(topic('dinner'))
    window.model.routes.back()
    expect(shownConversation(window.model)?.conversation.kept).toEqual(position)
    // Going back before the screen is drawn keeps the position.
    window.model.routes.forward()
    window.model.routes.back()
    expect(shownConversation(window.model)?.conversation.kept).toEqual(position)
    await answered()
    expect(window.openViews().at(-1)?.query).toMatchObject({ type: 'conversation', anchor: 70 })
    // A new visit opens at the first unread message.
    window.model.routeNavigator.show(topic('breakfast'))
    window.model.routeNavigator.show(topic('lunch'))
    expect(shownConversation(window.model)?.conversation.kept).toBeNull()
  })

  it('keep text that is still being stored when its route is left', async () => {
    let release: (() => void) | undefined
    const window = windowFixture({
      answer: (name) =>
        name === 'drafts.set'
          ? new Promise((resolve) => {
              release = () => {
                resolve({ ok: true, value: { revision: 1, isQueued: false } })
              }
            })
          : undefined,
    })
    await window.model.start()
    window.model.routeNavigator.show(topic('lunch'))
    await answered()
    const composer = shownConversation(window.model)?.composer
    if (composer == null) throw new Error('there is no composer')
    composer.content = 'half of a'
    composer.edited()
    window.model.routeNavigator.show(topic('dinner'))
    expect(composedText(window.model)).toBe('')
    window.model.routes.back()
    await answered()
    expect(composedText(window.model)).toBe('half of a')
    release?.()
    await answered()
    expect(composedText(window.model)).toBe('half of a')
    expect(window.calls.filter(({ name }) => name === 'drafts.set')).toHaveLength(1)
  })

  it('store the text of a conversation before the list of drafts is opened', async () => {
    const window = windowFixture()
    await window.model.start()
    window.model.routeNavigator.show(topic('lunch'))
    await answered()
    const composer = shownConversation(window.model)?.composer
    if (composer == null) throw new Error('there is no composer')
    composer.content = 'half'
    composer.edited()
    window.model.routeNavigator.showRoute({ kind: 'drafts' })
    await answered()
    const names = window.calls.map(({ name, input }) => (name === 'views.open' ? JSON.stringify(input) : name))
    expect(names.indexOf('drafts.set')).toBeLessThan(names.findIndex((name) => name.includes('"drafts"')))
  })

  it('can be left while their view fails, and opened again', async () => {
    let isFailing = true
    const window = windowFixture({
      answer: (name, input) =>
        name === 'views.open' && isFailing && JSON.stringify(input).includes('lunch') ? refused('INTERNAL') : undefined,
    })
    await window.model.start()
    window.model.routeNavigator.show(topic('lunch'))
    await answered()
    expect(shownConversation(window.model)?.conversation.failure).toEqual({ code: 'INTERNAL' })
    window.model.routeNavigator.show(topic('dinner'))
    isFailing = false
    window.model.routes.back()
    await answered()
    expect(shownConversation(window.model)?.conversation.failure).toBeNull()
    expect(window.openQueries()).toEqual(['a navigation', 'a conversation lunch'])
  })

  it('follow a conversation that is renamed while it is displayed', async () => {
    const window = windowFixture()
    await window.model.start()
    window.model.routeNavigator.show(topic('lunch'))
    await answered()
    const view = window.openViews().at(-1)
    if (view === undefined) throw new Error('there is no view')
    window.update({
      type: 'views',
      accountId: 'a',
      batch: 1,
      updates: [
        {
          engineEpoch: 1,
          viewId: view.viewId,
          from: 1,
          to: 2,
          ops: [
            {
              op: 'meta',
              meta: { ...shownConversation(window.model)?.conversation.meta, narrow: topic('dinner') } as never,
            },
          ],
        },
      ],
    })
    window.model.routeNavigator.showRoute({ kind: 'drafts' })
    window.model.routes.back()
    await answered()
    expect(window.openQueries()).toEqual(['a navigation', 'a conversation dinner'])
  })
})

describe('the route of each account', () => {
  it('is the last one, with a separate history', async () => {
    const window = windowFixture()
    await window.model.start()
    window.model.routeNavigator.show(topic('lunch'))
    window.model.accounts.show('b')
    expect(shownRoute(window)).toEqual({ kind: 'start' })
    expect(window.model.routes.canGoBack).toBe(false)
    window.model.routeNavigator.showRoute({ kind: 'unsent' })
    window.model.accounts.show('a')
    await answered()
    expect(shownRoute(window)).toEqual(conversationRoute(topic('lunch')))
    expect(window.openQueries()).toEqual(['a navigation', 'a conversation lunch'])
    window.model.accounts.show('b')
    expect(shownRoute(window)).toEqual({ kind: 'unsent' })
  })

  it('is a list of all organizations if the reader went from it to another one', async () => {
    const window = windowFixture()
    await window.model.start()
    window.model.routeNavigator.showRoute({ kind: 'inbox', isEverywhere: true })
    await answered()
    window.model.routeNavigator.showIn('b', topic('lunch'))
    await answered()
    expect([window.model.routes.shown?.accountId, shownRoute(window)]).toEqual(['b', conversationRoute(topic('lunch'))])
    // The lists stay open for a return.
    expect(window.openQueries()).toEqual(['a inbox', 'b inbox', 'b navigation', 'b conversation lunch'])
    window.model.routes.back()
    await answered()
    expect(shownRoute(window)).toEqual({ kind: 'inbox', isEverywhere: true })
    expect(window.openQueries()).toEqual(['a inbox', 'b inbox', 'b navigation'])
    // In this account, the list and the conversation opened from it are unchanged.
    window.model.accounts.show('a')
    expect(shownRoute(window)).toEqual({ kind: 'inbox', isEverywhere: true })
    window.model.routeNavigator.showIn('a', topic('dinner'))
    expect(window.model.routes.shown?.accountId).toBe('a')
  })

  it('is restored after a restart, whatever its kind', async () => {
    const first = windowFixture()
    await first.model.start()
    first.model.routeNavigator.show(topic('lunch'))
    first.model.accounts.show('b')
    first.model.routeNavigator.showRoute({ kind: 'drafts' })
    const again = windowFixture({ entries: first.entries })
    await again.model.start()
    expect(shownRoute(again)).toEqual(conversationRoute(topic('lunch')))
    again.model.accounts.show('b')
    expect(shownRoute(again)).toEqual({ kind: 'drafts' })
  })

  it('falls back to the start screen if its stream is gone, without a notice', async () => {
    const entries = new Map([['route:a', storedRoute(conversationRoute(topic('lunch')))]])
    const window = windowFixture({ entries, streams: [2] })
    await window.model.start()
    await answered()
    expect(shownRoute(window)).toEqual({ kind: 'start' })
    expect(window.openQueries()).toEqual(['a navigation', 'a connection'])
    expect(window.model.notices.text).toBeNull()
    expect(entries.get('route:a')).toBe('{"kind":"start"}')
    // A stream that the user opens by a link is displayed all the same.
    window.model.routeNavigator.show(topic('lunch'))
    await answered()
    expect(shownRoute(window)).toEqual(conversationRoute(topic('lunch')))
  })

  it('falls back to the start screen if it is damaged, without an effect on other accounts', async () => {
    const entries = new Map([
      ['route:a', '{"kind":"conversation","narrow":'],
      ['route:b', '{"kind":"drafts"}'],
    ])
    const window = windowFixture({ entries })
    await window.model.start()
    expect(shownRoute(window)).toEqual({ kind: 'start' })
    window.model.accounts.show('b')
    expect(shownRoute(window)).toEqual({ kind: 'drafts' })
  })
})

describe('accounts that come and go', () => {
  it('a signed-out account is replaced by another one, and leaves no stored route', async () => {
    const window = windowFixture()
    await window.model.start()
    window.model.routeNavigator.show(topic('lunch'))
    const signedOut = window.model.accounts.signOut('a')
    // Main sends an unrelated update during the sign-out.
    window.update({ type: 'app', state: window.state(['a', 'b']) })
    await signedOut
    expect(window.model.routes.shown?.accountId).toBe('b')
    window.update({ type: 'app', state: window.state(['b']) })
    await answered()
    expect(window.openQueries()).toEqual(['b navigation', 'b connection'])
    expect([...window.entries.keys()]).toEqual(['route:b'])
  })

  it('an account whose sign-out failed is displayed again', async () => {
    const window = windowFixture({
      accounts: ['a'],
      answer: (name) => (name === 'accounts.signOut' ? refused('INTERNAL') : undefined),
    })
    await window.model.start()
    window.model.routeNavigator.show(topic('lunch'))
    await window.model.accounts.signOut('a')
    expect(shownRoute(window)).toEqual(conversationRoute(topic('lunch')))
    expect(window.model.notices.text).not.toBeNull()
  })

  it('an account that main has removed is left, also the last one', async () => {
    const window = windowFixture()
    await window.model.start()
    window.update({ type: 'app', state: window.state(['b']) })
    expect(window.model.routes.shown?.accountId).toBe('b')
    window.update({ type: 'app', state: window.state([]) })
    await answered()
    expect(window.model.routeNavigator.shownRoute).toBeNull()
    expect(window.openQueries()).toEqual([])
    window.model.routes.back()
    window.model.routeNavigator.show(topic('lunch'))
    expect(window.model.routeNavigator.shownRoute).toBeNull()
  })

  it('a click on a notification opens its conversation in the other account, as a visit', async () => {
    const window = windowFixture()
    await window.model.start()
    window.model.routeNavigator.show(topic('lunch'))
    window.model.accounts.show('b')
    window.model.routeNavigator.showRoute({ kind: 'drafts' })
    window.model.accounts.show('a')
    window.update({ type: 'open', accountId: 'b', narrow: topic('dinner'), messageId: 7 })
    expect(window.model.routes.shown).toMatchObject({ accountId: 'b', route: conversationRoute(topic('dinner'), 7) })
    window.model.routes.back()
    expect(window.model.routes.shown).toMatchObject({ accountId: 'b', route: { kind: 'drafts' } })
    // The account was signed out meanwhile.
    window.update({ type: 'open', accountId: 'c', narrow: topic('dinner'), messageId: null })
    expect(window.model.routes.shown).toMatchObject({ accountId: 'b', route: { kind: 'drafts' } })
  })

  it('a restarted engine gets the views of the current route again', async () => {
    const window = windowFixture()
    await window.model.start()
    window.model.routeNavigator.show(topic('lunch'))
    await answered()
    const before = window.openViews().map(({ viewId }) => viewId)
    window.update({ type: 'engine_restarted', accountId: 'a' })
    await answered()
    expect(window.openQueries()).toEqual(['a navigation', 'a conversation lunch'])
    expect(window.openViews().map(({ viewId }) => viewId)).not.toEqual(before)
    window.update({ type: 'engine_restarted', accountId: 'b' })
    await answered()
    expect(window.openQueries()).toEqual(['a navigation', 'a conversation lunch'])
  })
})

describe('the language of the window', () => {
  it.each([
    ['is spoken', { language: 'de' }],
    ['sorts names', { sortLanguage: 'sv' }],
  ] as const)('is followed by a reload when another one %s', async (_, other) => {
    const window = windowFixture()
    await window.model.start()
    const state = window.state(['a', 'b'])
    const reloads = () => window.calls.filter(({ name }) => name === 'app.reload').length
    window.update({ type: 'app', state: { ...state, settings: { ...state.settings, language: 'account' } } })
    await answered()
    expect(reloads()).toBe(0)
    window.update({ type: 'app', state: { ...state, ...other } })
    await vi.waitFor(() => {
      expect(reloads()).toBe(1)
    })
  })
})
