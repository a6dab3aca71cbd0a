import { describe, expect, it } from 'vitest'
import type { Narrow } from '#contract/base/values.ts'
import type { NavigationItem } from '#contract/navigation.ts'
import type { FoundNarrow } from '#contract/search.ts'
import { FoldedParts } from '#renderer/features/navigation/folded-parts.svelte.ts'
import {
  groupNavigation,
  isStreamOpen,
  nextUnread,
  showsCount,
  type Folding,
  type GroupKind,
  type StreamFolding,
} from '#renderer/parts/conversations/navigation-groups.ts'
import { navigationRows, nextFocusable, rowOfStream } from '#renderer/features/navigation/navigation-rows.ts'
import { NavigationWidth } from '#renderer/features/navigation/navigation-width.svelte.ts'
import type { RouteStorage } from '#renderer/state/routes/last-routes.ts'

interface Chosen {
  readonly groups?: Readonly<Partial<Record<GroupKind, boolean>>>
  readonly streams?: Readonly<Record<number, StreamFolding>>
}

const folding = ({ groups = {}, streams = {} }: Chosen): Folding => ({
  isGroupFolded: (kind) => groups[kind] ?? false,
  streamFolding: (streamId) => streams[streamId] ?? null,
})
const unfolded = folding({})

function storage(): RouteStorage {
  const items = new Map<string, string>()
  return {
    getItem: (name) => items.get(name) ?? null,
    setItem: (name, text) => void items.set(name, text),
    removeItem: (name) => void items.delete(name),
  }
}

const direct = (userId: number, unread: number) =>
  ({
    key: `direct:${userId}`,
    kind: 'direct',
    userIds: [userId],
    people: [],
    presence: null,
    unread,
    failed: 0,
    isMuted: false,
    mutedIds: [],
  }) as const

