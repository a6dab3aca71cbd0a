import { personNames } from '../../words/person-name.ts'
import { isSameNarrow } from '../app/places.ts'
import type { Narrow } from '../../preload/contract/values.ts'
import type { NavigationItem } from '../../preload/contract/views/navigation.ts'
import { foldText, NameQuery } from '../../shared/name-query.ts'

export interface NavigationGroup {
  readonly kind: 'pinned' | 'streams' | 'direct'
  readonly items: readonly NavigationItem[]
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

/**
 * Groups the entries: pinned streams, streams, direct messages. An open stream shows all its topics, others only unread
 * ones unless they are muted; a filter shows all matches.
 */
export function groupNavigation(
  items: readonly NavigationItem[],
  filter: string,
  current: Narrow | null,
): NavigationGroup[] {
  const wanted = new NameQuery(filter)
  const groups: (NavigationGroup & { readonly items: NavigationItem[] })[] = [
    { kind: 'pinned', items: [] },
    { kind: 'streams', items: [] },
    { kind: 'direct', items: [] },
  ]
  let place = 1
  let topicsShown = 0
  const openStream = current === null || current.kind === 'direct' ? null : current.streamId
  for (const item of items) {
    if (item.kind === 'stream') {
      place = item.isPinned ? 0 : 1
      topicsShown = 0
    } else if (item.kind === 'direct') {
      place = 2
    }
    if (!wanted.isEmpty) {
      if (wanted.matches(foldText(nameOf(item)))) groups[place]?.items.push(item)
      continue
    }
    if (item.kind === 'topic' && item.streamId !== openStream) {
      // Unsent messages are always visible, even without counts.
      if (item.failed === 0) {
        if (item.isMuted || item.unread === 0 || topicsShown >= maxUnreadTopics) continue
        topicsShown += 1
      }
    }
    groups[place]?.items.push(item)
  }
  return groups.filter(
    (group) => group.items.length > 0 || (group.kind === 'direct' && wanted.isEmpty && items.length > 0),
  )
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
