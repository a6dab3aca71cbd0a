import { describe, expect, it } from 'vitest'
import type { Result } from '#contract/base/failures.ts'
import type { FoundPerson } from '#contract/people.ts'
import type { FoundNarrow } from '#contract/search.ts'
import { clientLimits } from '#shared/client-limits.ts'
import { SearchedWords } from '#renderer/parts/content/searched-words.ts'
import { markWords } from '#renderer/parts/content/word-marks.ts'
import { AccountSearch } from '#renderer/features/search/account-search.svelte.ts'
import { chipLabel, SearchField } from '#renderer/features/search/search-field.svelte.ts'
import { filtersOf } from '#renderer/state/routes/open-search.ts'
import { RecentSearches } from '#renderer/features/search/kept-searches.ts'
import type { SearchScreen } from '#renderer/features/search/search-screen.svelte.ts'
import { windowFixture, storage, topic } from './window-fixture.ts'

const looks = { color: '#369', isArchived: false, isPrivate: false, isMuted: false, isNear: false }
const narrows: readonly FoundNarrow[] = [
  { kind: 'stream', streamId: 7, name: 'arm "firmware"', ...looks },
  { kind: 'topic', streamId: 7, topic: 'drift', name: 'drift', streamName: 'arm "firmware"', ...looks },
  { kind: 'topic', streamId: 8, topic: 'drift', name: 'drift', streamName: 'legs', ...looks },
]
const person = (id: number, name: string, isActive = true): FoundPerson => ({
  id,
  name,
  avatar: null,
  isGuest: false,
  isBot: false,
  isActive,
  email: `${id}@x.example`,
  presence: null,
})

function fieldWith(query = '') {
  let changes = 0
  const found = <T>(value: T): Promise<Result<T>> => Promise.resolve({ ok: true, value })
  const field = new SearchField(query, {
    findNarrows: () => found(narrows),
    findPeople: () => found([person(12, 'Ada'), person(13, 'Ada', false)]),
    onChange: () => (changes += 1),
  })
  const labels = () => field.options.map(({ label, detail }) => [label, detail])
  const choose = (label: string) => field.choose(field.options.find((option) => option.label === label))
  return { field, labels, choose, changes: () => changes }
}

const answered = () => new Promise((done) => setTimeout(done, 0))

describe('the search field', () => {
  it('turns finished filters into chips, and searches without an unfinished one', () => {
    const { field } = fieldWith('tea -stream:"x y"')
    expect([field.chips, field.text.trim()]).toEqual([['-stream:"x y"'], 'tea'])
    field.type('tea is:star')
    expect([field.query, field.live]).toEqual(['-stream:"x y" tea is:star', '-stream:"x y" tea'])
    field.type('tea topic:"two w')
    expect(field.chips).toHaveLength(1)
    field.type('tea is:starred ')
    expect([field.chips, field.live]).toEqual([['-stream:"x y"', 'is:starred'], '-stream:"x y" is:starred tea'])
    field.type('has:link')
    field.finish()
    expect([field.chips, field.text]).toEqual([['-stream:"x y"', 'is:starred', 'has:link'], ''])
    field.removeChip(1)
    field.reopenLast()
    expect([field.chips, field.text]).toEqual([['-stream:"x y"'], 'has:link'])
    field.type('x'.repeat(5_000))
    expect(field.query.length).toBeLessThanOrEqual(clientLimits.pageQuery.most)
  })

  it('completes names of filters and their values by keys', async () => {
    const { field, labels, choose } = fieldWith()
    field.type('tea -s')
    expect(labels()).toEqual([
      ['-stream:', 'In a stream'],
      ['-sender:', 'From a person'],
    ])
    field.move(-1)
    expect(field.markedIndex).toBe(1)
    expect([field.move(1), field.choose(), field.text]).toEqual([true, true, 'tea -stream:'])
    field.type('tea -stream:arm')
    await answered()
    expect(labels()).toEqual([['arm "firmware"', null]])
    choose('arm "firmware"')
    expect([field.chips, field.text]).toEqual([[String.raw`-stream:"arm \"firmware\"|7"`], 'tea '])
    expect(field.chips.map(chipLabel)).toEqual(['−stream: arm "firmware"'])
    field.type('topic:dri')
    await answered()
    expect(labels()).toEqual([
      ['drift', 'arm "firmware"'],
      ['drift', 'legs'],
    ])
    field.choose(field.options[1])
    expect(field.chips.slice(1)).toEqual(['stream:legs|8', 'topic:drift'])
    field.type('sender:ad')
    await answered()
    expect(labels()).toEqual([
      ['Ada', '12@x.example'],
      ['Ada', '13@x.example, deactivated'],
    ])
    field.choose(field.options[1])
    expect(field.chips.at(-1)).toBe('sender:Ada|13')
    field.type('dm:"Bea|3, ad')
    await answered()
    field.choose(field.options[0])
    expect([field.chips.at(-1), chipLabel(field.chips.at(-1) ?? '')]).toEqual(['dm:Bea|3,Ada|12', 'dm: Bea, Ada'])
    field.type('is:al')
    expect(labels()).toEqual([['alerted', 'Contains an alert word']])
    expect([field.close(), field.options, field.move(1), field.choose()]).toEqual([true, [], false, false])
  })
})