describe('the navigation', () => {
  const stream = (streamId: number, over = {}) =>
    ({
      key: `stream:${streamId}`,
      kind: 'stream',
      streamId,
      name: `s${streamId}`,
      color: '#000',
      isMuted: false,
      isPinned: false,
      hasMoreTopics: false,
      isPrivate: false,
      isArchived: false,
      folder: 'active',
      unread: 0,
      mentions: 0,
      failed: 0,
      ...over,
    }) as const
  const topic = (streamId: number, name: string, unread = 0) =>
    ({
      key: `topic:${streamId}:${name}`,
      kind: 'topic',
      streamId,
      topic: name,
      name,
      unread,
      mentions: 0,
      failed: 0,
      isMuted: streamId === 2,
      policy: 0,
      canFollow: true,
    }) as const
  const items = [
    stream(1, { isPinned: true, folder: 'pinned' }),
    topic(1, 'x', 1),
    topic(1, 'y'),
    stream(2, { isMuted: true }),
    topic(2, 'z', 3),
  ]

  it('shows a topic with an unsent message, wherever it is', () => {
    const failed = items.map((item) => (item.key === 'topic:2:z' ? { ...item, failed: 1 } : item))
    const keys = groupNavigation(failed, '', null, unfolded).flatMap((group) => group.items.map((item) => item.key))
    expect(keys).toEqual(['stream:1', 'topic:1:x', 'stream:2', 'topic:2:z'])
  })

  it('shows all topics of the open stream, unread ones elsewhere, none of a muted stream', () => {
    const keys = (current: Parameters<typeof groupNavigation>[2]) =>
      groupNavigation(items, '', current, unfolded).flatMap((group) => group.items.map((item) => item.key))
    expect(keys(null)).toEqual(['stream:1', 'topic:1:x', 'stream:2'])
    expect(keys({ kind: 'stream', streamId: 1 })).toEqual(['stream:1', 'topic:1:x', 'topic:1:y', 'stream:2'])
    expect(keys({ kind: 'topic', streamId: 2, topic: 'z' })).toEqual(['stream:1', 'topic:1:x', 'stream:2', 'topic:2:z'])
  })

  it('filters by words in any position', () => {
    expect(groupNavigation(items, 'Z', null, unfolded).flatMap((group) => group.items.map((item) => item.key))).toEqual(
      ['topic:2:z'],
    )
    expect(groupNavigation(items, 'nothing', null, unfolded)).toEqual([])
  })

  it('hides quiet and folded groups, and shows their unread counts', () => {
    const silent = stream(3, { folder: 'inactive' })
    const all = [...items, stream(4, { unread: 2, mentions: 1 }), topic(4, 'w', 2), silent, direct(8, 3)]
    const groups = groupNavigation(all, '', null, folding({ groups: { streams: true, direct: true, inactive: true } }))
    expect(groups.map(({ kind, isFolded, items: shown, hidden }) => [kind, isFolded, shown.length, hidden])).toEqual([
      ['pinned', false, 2, { unread: 0, mentions: 0 }],
      ['streams', true, 0, { unread: 2, mentions: 1 }],
      ['inactive', true, 0, { unread: 0, mentions: 0 }],
      ['direct', true, 0, { unread: 3, mentions: 3 }],
    ])
    const keys = (...more: readonly [string, Narrow | null]) =>
      groupNavigation(all, ...more, folding({ groups: { streams: true, inactive: true } })).map(
        ({ kind, items: shown }) => [kind, shown.map(({ key }) => key)],
      )
    expect(keys('', { kind: 'stream', streamId: 3 })).toContainEqual(['inactive', ['stream:3']])
    expect(keys('s3', null)).toEqual([['inactive', ['stream:3']]])
  })

  it('counts only mentions of a muted stream in a folded group', () => {
    const muted = stream(3, { isMuted: true, unread: 120, mentions: 2 })
    const all = [muted, stream(4, { unread: 2, mentions: 1 })]
    const groups = groupNavigation(all, '', null, folding({ groups: { streams: true } }))
    expect(groups.find(({ kind }) => kind === 'streams')?.hidden).toEqual({ unread: 4, mentions: 3 })
  })

  it('shows all topics of an opened stream and none of a folded one, except the current conversation and unsent messages', () => {
    const keys = (
      current: Narrow | null,
      streams: Readonly<Record<number, StreamFolding>>,
      shown: readonly NavigationItem[] = items,
    ) => groupNavigation(shown, '', current, folding({ streams })).flatMap((group) => group.items.map(({ key }) => key))
    expect(keys(null, { 1: 'open', 2: 'open' })).toEqual([
      'stream:1',
      'topic:1:x',
      'topic:1:y',
      'stream:2',
      'topic:2:z',
    ])
    expect(keys({ kind: 'topic', streamId: 1, topic: 'y' }, { 1: 'folded' })).toEqual([
      'stream:1',
      'topic:1:y',
      'stream:2',
    ])
    const failed: NavigationItem[] = items.map((item) => (item.key === 'topic:1:x' ? { ...item, failed: 1 } : item))
    expect(keys(null, { 1: 'folded' }, failed)).toEqual(['stream:1', 'topic:1:x', 'stream:2'])
    expect(isStreamOpen(1, unfolded, { kind: 'stream', streamId: 1 })).toBe(true)
    expect(isStreamOpen(1, folding({ streams: { 1: 'folded' } }), { kind: 'stream', streamId: 1 })).toBe(false)
  })

  it('lists direct messages before or after streams, and unread ones follow in the same order', () => {
    const all = [...items, direct(8, 3)]
    const kinds = (first: 'streams' | 'direct') =>
      groupNavigation(all, '', null, unfolded, first).map(({ kind }) => kind)
    expect(kinds('streams')).toEqual(['pinned', 'streams', 'direct'])
    expect(kinds('direct')).toEqual(['direct', 'pinned', 'streams'])
    const next = (current: Narrow | null, first: 'streams' | 'direct') => nextUnread(all, current, first)?.key
    expect([next(null, 'streams'), next(null, 'direct')]).toEqual(['topic:1:x', 'direct:8'])
    expect(next({ kind: 'direct', userIds: [8] }, 'direct')).toBe('topic:1:x')
  })

  it('has a row for each heading and entry, and keys go from entry to entry', () => {
    const place: FoundNarrow = {
      kind: 'stream',
      streamId: 9,
      name: 'far',
      color: '#000000',
      isArchived: false,
      isPrivate: false,
      isMuted: false,
      isNear: false,
    }
    const rows = navigationRows(groupNavigation(items, '', null, unfolded), [place], false)
    expect(rows.map(({ key }) => key)).toEqual([
      'group:pinned',
      'stream:1',
      'topic:1:x',
      'group:streams',
      'stream:2',
      'group:direct',
      'found',
      'found:stream:9',
    ])
    expect([nextFocusable(rows, 2, 1), nextFocusable(rows, 4, 1), nextFocusable(rows, 7, 1)]).toEqual([4, 7, -1])
    expect([nextFocusable(rows, 4, -1), nextFocusable(rows, 1, -1)]).toEqual([2, -1])
    expect([rowOfStream(rows, 2), rowOfStream(rows, 3)]).toEqual([4, -1])
    expect(navigationRows([], [place], true).map(({ kind }) => kind)).toEqual(['found_heading', 'found'])
  })
})

