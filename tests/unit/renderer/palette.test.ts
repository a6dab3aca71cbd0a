import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Result } from '#contract/base/failures.ts'
import type { NavigationItem } from '#contract/navigation.ts'
import type { FoundNarrow } from '#contract/search.ts'
import { FrequentChoices } from '#renderer/state/frequent-choices.ts'
import { Palette } from '#renderer/features/palette/palette.svelte.ts'
import type { PaletteEntry } from '#renderer/features/palette/palette-entries.ts'
import type { RunnableCommand } from '#renderer/state/commands/command.ts'
import { answered, refused, storage } from './window-fixture.ts'

const looks = { color: '#3b5bdb', isArchived: false, isPrivate: false, isMuted: false, isNear: false }
const stream = (streamId: number, name: string): FoundNarrow => ({ kind: 'stream', streamId, name, ...looks })
const topic = (name: string, streamName: string): FoundNarrow => ({
  kind: 'topic',
  streamId: 1,
  topic: name,
  name,
  streamName,
  ...looks,
})
const listed = (name: string, unread = 0) =>
  ({ key: name, kind: 'topic', streamId: 1, topic: name, name, unread, isMuted: false }) as unknown as NavigationItem
const command = (id: RunnableCommand['id'], title: string): RunnableCommand => ({
  id,
  title,
  keys: [],
  run: () => undefined,
})
const commands = [command('inbox', 'Inbox'), command('settings', 'Settings')]
function nameOf(entry: PaletteEntry | null): string | null {
  if (entry === null) return null
  switch (entry.kind) {
    case 'command':
      return `> ${entry.command.title}`
    case 'link':
      return `${entry.accountId} ${entry.address}`
    default:
      return `${entry.accountId} ${entry.name}`
  }
}

interface Answer {
  readonly accountId: string
  readonly query: string
  readonly give: (result: Result<readonly FoundNarrow[]>) => Promise<void>
}

function opened(items: readonly NavigationItem[] = []) {
  const answers: Answer[] = []
  const accounts = ['b', 'a'].map((id) => ({ id, organization: 'The same', email: `${id}@x.example` }))
  const frequent = new FrequentChoices(storage())
  const palette = new Palette({
    accounts: () => accounts,
    shownId: 'a',
    shownRoute: { kind: 'conversation', narrow: { kind: 'topic', streamId: 1, topic: 'here' }, anchor: 'first_unread' },
    listed: items,
    commands,
    find: (accountId, query) =>
      new Promise((resolve) => {
        const give: Answer['give'] = (result) => {
          resolve(result)
          return answered()
        }
        answers.push({ accountId, query, give })
      }),
    frequent,
  })
  const names = () => palette.entries.map(nameOf)
  const give = (accountId: string, ...narrows: FoundNarrow[]) =>
    answers.findLast((each) => each.accountId === accountId)?.give({ ok: true, value: narrows })
  return { palette, accounts, answers, frequent, names, give, marked: () => nameOf(palette.marked) }
}

/** The list of the previous text stays for a moment; after it, the results so far appear. */
const shown = () => vi.advanceTimersByTime(100)

