import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Result } from '#contract/base/failures.ts'
import type { FoundNarrow } from '#contract/search.ts'
import { clientLimits } from '#shared/client-limits.ts'
import { narrowKey } from '#renderer/state/routes/routes.ts'
import { FoundNarrows, lookingAgain, narrowOfFound } from '#renderer/parts/conversations/found-narrows.svelte.ts'

type Answer = Result<readonly FoundNarrow[]> | null

function stream(name: string, streamId = 1): FoundNarrow {
  const looks = { color: '#336699', isArchived: false, isPrivate: false, isMuted: false }
  return { kind: 'stream', streamId, name, ...looks, isNear: false }
}

/** A search whose answers are given one by one. */
function setUp() {
  const asked: string[] = []
  const waiting: ((answer: Answer) => void)[] = []
  const narrows = new FoundNarrows<FoundNarrow>((query) => {
    asked.push(query)
    return new Promise((resolve) => waiting.push(resolve))
  })
  return {
    asked,
    narrows,
    names: () => narrows.items.map((narrow) => (narrow.kind === 'direct' ? '' : narrow.name)),
    answer: async (answer: Answer) => {
      waiting.shift()?.(answer)
      for (let turn = 0; turn < 5; turn += 1) await Promise.resolve()
    },
  }
}

const found = (...names: string[]): Answer => ({ ok: true, value: names.map((name, index) => stream(name, index)) })

afterEach(() => void vi.useRealTimers())

describe('the narrows that the navigation’s search field finds', () => {
  it('come from one search at a time, and the newest text counts', async () => {
    const { narrows, asked, names, answer } = setUp()
    narrows.search('d')
    narrows.search('de')
    narrows.search('des')
    expect([asked, narrows.isSearching]).toEqual([['d'], true])
    await answer(found('day', 'design'))
    expect([asked, names(), narrows.isSearching]).toEqual([['d', 'des'], [], true])
    await answer(found('design'))
    expect([names(), narrows.isSearching]).toEqual([['design'], false])
    narrows.search(' des ')
    expect(asked).toEqual(['d', 'des'])
  })

  it('are empty in another account, which no earlier answer reaches', async () => {
    const { narrows, asked, names, answer } = setUp()
    narrows.follow('a')
    narrows.search('de')
    narrows.follow('a')
    expect(narrows.text).toBe('de')
    narrows.follow('b')
    expect([narrows.text, narrows.isOn]).toEqual(['', false])
    narrows.search('de')
    expect(asked).toEqual(['de', 'de'])
    await answer(found('design of a'))
    expect([names(), narrows.isSearching]).toEqual([[], true])
    await answer(found('design of b'))
    expect([names(), narrows.isSearching]).toEqual([['design of b'], false])
  })

  it('of a longer text are the previous matches until it is answered', async () => {
    const { narrows, names, answer } = setUp()
    narrows.search('de')
    await answer(found('déjà vu', 'design'))
    narrows.search('dej')
    expect(names()).toEqual(['déjà vu'])
    await answer(found('déjà vu', 'dejected'))
    expect(names()).toEqual(['déjà vu', 'dejected'])
  })

  it('are cleared with the text, whatever is answered later', async () => {
    const { narrows, names, answer, asked } = setUp()
    narrows.search('de')
    narrows.clear()
    expect([narrows.text, narrows.isOn, narrows.isSearching]).toEqual(['', false, false])
    await answer(found('design'))
    expect(names()).toEqual([])
    narrows.search('de')
    expect(asked).toEqual(['de', 'de'])
    await answer(found('design'))
    expect(names()).toEqual(['design'])
  })

  it('can be awaited', async () => {
    const { narrows, names, answer } = setUp()
    narrows.search('d')
    narrows.search('de')
    const settled = narrows.settled().then(names)
    await answer(found('day'))
    await answer(found('design'))
    expect(await settled).toEqual(['design'])
    await narrows.settled()
  })

  it('have the reason of a failed search, and are searched again on demand or with another text', async () => {
    const { narrows, asked, names, answer } = setUp()
    narrows.search('de')
    await answer({ ok: false, error: { code: 'CLOSED' } })
    expect([narrows.failure, names(), narrows.isSearching]).toEqual([{ code: 'CLOSED' }, [], false])
    narrows.retry()
    expect([narrows.text, narrows.failure, asked]).toEqual(['de', null, ['de', 'de']])
    await answer(found('design'))
    expect([narrows.failure, names()]).toEqual([null, ['design']])
    narrows.search('x')
    await answer(null)
    expect([narrows.failure, names()]).toEqual([null, []])
  })

  it('are searched again while there are none, since new history may have matches', async () => {
    vi.useFakeTimers()
    const { narrows, asked, names, answer } = setUp()
    narrows.search('books')
    lookingAgain([narrows])()
    await answer(found())
    expect(narrows.isFruitless).toBe(true)
    const end = lookingAgain([narrows])
    vi.advanceTimersByTime(3000)
    expect(asked).toEqual(['books', 'books'])
    await answer(found())
    vi.advanceTimersByTime(1000)
    await answer(found('books'))
    expect([names(), narrows.isFruitless]).toEqual([['books'], false])
    vi.advanceTimersByTime(5000)
    expect(asked).toHaveLength(3)
    end()

    narrows.search('tea')
    await answer(found())
    const endOther = lookingAgain([narrows])
    vi.advanceTimersByTime(1000)
    narrows.search('coffee')
    await answer(found('tea'))
    expect(names()).toEqual([])
    endOther()
    expect(vi.getTimerCount()).toBe(0)
  })

  it('are searched for by a text of limited length', () => {
    const { narrows, asked } = setUp()
    narrows.search('x'.repeat(5000))
    expect(asked[0]).toHaveLength(clientLimits.nameQuery.most)
  })

  it('match exactly in any case and with any accents', () => {
    const { narrows } = setUp()
    narrows.search(' Café  au lait ')
    expect([narrows.isExact('cafe au lait'), narrows.isExact('cafe au')]).toEqual([true, false])
  })

  it('have one key for each conversation, whatever its spelling', () => {
    expect(narrowKey({ kind: 'topic', streamId: 1, topic: 'Tea' })).toBe(
      narrowKey({ kind: 'topic', streamId: 1, topic: 'tea' }),
    )
    expect(narrowKey({ kind: 'direct', userIds: [8, 3] })).toBe(narrowKey({ kind: 'direct', userIds: [3, 8] }))
    expect(narrowOfFound(stream('design', 7))).toEqual({ kind: 'stream', streamId: 7 })
  })
})