describe('a search in other organizations', () => {
  it('names people and streams without the ids of the first organization', () => {
    const query = 'tea sender:"Ada B|12" dm:"Ada|1,Bea|2" topic:a|3 -stream:legs|8'
    expect(AccountSearch.queryFor(query, true)).toBe(query)
    expect(AccountSearch.queryFor(query, false)).toBe('tea sender:"Ada B" dm:Ada,Bea topic:a|3 -stream:legs')
  })
})

describe('the filters of a conversation', () => {
  it('identify it exactly', () => {
    const meta = { streamName: 'arm firmware', title: 'Drift' }
    expect(filtersOf({ kind: 'stream', streamId: 7 }, meta)).toBe('stream:"arm firmware|7"')
    expect(filtersOf({ kind: 'topic', streamId: 7, topic: 'Drift' }, meta)).toBe('stream:"arm firmware|7" topic:Drift')
    expect(filtersOf({ kind: 'topic', streamId: 7, topic: '' }, meta)).toBe('stream:"arm firmware|7"')
    const people = [
      { id: 3, name: 'Bea' },
      { id: 12, name: 'Ada B' },
    ]
    expect(filtersOf({ kind: 'direct', userIds: [3, 12] }, { streamName: null, title: people })).toBe(
      'dm:"Bea|3,Ada B|12"',
    )
    expect(filtersOf({ kind: 'direct', userIds: [] }, { streamName: null, title: [] })).toBe('dm:me')
  })
})

describe('recent searches', () => {
  it('are limited, newest first, and ignore damaged entries', () => {
    const entries = new Map<string, string>()
    const searches = new RecentSearches(storage(entries))
    for (let index = 0; index < 30; index += 1) searches.note('a', `tea ${index}`)
    searches.note('a', 'tea 20')
    searches.note('a', '  ')
    expect(searches.of('a')).toHaveLength(clientLimits.recentSearches.most)
    expect(searches.of('a').slice(0, 3)).toEqual(['tea 20', 'tea 29', 'tea 28'])
    searches.remove('a', 'tea 29')
    expect(searches.of('a').slice(0, 2)).toEqual(['tea 20', 'tea 28'])
    expect(searches.of('b')).toEqual([])
    entries.set('searches:a', '{"broken')
    expect(searches.of('a')).toEqual([])
    searches.forget('a')
    expect(entries.size).toBe(0)
  })
})

describe('the marks of searched words in a message', () => {
  it('cover whole words, prefixes and runs without spaces, beside alert words', () => {
    const words = new SearchedWords([
      { words: ['two', 'cups'], isPrefix: false },
      { words: ['cafe'], isPrefix: true },
      { words: ['東京', '京都'], isPrefix: false },
    ])
    const mark = (html: string) =>
      markWords(html, words, 'searched-word').replaceAll('<mark class="searched-word">', '[').replaceAll('</mark>', ']')
    expect(mark('<p>Two cups, cupsize &amp; <b>Caféteria</b> decafe</p>')).toBe(
      '<p>[Two] [cups], cupsize &amp; <b>[Caféteria]</b> decafe</p>',
    )
    expect(mark('<p>明日は東京都庁で</p><code>two</code>')).toBe('<p>明日は[東京都]庁で</p><code>two</code>')
    expect(new SearchedWords([]).isEmpty).toBe(true)
  })
})

