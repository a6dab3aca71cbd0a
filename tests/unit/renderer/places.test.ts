import { describe, expect, it } from 'vitest'
import { LastPlaces, type PlaceStorage } from '../../../renderer/places/last-places.ts'
import { PlaceHistory } from '../../../renderer/places/place-history.ts'
import { conversationPlace, isSamePlace, readPlace, storedPlace, type Place } from '../../../renderer/app/places.ts'
import { clientLimits } from '../../../shared/client-limits.ts'

const topic = (name: string, anchor: 'first_unread' | number = 'first_unread') =>
  conversationPlace({ kind: 'topic', streamId: 1, topic: name }, anchor)
const start: Place = { kind: 'start' }

function storage(): PlaceStorage & { readonly entries: Map<string, string> } {
  const entries = new Map<string, string>()
  return {
    entries,
    getItem: (name) => entries.get(name) ?? null,
    setItem: (name, text) => entries.set(name, text),
    removeItem: (name) => entries.delete(name),
  }
}

describe('a place', () => {
  it('is the same for the same conversation at the same message', () => {
    expect(isSamePlace(topic('Lunch'), topic('lunch'))).toBe(true)
    expect(isSamePlace(topic('lunch', 7), topic('lunch', 7))).toBe(true)
    expect(isSamePlace(topic('lunch', 7), topic('lunch'))).toBe(false)
    expect(isSamePlace(topic('lunch'), topic('dinner'))).toBe(false)
    expect(isSamePlace(topic(''), conversationPlace({ kind: 'stream', streamId: 1 }))).toBe(false)
    const direct = (...userIds: number[]) => conversationPlace({ kind: 'direct', userIds })
    expect(isSamePlace(direct(10, 9), direct(9, 10))).toBe(true)
    expect(isSamePlace(direct(), direct(9))).toBe(false)
    expect(isSamePlace({ kind: 'drafts' }, { kind: 'drafts' })).toBe(true)
    expect(isSamePlace({ kind: 'drafts' }, { kind: 'unsent' })).toBe(false)
  })

  it('comes back from its text, a conversation without its anchor', () => {
    for (const place of [
      start,
      { kind: 'inbox' },
      { kind: 'inbox', isEverywhere: true },
      { kind: 'drafts' },
      { kind: 'unsent' },
      topic('lunch'),
    ] satisfies Place[]) {
      expect(readPlace(storedPlace(place))).toEqual(place)
    }
    expect(readPlace(storedPlace(topic('lunch', 7)))).toEqual(topic('lunch'))
  })

  it('is none where the text is damaged, or of a version that knows more', () => {
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
      expect(readPlace(text), String(text).slice(0, 80)).toBeNull()
    }
  })
})

describe('the history of an account', () => {
  it('goes back and forward, and drops what was ahead for a new place', () => {
    const history = new PlaceHistory(topic('a'))
    history.visit(topic('b'))
    history.visit(topic('c'))
    expect(history.back()?.place).toEqual(topic('b'))
    expect(history.back()?.place).toEqual(topic('a'))
    expect(history.back()).toBeNull()
    expect(history.forward()?.place).toEqual(topic('b'))
    history.visit(topic('d'))
    expect(history.canGoForward).toBe(false)
    expect(history.forward()).toBeNull()
    expect(history.back()?.place).toEqual(topic('b'))
  })

  it('has no doubles, and no start where nothing was chosen', () => {
    const history = new PlaceHistory(start)
    history.visit(topic('a'))
    expect(history.canGoBack).toBe(false)
    history.visit(topic('a'))
    history.visit(topic('A'))
    expect(history.canGoBack).toBe(false)
    history.visit(topic('a', 7))
    expect(history.back()?.place).toEqual(topic('A'))
  })

  it('keeps the position of each visit', () => {
    const history = new PlaceHistory(topic('a'))
    const position = { row: '7', index: 3, offset: -12, isAtEnd: false }
    history.current.position = position
    history.visit(topic('b'))
    history.visit(topic('a'))
    expect(history.current.position).toBeNull()
    history.back()
    expect(history.back()?.position).toEqual(position)
  })

  it('is bounded: the oldest of thousands of places go', () => {
    const history = new PlaceHistory(topic('0'))
    for (let visit = 1; visit <= 5_000; visit += 1) history.visit(topic(String(visit)))
    let steps = 0
    while (history.back() !== null) steps += 1
    expect(steps).toBe(clientLimits.visitedPlaces.most - 1)
    expect(history.current.place).toEqual(topic(String(5_000 - steps)))
  })
})

describe('the last place of each account', () => {
  it('is kept for each account alone: a damaged one loses nothing of the others', () => {
    const stored = storage()
    const places = new LastPlaces(stored)
    places.set('a', topic('lunch'))
    places.set('b', { kind: 'drafts' })
    stored.entries.set('place:a', '{"kind":')
    const again = new LastPlaces(stored)
    expect(again.get('a')).toBeNull()
    expect(again.get('b')).toEqual({ kind: 'drafts' })
    expect(again.get('c')).toBeNull()
    again.forget('b')
    expect(again.get('b')).toBeNull()
  })

  it('is read from what an earlier version stored, and nothing of it stays after signing out', () => {
    const stored = storage()
    const places = new LastPlaces(stored)
    stored.entries.set('narrow:a', '{"kind":"direct","userIds":[9]}')
    expect(places.get('a')).toEqual(conversationPlace({ kind: 'direct', userIds: [9] }))
    places.forget('a')
    expect([...stored.entries]).toEqual([])
  })

  it('is no reason to fail where the storage is full', () => {
    const full: PlaceStorage = {
      ...storage(),
      setItem: () => {
        throw new DOMException('full', 'QuotaExceededError')
      },
    }
    expect(() => {
      new LastPlaces(full).set('a', topic('lunch'))
    }).not.toThrow()
  })
})
