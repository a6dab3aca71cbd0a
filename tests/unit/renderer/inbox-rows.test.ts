import { describe, expect, it } from 'vitest'
import type { ConversationEntry } from '#contract/navigation.ts'
import {
  linesOf,
  mergedRows,
  type AccountRows,
  type InboxLines,
  type InboxRow,
} from '#renderer/features/inbox/inbox-rows.ts'

/** `2 lunch` is a topic of stream 2, `noor` a direct conversation; a following `!` is a mention. */
function entries(...names: string[]): ConversationEntry[] {
  return names.map((text) => {
    const name = text.replace('!', '')
    const streamId = /^(\d+) /.exec(name)?.[1]
    const narrow =
      streamId === undefined
        ? { kind: 'direct', userIds: [1] }
        : { kind: 'topic', streamId: Number(streamId), topic: name }
    return { key: name, narrow, unread: 1, mentions: text.endsWith('!') ? 1 : 0 } as unknown as ConversationEntry
  })
}

const shown = (rows: readonly InboxRow[]) =>
  linesOf([{ accountId: 'a', rows, isGrowing: false, isLong: false }]).lines.map((line) =>
    line.kind === 'heading' ? `# ${line.section}` : `${line.entry.key}${line.isRead ? ' (read)' : ''}`,
  )

describe('the rows of the inbox', () => {
  it('are below the headings of their sections, in the engine’s order', () => {
    const rows = mergedRows('a', [], entries('1 a!', 'noor!', 'mei', '1 b', '1 c', '2 d'), null)
    const expected = ['# mentions', '1 a', 'noor', '# direct', 'mei', '# stream:1', '1 b', '1 c', '# stream:2', '2 d']
    expect(shown(rows)).toEqual(expected)
  })

  it('keep their position when they are read, and when they are unread again', () => {
    const all = entries('1 a!', 'mei', '1 b', '1 c')
    const before = mergedRows('a', [], all, null)
    const read = mergedRows('a', before, all.slice(-1), null)
    expect(shown(read).filter((text) => !text.startsWith('#'))).toEqual([
      '1 a (read)',
      'mei (read)',
      '1 b (read)',
      '1 c',
    ])
    expect(read[0]?.entry).toMatchObject({ unread: 0, mentions: 0 })
    expect(read.at(-1)).toBe(before.at(-1))
    const again = mergedRows('a', read, entries('1 b', '1 c'), null)
    expect(shown(again)).toContain('1 b')
    expect(again.map(({ entry }) => entry.key)).toEqual(before.map(({ entry }) => entry.key))
  })

  it('do not move when only their order changes, or when a mention in them is read', () => {
    const before = mergedRows('a', [], entries('1 a!', '1 b', '1 c'), null)
    expect(shown(mergedRows('a', before, entries('1 c', '1 a', '1 b'), null))).toEqual(shown(before))
  })

  it('move up with a first mention, unless the user writes there', () => {
    const before = mergedRows('a', [], entries('mei', '1 b', '1 c'), null)
    const next = entries('1 c!', 'mei', '1 b')
    expect(shown(mergedRows('a', before, next, null))).toEqual([
      '# mentions',
      '1 c',
      '# direct',
      'mei',
      '# stream:1',
      '1 b',
    ])
    expect(shown(mergedRows('a', before, next, '1 c'))).toEqual(shown(before))
  })

  it('enter their section in the engine’s order, and a new section between its neighbours', () => {
    const before = mergedRows('a', [], entries('mei', '1 b', '3 x'), null)
    const rows = mergedRows('a', before, entries('0 m!', 'noor', 'mei', '1 b', '1 c', '2 d', '3 x'), null)
    expect(rows.map(({ entry }) => entry.key)).toEqual(['0 m', 'noor', 'mei', '1 b', '1 c', '2 d', '3 x'])
    const read = mergedRows('a', before, entries('1 c', '3 w'), null)
    expect(read.map(({ entry }) => entry.key)).toEqual(['mei', '1 c', '1 b', '3 w', '3 x'])
  })
})

describe('the rows of several organizations', () => {
  const list = (
    accountId: string,
    names: string[],
    length: Partial<Pick<AccountRows, 'isGrowing' | 'isLong'>> = {},
  ) => ({
    accountId,
    rows: mergedRows(accountId, [], entries(...names), null),
    isGrowing: false,
    isLong: false,
    ...length,
  })
  const named = ({ lines, growing }: InboxLines) => [
    lines.map((line) => `${line.kind === 'heading' ? `# ${line.section}` : line.entry.key} of ${line.accountId}`),
    growing,
  ]

  it('are mentions of all, direct messages of all, then the streams of each, also with equal names', () => {
    const listed = linesOf([list('a', ['1 a!', 'mei', '1 b']), list('b', ['1 a!', 'mei', '1 b'])])
    expect(named(listed)).toEqual([
      [
        ...['# mentions of a', '1 a of a', '1 a of b'],
        ...['# direct of a', 'mei of a', 'mei of b'],
        ...['# stream:1 of a', '1 b of a', '# stream:1 of b', '1 b of b'],
      ],
      null,
    ])
    expect(new Set(listed.lines.map(({ key }) => key)).size).toBe(listed.lines.length)
  })

  it('end where a list grows, so that its next step appears below the visible rows', () => {
    const short = list('b', ['1 x!', 'noor', '2 y'])
    const grown = [
      ['1 a!', '1 b!'],
      ['1 a!', '1 b!', '1 c!', 'mei'],
      ['1 a!', '1 b!', '1 c!', 'mei', 'ada', '1 d'],
      ['1 a!', '1 b!', '1 c!', 'mei', 'ada', '1 d', '1 e'],
    ].map((names) => linesOf([list('a', names, { isGrowing: true, isLong: true }), short]))
    const keys = grown.map(({ lines }) => lines.map(({ key }) => key))
    for (const [index, shorter] of keys.slice(0, -1).entries()) {
      expect(keys[index + 1]?.slice(0, shorter.length)).toEqual(shorter)
    }
    expect(grown.map(({ growing }) => growing)).toEqual(['a', 'a', 'a', 'a'])
    const whole = linesOf([
      list('a', ['1 a!', '1 b!', '1 c!', 'mei', 'ada', '1 d', '1 e', '1 f'], { isLong: true }),
      short,
    ])
    expect(whole.lines.map(({ key }) => key).slice(0, keys[3]?.length)).toEqual(keys[3])
    // The streams of the short list come before those of the long one, which may be thousands.
    expect(whole.lines.findIndex(({ key }) => key === 'b 2 y')).toBeLessThan(
      whole.lines.findIndex(({ key }) => key === 'a 1 d'),
    )
  })

  it('wait for a list that has not answered, but not for one that failed', () => {
    expect(named(linesOf([list('a', [], { isGrowing: true }), list('b', ['mei'])]))).toEqual([[], 'a'])
    expect(named(linesOf([list('a', []), list('b', ['mei'])]))).toEqual([['# direct of b', 'mei of b'], null])
  })
})
