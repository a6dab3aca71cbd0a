import type { StreamId } from '#shared/ids.ts'
import { personNames } from '#i18n/names.ts'
import { isSameNarrow } from '../../state/routes/routes.ts'
import type { Narrow } from '#contract/base/values.ts'
import type { SidebarFirst } from '#contract/app.ts'
import type { NavigationItem, NavigationMeta } from '#contract/navigation.ts'
import { foldName, NameQuery } from '#shared/name-query.ts'

/** The groups of the navigation in their order, if streams are first. */
export const groupKinds = ['pinned', 'streams', 'inactive', 'direct'] as const

/** A group of the navigation. */
export type GroupKind = (typeof groupKinds)[number]

/** Whether all topics of a stream are shown, or none. */
export type StreamFolding = 'open' | 'folded'

/** The folding that the user has chosen. */
export interface Folding {
  readonly isGroupFolded: (kind: GroupKind) => boolean
  /** Returns the user's choice. Null means none: the open stream shows all topics, and others show unread ones. */
  readonly streamFolding: (streamId: StreamId) => StreamFolding | null
}

/** Whether a group is folded by default: streams without recent messages are. */
export function isFoldedAtFirst(kind: GroupKind): boolean {
  return kind === 'inactive'
}

/** A group with its entries. */
export interface NavigationGroup {
  readonly kind: GroupKind
  /** The visible entries. A folded group has the open conversation and those with unsent messages. */
  readonly items: readonly NavigationItem[]
  readonly isFolded: boolean
  /** The numbers of unread messages and mentions that a folded group hides. */
  readonly hidden: { readonly unread: number; readonly mentions: number }
}

/** Returns whether an entry shows the number of its unread messages. Mentions in a stream are always shown. */
export function showsCount(item: NavigationItem, counts: NavigationMeta['streamCounts']): boolean {
  if (item.unread === 0) return false
  if (item.kind !== 'stream' || item.mentions > 0 || counts === 'all') return true
  return counts === 'unmuted' && !item.isMuted
}

/** The number of unread topics shown below a closed stream. */
const maxUnreadTopics = 5

/** Whether an entry is the open conversation. */
export function isShown(item: NavigationItem, current: Narrow | null): boolean {
  return current !== null && isSameNarrow(narrowOf(item), current)
}

/** Returns the name of an entry. */
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

/** Returns the stream of the open conversation. */
function streamOf(current: Narrow | null): StreamId | null {
  return current === null || current.kind === 'direct' ? null : current.streamId
}

/** Whether all topics of a stream are shown. */
export function isStreamOpen(streamId: StreamId, folding: Folding, current: Narrow | null): boolean {
  const chosen = folding.streamFolding(streamId)
  return chosen === null ? streamOf(current) === streamId : chosen === 'open'
}

/**
 * Groups the entries: pinned streams, streams, inactive ones, direct messages. An open stream shows all topics, a
 * folded one none, others unread ones unless muted. The open conversation and unsent messages are always visible, and a
 * filter shows all matches.
 * @param first what precedes the other; with direct messages first, they also precede pinned streams
 */
export function groupNavigation(
  items: readonly NavigationItem[],
  filter: string,
  current: Narrow | null,
  folding: Folding,
  first: SidebarFirst = 'streams',
): NavigationGroup[] {
  const wanted = new NameQuery(filter)
  const groups = new Map(
    kindsInOrder(first).map((kind) => [kind, groupOf(kind, wanted.isEmpty && folding.isGroupFolded(kind))]),
  )
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
  // The groups of streams and direct messages remain without entries, since their headings have actions.
  return [...groups.values()].filter((group) => group.items.length > 0 || (wanted.isEmpty && isThere.has(group.kind)))
}

function kindsInOrder(first: SidebarFirst): readonly GroupKind[] {
  return first === 'streams' ? groupKinds : ['direct', ...groupKinds.filter((kind) => kind !== 'direct')]
}

function groupOf(kind: GroupKind, isFolded: boolean) {
  return { kind, items: [] as NavigationItem[], isFolded, hidden: { unread: 0, mentions: 0 } }
}

function mustBeSeen(item: NavigationItem, current: Narrow | null): boolean {
  return (item.failed > 0 && item.kind !== 'stream') || isShown(item, current)
}

/** Adds a hidden entry to its group's counts; a stream includes its topics. */
function hide(item: NavigationItem, hidden: { unread: number; mentions: number }): void {
  if (item.kind === 'topic') return
  if (item.isMuted) {
    // Only the mentions of a muted stream count; messages of muted people are read (U10).
    hidden.unread += item.kind === 'stream' ? item.mentions : 0
    hidden.mentions += item.kind === 'stream' ? item.mentions : 0
    return
  }
  hidden.unread += item.unread
  hidden.mentions += item.kind === 'stream' ? item.mentions : item.unread
}

/**
 * Returns the first unread entry after the open one, cyclically in the order of the sidebar; muted ones are skipped.
 * @param listed streams with their topics before direct messages, as the view has them
 */
export function nextUnread(
  listed: readonly NavigationItem[],
  current: Narrow | null,
  first: SidebarFirst = 'streams',
): NavigationItem | null {
  const items = first === 'streams' ? listed : directFirst(listed)
  const start = items.findIndex((item) => isShown(item, current)) + 1
  const ahead = [...items.slice(start), ...items.slice(0, start)]
  return (
    ahead.find((item) => item.kind !== 'stream' && item.unread > 0 && !item.isMuted && !isShown(item, current)) ?? null
  )
}

function directFirst(items: readonly NavigationItem[]): readonly NavigationItem[] {
  const isDirect = ({ kind }: NavigationItem) => kind === 'direct'
  return [...items.filter(isDirect), ...items.filter((item) => !isDirect(item))]
}

/** Returns the conversation of an entry. */
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

/** Formats a number for a badge, which has space for three digits. */
export function badgeText(count: number): string {
  return count > 999 ? '999+' : String(count)
}