describe('the folded state', () => {
  it('is stored for each account across restarts, and removed with it', () => {
    const stored = storage()
    const folded = new FoldedParts(stored)
    expect([folded.of('a').isGroupFolded('inactive'), folded.of('a').isGroupFolded('streams')]).toEqual([true, false])
    folded.foldGroup('a', 'inactive', false)
    folded.foldGroup('a', 'streams', true)
    folded.foldStream('a', 7, 'folded')
    folded.foldStream('a', 7, 'open')
    folded.foldStream('b', 7, 'folded')
    for (const each of [folded, new FoldedParts(stored)]) {
      const { isGroupFolded, streamFolding } = each.of('a')
      expect([isGroupFolded('inactive'), isGroupFolded('streams')]).toEqual([false, true])
      expect([streamFolding(7), streamFolding(8), each.of('b').streamFolding(7)]).toEqual(['open', null, 'folded'])
    }
    folded.forget('a')
    expect(folded.of('a').streamFolding(7)).toBeNull()
    expect(new FoldedParts(stored).of('a').isGroupFolded('inactive')).toBe(true)
    expect(new FoldedParts(stored).of('b').streamFolding(7)).toBe('folded')
  })

  it('is limited in size, and ignores damaged entries', () => {
    const stored = storage()
    const folded = new FoldedParts(stored)
    for (let streamId = 1; streamId <= 1200; streamId += 1) folded.foldStream('a', streamId, 'open')
    expect([folded.of('a').streamFolding(200), folded.of('a').streamFolding(201)]).toEqual([null, 'open'])
    for (const text of [
      '{',
      'null',
      '7',
      '{"groups":[["x",true],["pinned",1]],"streams":[[1,"shut"],["2","open"],3]}',
    ]) {
      stored.setItem('folded:a', text)
      const { isGroupFolded, streamFolding } = new FoldedParts(stored).of('a')
      expect([isGroupFolded('pinned'), streamFolding(1), streamFolding(2)]).toEqual([false, null, null])
    }
  })
})

describe('the width of the navigation', () => {
  it('is stored within its limits across restarts', () => {
    const stored = storage()
    const width = new NavigationWidth(stored)
    expect(width.px).toBe(276)
    width.set(9000)
    expect([width.px, new NavigationWidth(stored).px]).toEqual([480, 276])
    width.set(300.4)
    width.keep()
    expect([width.px, new NavigationWidth(stored).px]).toEqual([300, 300])
    for (const [text, px] of [
      ['-4', 220],
      ['"wide"', 276],
      ['{', 276],
      ['1e999', 276],
    ] as const) {
      stored.setItem('navigation-width:window', text)
      expect(new NavigationWidth(stored).px).toBe(px)
    }
  })
})

it('the streams that show a count follow web_stream_unreads_count_display_policy; mentions are always shown', () => {
  const stream = (isMuted: boolean, mentions = 0, unread = 3) =>
    ({ kind: 'stream', isMuted, mentions, unread }) as NavigationItem
  const shown = (counts: 'all' | 'unmuted' | 'none') =>
    [stream(false), stream(true), stream(true, 1), stream(false, 0, 0), direct(1, 2)].map((item) =>
      showsCount(item, counts),
    )
  expect(shown('all')).toEqual([true, true, true, false, true])
  expect(shown('unmuted')).toEqual([true, false, true, false, true])
  expect(shown('none')).toEqual([false, false, true, false, true])
})