describe('the palette', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('shows the list of the previous text until all accounts have answered, but not for long', async () => {
    const { palette, give, names, marked } = opened()
    palette.search('in')
    await give('a', stream(3, 'in a'))
    await give('b', stream(4, 'in b'))
    const before = ['a in a', 'b in b', '> Inbox', '> Settings']
    expect(names()).toEqual(before)
    palette.search('in b')
    expect([palette.isSearching, names(), marked()]).toEqual([true, before, 'a in a'])
    // Arrow keys mark entries of the visible list.
    palette.move(1)
    expect([palette.hasMoved, marked()]).toEqual([true, 'b in b'])
    await give('a')
    expect(names()).toEqual(before)
    await give('b', stream(4, 'in b'))
    expect([names(), marked()]).toEqual([['b in b', '> Inbox'], 'b in b'])
    palette.search('no')
    palette.search('nowhere')
    shown()
    expect([palette.isSearching, names()]).toEqual([true, []])
    await give('a')
    await give('b', stream(5, 'nowhere'))
    expect([palette.isSearching, names()]).toEqual([true, []])
    await give('a')
    await give('b', stream(5, 'nowhere'))
    expect(names()).toEqual(['b nowhere'])
    palette.search('')
    expect([palette.isSearching, names()]).toEqual([false, ['> Inbox', '> Settings']])
  })

  it('offers frequent, then unread conversations, and all commands before anything is typed', () => {
    const { palette, frequent, names } = opened([listed('quiet'), listed('new', 3), listed('often'), listed('here')])
    frequent.note('a', 'topic:1:often')
    const again = opened([listed('quiet'), listed('new', 3), listed('often'), listed('here')])
    again.frequent.note('a', 'topic:1:often')
    expect(names()).toEqual(['a often', 'a new', 'a quiet', '> Inbox', '> Settings'])
    expect(palette.groups.map(({ name }) => name)).toEqual(['routes', 'commands'])
  })

  it('finds conversations in every organization, those of the current one first, and commands', async () => {
    const { palette, give, names, answers } = opened()
    palette.search('in')
    expect(palette.isSearching).toBe(true)
    expect(answers.map(({ accountId, query }) => `${accountId} ${query}`)).toEqual(['a in', 'b in'])
    expect(names()).toEqual(['> Inbox', '> Settings'])
    await give('b', stream(4, 'in b'), topic('behind in b', 'design'))
    await give('a', stream(3, 'in a'))
    expect(palette.isSearching).toBe(false)
    expect(names()).toEqual(['a in a', 'b in b', '> Inbox', 'b behind in b', '> Settings'])
  })

  it('searches an organization that is added while it is open, and names the organization of a result', async () => {
    const { palette, accounts, answers, give, names } = opened()
    accounts.length = 0
    accounts.push({ id: 'a', organization: 'One', email: 'iris@x.example' })
    palette.search('lab')
    await give('a', stream(3, 'lab'))
    expect(palette.organizationOf('a')).toBeNull()
    accounts.push({ id: 'c', organization: 'Two', email: 'iris@x.example' })
    palette.search('labs')
    expect(answers.map(({ accountId }) => accountId)).toEqual(['a', 'a', 'c'])
    await give('a')
    await give('c', stream(1, 'labs'))
    expect(names()).toEqual(['c labs'])
    expect(palette.organizationOf('c')).toBe('Two')
    accounts.push({ id: 'd', organization: 'Two', email: 'noor@x.example' })
    expect([palette.organizationOf('c'), palette.organizationOf('a')]).toEqual(['iris@x.example', 'One'])
  })

  it('puts an exact name first, and frequent choices before other prefix matches', async () => {
    const { palette, give, names, frequent } = opened()
    for (let times = 0; times < 6; times += 1) frequent.note('a', 'stream:9')
    palette.search('design')
    await give('a', stream(1, 'design'), stream(2, 'design review'), stream(9, 'old design'))
    await give('b')
    expect(names()).toEqual(['a design', 'a old design', 'a design review'])
  })

  it('offers similar names once all have answered without a match', async () => {
    const { palette, give, names } = opened()
    palette.search('relno')
    await give('a', { ...stream(3, 'release notes'), isNear: true })
    shown()
    expect(names()).toEqual([])
    await give('b', { ...topic('real nodes', 'lab'), isNear: true })
    expect(names()).toEqual(['a release notes', 'b real nodes'])
    palette.search('reln')
    await give('a', { ...stream(3, 'release notes'), isNear: true })
    await give('b', stream(4, 'reln'))
    expect(names()).toEqual(['b reln'])
    palette.search('setings')
    await give('a')
    await give('b')
    expect(names()).toEqual(['> Settings'])
  })

  it('keeps the mark on its entry while results arrive, and resets it when text is typed', async () => {
    const { palette, give, marked } = opened()
    palette.search('in')
    await give('a', stream(3, 'in a'))
    shown()
    palette.move(1)
    expect(marked()).toBe('> Inbox')
    expect(palette.hasMoved).toBe(true)
    await give('b', stream(4, 'in b'))
    expect(marked()).toBe('> Inbox')
    palette.move(-1)
    expect(marked()).toBe('b in b')
    palette.move(-1)
    palette.move(-1)
    expect(marked()).toBe('> Settings')
    palette.move(1)
    expect(marked()).toBe('a in a')
    palette.search('inb')
    expect(palette.hasMoved).toBe(false)
  })

  it('reports that nothing is found only when all have answered', async () => {
    const { palette, give, names, marked } = opened()
    palette.search('nowhere')
    await give('a')
    shown()
    expect([palette.isSearching, names()]).toEqual([true, []])
    await give('b')
    expect([palette.isSearching, names(), marked()]).toEqual([false, [], null])
    palette.move(1)
    expect(marked()).toBeNull()
  })

  it('shows results beside the failure of another organization, and searches that one again', async () => {
    const { palette, answers, give, names } = opened()
    palette.search('lab')
    await answers[0]?.give(await refused('ENGINE_RESTARTED'))
    await give('b', stream(4, 'lab'))
    expect(palette.failure).toEqual({ code: 'ENGINE_RESTARTED' })
    expect(names()).toEqual(['b lab'])
    palette.retry()
    expect(answers).toHaveLength(3)
    await give('a', stream(3, 'labels'))
    expect(palette.failure).toBeNull()
    expect(names()).toEqual(['b lab', 'a labels'])
  })
})

