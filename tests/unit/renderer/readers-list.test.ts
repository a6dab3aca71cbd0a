import { describe, expect, it } from 'vitest'
import type { Result } from '#contract/base/failures.ts'
import type { AddedPeople, ReaderItem, ReadersMeta } from '#contract/streams.ts'
import { addedSentence, ReadersList } from '#renderer/features/readers/readers-list.svelte.ts'
import { SidePanel } from '#renderer/state/side-panel.svelte.ts'
import { topic } from './window-fixture.ts'

const person = (id: number, over: Partial<ReaderItem> = {}): ReaderItem =>
  ({
    key: `${over.part ?? 'reader'}:${id}`,
    kind: 'reader',
    id,
    name: `Person ${id}`,
    part: 'reader',
    ...over,
  }) as ReaderItem

const meta = (over: Partial<ReadersMeta> = {}): ReadersMeta => ({
  kind: 'topic',
  stream: { name: 'general', isPrivate: false, isArchived: false },
  participants: 1,
  found: 2,
  total: 2,
  list: 'current',
  hasMore: false,
  canAdd: true,
  ...over,
})

function setUp(
  shown: { readonly items?: readonly ReaderItem[]; readonly meta?: ReadersMeta } = {},
  answer: Result<unknown> = { ok: true, value: null },
) {
  const opened: unknown[] = []
  const closed: unknown[] = []
  const asked: unknown[] = []
  const said: string[] = []
  const views = {
    open: (accountId: string, query: unknown) => {
      opened.push([accountId, query])
      const items = shown.items ?? [person(3, { part: 'participant' }), person(1), person(2)]
      return { accountId, query, items, meta: shown.meta ?? meta(), failure: null, viewId: 'v', engineEpoch: 1 }
    },
    close: ({ query }: { readonly query: unknown }) => closed.push(query),
  }
  const calls = {
    askOf: (_: string, name: string, input: unknown) => {
      asked.push([name, input])
      return Promise.resolve(answer)
    },
  }
  const list = new ReadersList(topic('lunch'), {
    accountId: 'a',
    views: views as never,
    calls: calls as never,
    notify: (sentence) => said.push(sentence),
  })
  return { list, opened, closed, asked, said }
}

describe('the people of the shown conversation', () => {
  it('are searched, and follow the conversation without the search', () => {
    const { list, opened, closed } = setUp()
    list.search('mei')
    list.search('mei')
    list.follow(topic('lunch'))
    list.follow(topic('soup'))
    expect(list.query).toBe('')
    expect(opened).toEqual([
      ['a', { type: 'readers', narrow: topic('lunch'), query: '' }],
      ['a', { type: 'readers', narrow: topic('lunch'), query: 'mei' }],
      ['a', { type: 'readers', narrow: topic('soup'), query: '' }],
    ])
    list.close()
    expect(closed).toHaveLength(3)
  })

  it('have headings in a topic only, with the numbers of people', () => {
    const keys = ({ list }: ReturnType<typeof setUp>) => list.rows.map(({ key }) => key)
    expect(keys(setUp())).toEqual(['heading:participant', 'participant:3', 'heading:reader', 'reader:1', 'reader:2'])
    expect(setUp().list.rows[2]).toMatchObject({ kind: 'heading', count: 2 })
    const items = [person(1)]
    expect(keys(setUp({ items }))).toEqual(['heading:reader', 'reader:1'])
    expect(keys(setUp({ items: [] }))).toEqual([])
    expect(keys(setUp({ items, meta: meta({ kind: 'stream' }) }))).toEqual(['reader:1'])
  })

  it('are requested once for each length of the list', async () => {
    const { list, asked } = setUp({ meta: meta({ hasMore: true }) })
    await list.reach(4)
    await list.reach(4)
    expect(asked).toEqual([['views.more', { viewId: 'v', direction: 'older' }]])
    const whole = setUp()
    await whole.list.reach(4)
    expect(whole.asked).toEqual([])
  })

  it('are added with a sentence about each outcome', async () => {
    const noor = { id: 1, name: 'Noor' }
    const mei = { id: 2, name: 'Mei' }
    const value: AddedPeople = { added: [noor, { id: 4, name: 'Ada' }], already: [], refused: [mei] }
    const { list, asked, said } = setUp({}, { ok: true, value })
    await list.add([])
    await list.add([1, 4, 2])
    expect(asked).toEqual([['streams.addPeople', { streamId: 1, userIds: [1, 4, 2] }]])
    expect(said).toEqual(['Added Noor and 1 other. You can’t add Mei.'])
    expect(addedSentence({ added: [], already: [noor], refused: [] })).toBe('Already subscribed: Noor.')
    const evil = { id: 5, name: '\u202egnp.exe' }
    expect(addedSentence({ added: [evil], already: [], refused: [] })).toBe('Added \u2068gnp.exe\u2069.')
  })

  it('are removed at once, and from a private stream after a question', async () => {
    const { list, asked, said } = setUp()
    await list.remove(person(1))
    expect(asked).toEqual([['streams.removePerson', { streamId: 1, userId: 1 }]])
    expect(said).toEqual(['Removed Person 1.'])
    const stream = { name: 'board', isPrivate: true, isArchived: false }
    const board = setUp({ meta: meta({ stream }) }, { ok: false, error: { code: 'NO_STREAM' } })
    await board.list.remove(person(1))
    expect([board.asked, board.list.removing?.id]).toEqual([[], 1])
    await board.list.confirmRemoving()
    expect([board.list.removing, board.list.isLeaving(1)]).toEqual([null, false])
    expect(board.said).toEqual(['This stream is no longer available.'])
  })
})

describe('the side panel', () => {
  it('follows the shown conversation, and closes on a screen without one', () => {
    const panel = new SidePanel()
    panel.toggleReaders('a', topic('lunch'))
    panel.follow('a', topic('soup'))
    expect(panel.content).toEqual({ kind: 'readers', accountId: 'a', narrow: topic('soup') })
    panel.follow('a', null)
    expect(panel.content).toBeNull()
    panel.toggleReaders('a', topic('lunch'))
    panel.toggleReaders('a', topic('lunch'))
    expect(panel.content).toBeNull()
    panel.show({ kind: 'profile', accountId: 'a', userId: 1 })
    panel.follow('a', null)
    expect(panel.content).not.toBeNull()
    panel.follow('b', topic('lunch'))
    expect(panel.content).toBeNull()
  })
})
