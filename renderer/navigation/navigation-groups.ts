import type { StreamId } from '#shared/ids.ts'
import { personNames } from '#i18n/person-name.ts'
import { isSameNarrow } from '../app/routes.ts'
import type { Narrow } from '#contract/values.ts'
import type { NavigationItem } from '#contract/views/navigation.ts'
import { foldName, NameQuery } from '#shared/name-query.ts'

export const groupKinds = ['pinned', 'streams', 'inactive', 'direct'] as const

export type GroupKind = (typeof groupKinds)[number]

/** Whether all topics of a stream are shown, or none. */
export type StreamFolding = 'open' | 'folded'

/** What the user has folded. */
export interface Folding {
  readonly isGroupFolded: (kind: GroupKind) => boolean
  /** Null where the user has not chosen: the open stream shows all topics, others unread ones. */
  readonly streamFolding: (streamId: StreamId) => StreamFolding | null
}

/** Streams in which nothing was written for long are out of the way until they are looked for. */
export function isFoldedAtFirst(kind: GroupKind): boolean {
  return kind === 'inactive'
}

export interface NavigationGroup {
  readonly kind: GroupKind
  /** Of a folded group, what must be seen: the open conversation, and where something was not sent. */
  readonly items: readonly NavigationItem[]
  readonly isFolded: boolean
  /** What a folded group hides. */
  readonly hidden: { readonly unread: number; readonly mentions: number }
}

/** The number of unread topics shown below a closed stream. */
const maxUnreadTopics = 5

/** Whether the entry is the open conversation. */
export function isShown(item: NavigationItem, current: Narrow | null): boolean {
  return current !== null && isSameNarrow(narrowOf(item), current)
}

/** The name of an entry. */
export function nameOf(item: NavigationItem): string {
  switch (item.kind) {
    case 'stream':
      return item.name
    case 'topic':
      return item.name
    case 'direct':
      return personNames(item.people)
  }
}

/** The stream of the open conversation. */
function streamOf(current: Narrow | null): StreamId | null {
  return current === null || current.kind === 'direct' ? null : current.streamId
}

/** Whether all topics of a stream are shown. */
export function isStreamOpen(streamId: StreamId, folding: Folding, current: Narrow | null): boolean {
  const chosen = folding.streamFolding(streamId)
  return chosen === null ? streamOf(current) === streamId : chosen === 'open'
}

/**
 * Groups the entries: pinned streams, streams, inactive ones, direct messages. An open stream shows all its topics, a folded
 * one none, others only unread ones unless they are muted. The open conversation and unsent messages are always visible. A
 * filter shows all matches, whatever is folded.
 */
export function groupNavigation(
  items: readonly NavigationItem[],
  filter: string,
  current: Narrow | null,
  folding: Folding,
): NavigationGroup[] {
  const wanted = new NameQuery(filter)
  const groups = new Map(groupKinds.map((kind) => [kind, groupOf(kind, wanted.isEmpty && folding.isGroupFolded(kind))]))
  const isThere = new Set<GroupKind>(items.length === 0 || !wanted.isEmpty ? [] : ['streams', 'direct'])
  let kind: GroupKind = 'streams'
  let isOpen = false
  let isFolded = false
  let topicsShown = 0
  for (const item of items) {
    if (item.kind === 'stream') {
      kind = item.folder === 'active' ? 'streams' : item.folder
      isThere.add(kind)
      isOpen = isStreamOpen(item.streamId, folding, current)
      isFolded = folding.streamFolding(item.streamId) === 'folded'
      topicsShown = 0
    } else if (item.kind === 'direct') {
      kind = 'direct'
    }
    const group = groups.get(kind)
    if (group === undefined) continue
    if (!wanted.isEmpty) {
      if (wanted.matches(foldName(nameOf(item)))) group.items.push(item)
      continue
    }
    if (!mustBeSeen(item, current)) {
      if (group.isFolded) {
        hide(item, group.hidden)
        continue
      }
      if (item.kind === 'topic' && !isOpen) {
        if (isFolded || item.isMuted || item.unread === 0 || topicsShown >= maxUnreadTopics) continue
        topicsShown += 1
      }
    }
    group.items.push(item)
  }
  // The headings of streams and direct messages lead to more of them.
  return [...groups.values()].filter((group) => group.items.length > 0 || (wanted.isEmpty && isThere.has(group.kind)))
}

function groupOf(kind: GroupKind, isFolded: boolean) {
  return { kind, items: [] as NavigationItem[], isFolded, hidden: { unread: 0, mentions: 0 } }
}

function mustBeSeen(item: NavigationItem, current: Narrow | null): boolean {
  return (item.failed > 0 && item.kind !== 'stream') || isShown(item, current)
}

/** A stream counts its topics. */
function hide(item: NavigationItem, hidden: { unread: number; mentions: number }): void {
  if (item.kind === 'topic') return
  if (item.isMuted) {
    // Of a muted stream only mentions count; the messages of muted people are read (U10).
    hidden.unread += item.kind === 'stream' ? item.mentions : 0
    hidden.mentions += item.kind === 'stream' ? item.mentions : 0
    return
  }
  hidden.unread += item.unread
  hidden.mentions += item.kind === 'stream' ? item.mentions : item.unread
}

/** The first unread entry after the open one, cyclically; muted ones are skipped. */
export function nextUnread(items: readonly NavigationItem[], current: Narrow | null): NavigationItem | null {
  const start = items.findIndex((item) => isShown(item, current)) + 1
  const ahead = [...items.slice(start), ...items.slice(0, start)]
  return (
    ahead.find((item) => item.kind !== 'stream' && item.unread > 0 && !item.isMuted && !isShown(item, current)) ?? null
  )
}

/** The conversation of an entry. */
export function narrowOf(item: NavigationItem): Narrow {
  switch (item.kind) {
    case 'stream':
      return { kind: 'stream', streamId: item.streamId }
    case 'topic':
      return { kind: 'topic', streamId: item.streamId, topic: item.topic }
    case 'direct':
      return { kind: 'direct', userIds: item.userIds }
  }
}

/** A number for a badge, which has room for three digits. */
export function badgeText(count: number): string {
  return count > 999 ? '999+' : String(count)
}