describe('frequent choices', () => {
  const day = 86_400_000

  it('decay, and survive a restart', () => {
    let now = 10 * day
    const entries = new Map<string, string>()
    const before = new FrequentChoices(storage(entries), () => now)
    before.note('a', 'x')
    before.note('a', 'x')
    expect(before.weight('a', 'x')).toBe(2)
    expect([before.weight('a', 'y'), before.weight('b', 'x')]).toEqual([0, 0])
    now += 7 * day
    const after = new FrequentChoices(storage(entries), () => now)
    expect(after.weight('a', 'x')).toBe(1)
    now -= 30 * day
    expect(after.weight('a', 'x')).toBe(2)
  })

  it('are limited: the least frequent of thousands are dropped', () => {
    const entries = new Map<string, string>()
    const choices = new FrequentChoices(storage(entries), () => 0)
    for (let times = 0; times < 3; times += 1) choices.note('a', 'often')
    for (let index = 0; index < 2_000; index += 1) choices.note('a', `once ${index}`)
    expect(choices.weight('a', 'often')).toBe(3)
    expect(JSON.parse(entries.get('frequent:a') ?? '[]')).toHaveLength(300)
  })

  it('are removed with their account, and damaged ones are ignored', () => {
    const entries = new Map([
      ['frequent:a', '{'],
      ['frequent:b', '[["x",{"score":"much","at":0}],["y",{"score":1,"at":0}],7]'],
    ])
    const choices = new FrequentChoices(storage(entries), () => 0)
    expect([choices.weight('a', 'x'), choices.weight('b', 'x'), choices.weight('b', 'y')]).toEqual([0, 0, 1])
    choices.forget('b')
    expect([choices.weight('b', 'y'), entries.has('frequent:b')]).toEqual([0, false])
  })

  it('tolerate a full storage', () => {
    const full = {
      ...storage(),
      setItem: () => {
        throw new DOMException('full', 'QuotaExceededError')
      },
    }
    const choices = new FrequentChoices(full, () => 0)
    choices.note('a', 'x')
    expect(choices.weight('a', 'x')).toBe(1)
  })
})