describe('the search screen', () => {
  const hit = (id: number) => ({ key: `hit:${id}`, kind: 'hit', messageId: id, timestamp: id })
  function staged() {
    /** The open searches. */
    const asked = new Map<string, string>()
    const window = windowFixture({
      answer: (name, input) => {
        const { query, viewId = '' } = input as { query?: { type: string; query?: string }; viewId?: string }
        if (name === 'views.close') asked.delete(viewId)
        if (name !== 'views.open' || query?.type !== 'search') return undefined
        asked.set(viewId, query.query ?? '')
        const problem =
          query.query?.includes('bad') === true ? { code: 'SEARCH_NO_DATE', values: { operand: 'x' } } : null
        const meta = {
          query: query.query,
          words: [],
          hasMore: false,
          isIndexed: true,
          server: 'answered',
          coverage: null,
          mayHaveNew: false,
          problem,
        }
        const items = problem === null ? [hit(20), hit(10)] : []
        return Promise.resolve({ ok: true, value: { engineEpoch: 1, revision: 1, items, meta } })
      },
    })
    const screen = () => window.model.routes.shown?.screen as SearchScreen
    return { window, screen, asked }
  }

  it('searches in one account or in all, merges by time, and restores its state on the way back', async () => {
    const { window, screen, asked } = staged()
    await window.model.start()
    window.model.routeNavigator.show(topic('lunch'))
    window.model.routes.go({ kind: 'search', query: 'sender:Ada|3 tea', isEverywhere: false })
    await answered()
    expect(screen().hits.map(({ key }) => key)).toEqual(['a 20', 'a 10'])
    screen().setEverywhere(true)
    await answered()
    expect(screen().hits.map(({ key }) => key)).toEqual(['a 20', 'b 20', 'a 10', 'b 10'])
    expect([...asked.values()]).toEqual(['sender:Ada|3 tea', 'sender:Ada tea'])
    screen().opened = 'b 10'
    window.model.routes.back()
    expect(asked.size).toBe(0)
    window.model.routes.forward()
    await answered()
    expect([screen().isEverywhere, screen().opened, screen().field.query]).toEqual([true, 'b 10', 'sender:Ada|3 tea'])
  })

  it('inserts no hits between rows that are being read', async () => {
    const { window, screen } = staged()
    await window.model.start()
    window.model.routes.go({ kind: 'search', query: 'tea', isEverywhere: false })
    await answered()
    screen().hold(true)
    screen().setEverywhere(true)
    await answered()
    expect(screen().hits.map(({ key }) => key)).toEqual(['a 20', 'a 10', 'b 10'])
    expect(screen().waiting).toBe(1)
    screen().showWaiting()
    expect([screen().hits.length, screen().waiting]).toEqual([4, 0])
  })

  it('withholds no hits on the way back until the opened hit is loaded, even with the pointer on the list', async () => {
    const { window, screen } = staged()
    await window.model.start()
    window.model.routeNavigator.show(topic('lunch'))
    window.model.routes.go({ kind: 'search', query: 'tea', isEverywhere: false })
    await answered()
    screen().opened = 'b 20'
    window.model.routes.back()
    window.model.routes.forward()
    await answered()
    screen().hold(true)
    screen().setEverywhere(true)
    await answered()
    expect(screen().hits.map(({ key }) => key)).toEqual(['a 20', 'b 20', 'a 10', 'b 10'])
    screen().opened = null
    screen().hold(true)
    expect(screen().waiting).toBe(0)
  })

  it('reports the problem of each account', async () => {
    const { window, screen } = staged()
    await window.model.start()
    window.model.routes.go({ kind: 'search', query: 'bad', isEverywhere: true })
    await answered()
    expect(screen().problems.map(({ accountId, failure }) => [accountId, failure.code])).toEqual([
      ['a', 'SEARCH_NO_DATE'],
      ['b', 'SEARCH_NO_DATE'],
    ])
  })
})
