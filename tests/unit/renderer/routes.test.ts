import { describe, expect, it } from 'vitest'
import { LastRoutes, type RouteStorage } from '#renderer/state/routes/last-routes.ts'
import { RouteHistory } from '#renderer/state/routes/route-history.ts'
import { conversationRoute, isSameRoute, readRoute, storedRoute, type Route } from '#renderer/state/routes/routes.ts'
import { clientLimits } from '#shared/client-limits.ts'

const topic = (name: string, anchor: 'first_unread' | number = 'first_unread') =>
  conversationRoute({ kind: 'topic', streamId: 1, topic: name }, anchor)
const start: Route = { kind: 'start' }

function storage(): RouteStorage & { readonly entries: Map<string, string> } {
  const entries = new Map<string, string>()
  return {
    entries,
    getItem: (name) => entries.get(name) ?? null,
    setItem: (name, text) => entries.set(name, text),
    removeItem: (name) => entries.delete(name),
  }
}

describe('a route', () => {
  it('equals another one for the same conversation at the same message', () => {
    expect(isSameRoute(topic('Lunch'), topic('lunch'))).toBe(true)
    expect(isSameRoute(topic('lunch', 7), topic('lunch', 7))).toBe(true)
    expect(isSameRoute(topic('lunch', 7), topic('lunch'))).toBe(false)
    expect(isSameRoute(topic('lunch'), topic('dinner'))).toBe(false)
    expect(isSameRoute(topic(''), conversationRoute({ kind: 'stream', streamId: 1 }))).toBe(false)
    const direct = (...userIds: number[]) => conversationRoute({ kind: 'direct', userIds })
    expect(isSameRoute(direct(10, 9), direct(9, 10))).toBe(true)
    expect(isSameRoute(direct(), direct(9))).toBe(false)
    expect(isSameRoute({ kind: 'drafts' }, { kind: 'drafts' })).toBe(true)
    expect(isSameRoute({ kind: 'drafts' }, { kind: 'unsent' })).toBe(false)
  })

  it('is restored from its stored text, a conversation without its anchor', () => {
    for (const route of [
      start,
      { kind: 'inbox' },
      { kind: 'inbox', isEverywhere: true },
      { kind: 'drafts' },
      { kind: 'unsent' },
      topic('lunch'),
    ] satisfies Route[]) {
      expect(readRoute(storedRoute(route))).toEqual(route)
    }
    expect(readRoute(storedRoute(topic('lunch', 7)))).toEqual(topic('lunch'))
  })

  it('is null for a damaged text, or one of a newer version', () => {
    for (const text of [
      null,
      '',
      '{',
      'null',
      '7',
      '[]',
      '{}',
      '{"kind":"elsewhere"}',
      '{"kind":"toString"}',
      '{"kind":"conversation"}',
      '{"kind":"conversation","narrow":{"kind":"thread","streamId":1}}',
      '{"kind":"conversation","narrow":{"kind":"stream","streamId":-1}}',
      '{"kind":"conversation","narrow":{"kind":"topic","streamId":1}}',
      '{"kind":"conversation","narrow":{"kind":"direct","userIds":["9"]}}',
      JSON.stringify({ kind: 'conversation', narrow: { kind: 'topic', streamId: 1, topic: 'x'.repeat(100_000) } }),
    ]) {
      expect(readRoute(text), String(text).slice(0, 80)).toBeNull()
    }
  })
})

describe('the route history of an account', () => {
  it('goes back and forward, and drops the forward entries on a new visit', () => {
    const history = new RouteHistory(topic('a'))
    history.visit(topic('b'))
    history.visit(topic('c'))
    expect(history.back()?.route).toEqual(topic('b'))
    expect(history.back()?.route).toEqual(topic('a'))
    expect(history.back()).toBeNull()
    expect(history.forward()?.route).toEqual(topic('b'))
    history.visit(topic('d'))
    expect(history.canGoForward).toBe(false)
    expect(history.forward()).toBeNull()
    expect(history.back()?.route).toEqual(topic('b'))
  })

  it('has no duplicates, and no start screen as the first entry', () => {
    const history = new RouteHistory(start)
    history.visit(topic('a'))
    expect(history.canGoBack).toBe(false)
    history.visit(topic('a'))
    history.visit(topic('A'))
    expect(history.canGoBack).toBe(false)
    history.visit(topic('a', 7))
    expect(history.back()?.route).toEqual(topic('A'))
  })

  it('keeps the scroll position of each visit', () => {
    const history = new RouteHistory(topic('a'))
    const position = { row: '7', index: 3, offset: -12, isAtEnd: false }
    history.current.position = position
    history.visit(topic('b'))
    history.visit(topic('a'))
    expect(history.current.position).toBeNull()
    history.back()
    expect(history.back()?.position).toEqual(position)
  })

  it('is limited: the oldest of thousands of entries are dropped', () => {
    const history = new RouteHistory(topic('0'))
    for (let visit = 1; visit <= 5_000; visit += 1) history.visit(topic(String(visit)))
    let steps = 0
    while (history.back() !== null) steps += 1
    expect(steps).toBe(clientLimits.visitedRoutes.most - 1)
    expect(history.current.route).toEqual(topic(String(5_000 - steps)))
  })
})

describe('the last route of each account', () => {
  it('is stored separately for each account, so a damaged one affects no other', () => {
    const stored = storage()
    const routes = new LastRoutes(stored)
    routes.set('a', topic('lunch'))
    routes.set('b', { kind: 'drafts' })
    stored.entries.set('route:a', '{"kind":')
    const again = new LastRoutes(stored)
    expect(again.get('a')).toBeNull()
    expect(again.get('b')).toEqual({ kind: 'drafts' })
    expect(again.get('c')).toBeNull()
    again.forget('b')
    expect(again.get('b')).toBeNull()
  })

  it('is read from the entry of an earlier version, and removed on sign-out', () => {
    const stored = storage()
    const routes = new LastRoutes(stored)
    stored.entries.set('narrow:a', '{"kind":"direct","userIds":[9]}')
    expect(routes.get('a')).toEqual(conversationRoute({ kind: 'direct', userIds: [9] }))
    routes.forget('a')
    expect([...stored.entries]).toEqual([])
  })

  it('moves from its former name to the present one', () => {
    const stored = storage()
    stored.entries.set('place:a', '{"kind":"drafts"}')
    expect(new LastRoutes(stored).get('a')).toEqual({ kind: 'drafts' })
    expect([...stored.entries]).toEqual([['route:a', '{"kind":"drafts"}']])
  })

  it('tolerates a full storage', () => {
    const full: RouteStorage = {
      ...storage(),
      setItem: () => {
        throw new DOMException('full', 'QuotaExceededError')
      },
    }
    expect(() => {
      new LastRoutes(full).set('a', topic('lunch'))
    }).not.toThrow()
  })
})
