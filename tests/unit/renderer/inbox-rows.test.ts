import { describe, expect, it } from 'vitest'
import type { ConversationEntry } from '../../../preload/contract/views/inbox.ts'
import { linesOf, mergedRows, type InboxRow } from '../../../renderer/inbox/inbox-rows.ts'

/** `2 lunch` is a topic of stream 2, `noor` a direct conversation; `!` behind it is a mention. */
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
  linesOf(rows).map((line) =>
    line.kind === 'heading' ? `# ${line.section}` : `${line.key}${line.isRead ? ' (read)' : ''}`,
  )

describe('the rows of the inbox', () => {
  it('stand below the headings of their sections, in the engine’s order', () => {
    const rows = mergedRows([], entries('1 a!', 'noor!', 'mei', '1 b', '1 c', '2 d'), null)
    const expected = ['# mentions', '1 a', 'noor', '# direct', 'mei', '# stream:1', '1 b', '1 c', '# stream:2', '2 d']
    expect(shown(rows)).toEqual(expected)
  })

  it('stay where they are when they are read, and are unread again in their place', () => {
    const all = entries('1 a!', 'mei', '1 b', '1 c')
    const before = mergedRows([], all, null)
    const read = mergedRows(before, all.slice(-1), null)
    expect(shown(read).filter((text) => !text.startsWith('#'))).toEqual([
      '1 a (read)',
      'mei (read)',
      '1 b (read)',
      '1 c',
    ])
    expect(read[0]?.entry).toMatchObject({ unread: 0, mentions: 0 })
    expect(read.at(-1)).toBe(before.at(-1))
    const again = mergedRows(read, entries('1 b', '1 c'), null)
    expect(shown(again)).toContain('1 b')
    expect(again.map(({ key }) => key)).toEqual(before.map(({ key }) => key))
  })

  it('do not move when only their order changes, or when a mention in them is read', () => {
    const before = mergedRows([], entries('1 a!', '1 b', '1 c'), null)
    expect(shown(mergedRows(before, entries('1 c', '1 a', '1 b'), null))).toEqual(shown(before))
  })

  it('move up with a first mention, unless the user writes there', () => {
    const before = mergedRows([], entries('mei', '1 b', '1 c'), null)
    const next = entries('1 c!', 'mei', '1 b')
    expect(shown(mergedRows(before, next, null))).toEqual(['# mentions', '1 c', '# direct', 'mei', '# stream:1', '1 b'])
    expect(shown(mergedRows(before, next, '1 c'))).toEqual(shown(before))
  })

  it('come where the engine has them: into their section, and a new section between its neighbours', () => {
    const before = mergedRows([], entries('mei', '1 b', '3 x'), null)
    const rows = mergedRows(before, entries('0 m!', 'noor', 'mei', '1 b', '1 c', '2 d', '3 x'), null)
    expect(rows.map(({ key }) => key)).toEqual(['0 m', 'noor', 'mei', '1 b', '1 c', '2 d', '3 x'])
    const read = mergedRows(before, entries('1 c', '3 w'), null)
    expect(read.map(({ key }) => key)).toEqual(['mei', '1 c', '1 b', '3 w', '3 x'])
  })
})
