import type { Narrow } from '../../preload/contract/values.ts'
import type { NavigationItem } from '../../preload/contract/views/navigation.ts'

export interface NavigationGroup {
  readonly title: string
  readonly items: readonly NavigationItem[]
}

/** Topics shown below a stream nobody has opened: those with unread messages. */
const maxUnreadTopics = 5

/** Whether the entry is what the window shows. */
export function isShown(item: NavigationItem, current: Narrow | null): boolean {
  if (current === null) return false
  switch (item.kind) {
    case 'stream':
      return current.kind === 'stream' && current.streamId === item.streamId
    case 'topic':
      return (
        current.kind === 'topic' &&
        current.streamId === item.streamId &&
        current.topic.toLowerCase() === item.topic.toLowerCase()
      )
    case 'direct':
      return current.kind === 'direct' && [...current.userIds].sort((a, b) => a - b).join() === item.userIds.join()
  }
}

function nameOf(item: NavigationItem): string {
  switch (item.kind) {
    case 'stream':
      return item.name
    case 'topic':
      return item.name
    case 'direct':
      return item.people.map((person) => person.name).join(', ')
  }
}

/**
 * The entries in their groups: pinned streams, streams, direct messages. A stream shows its topics while it or one of
 * them is open, and its unread ones otherwise unless they are muted; a filter shows whatever has its words.
 */
export function groupNavigation(
  items: readonly NavigationItem[],
  filter: string,
  current: Narrow | null,
): NavigationGroup[] {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean)
  const groups: { title: string; items: NavigationItem[] }[] = [
    { title: 'Pinned', items: [] },
    { title: 'Streams', items: [] },
    { title: 'Direct messages', items: [] },
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
    if (words.length > 0) {
      const name = nameOf(item).toLowerCase()
      if (words.every((word) => name.includes(word))) groups[place]?.items.push(item)
      continue
    }
    if (item.kind === 'topic' && item.streamId !== openStream) {
      // What was not sent is seen, also where nothing counts.
      if (item.failed === 0) {
        if (item.isMuted || item.unread === 0 || topicsShown >= maxUnreadTopics) continue
        topicsShown += 1
      }
    }
    groups[place]?.items.push(item)
  }
  return groups.filter(
    (group) => group.items.length > 0 || (group.title === 'Direct messages' && words.length === 0 && items.length > 0),
  )
}

/** The first entry with unread messages after the shown one, round the end; muted ones are passed over. */
export function nextUnread(items: readonly NavigationItem[], current: Narrow | null): NavigationItem | null {
  const start = items.findIndex((item) => isShown(item, current)) + 1
  const ahead = [...items.slice(start), ...items.slice(0, start)]
  return (
    ahead.find((item) => item.kind !== 'stream' && item.unread > 0 && !item.isMuted && !isShown(item, current)) ?? null
  )
}

/** The conversation that an entry opens. */
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
