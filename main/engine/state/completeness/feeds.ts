import type { FeedNarrow } from '#contract/conversations.ts'
import type { Store } from '../../store/store.ts'
import type { Change } from '../changes.ts'

/** Returns the container id of a feed. All direct messages are a container that their conversations share. */
export function feedContainer(feed: FeedNarrow): string {
  switch (feed.kind) {
    case 'sender':
      return `feed:sender:${feed.userId}`
    case 'has':
      return `feed:has:${feed.what}`
    case 'direct_all':
      return 'direct'
    case 'combined':
    case 'mentions':
    case 'starred':
    case 'followed':
      return `feed:${feed.kind}`
  }
}

/** The causes for which events about uncached messages invalidate feeds (M13, M17, M19). */
export type FeedInvalidation = 'visibility' | 'mention' | 'star' | 'content' | 'reaction'

const invalidated: Readonly<Record<FeedInvalidation, readonly string[]>> = {
  visibility: ['feed:combined', 'feed:followed'],
  mention: ['feed:mentions'],
  star: ['feed:starred'],
  content: ['feed:has:attachment', 'feed:has:image', 'feed:has:link'],
  reaction: ['feed:has:reaction'],
}

/** Invalidates the feeds to which uncached messages may now belong, because they are no longer complete. */
export function invalidateFeeds(store: Store, cause: FeedInvalidation): Change[] {
  return invalidated[cause].flatMap((container): Change[] => {
    if (store.ranges.of(container).length > 0) store.ranges.replace(container, [])
    // The change is reported in any case, because the first page may be in flight.
    return [{ kind: 'ranges_lost', container }]
  })
}
