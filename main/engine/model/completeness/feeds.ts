import type { FeedNarrow } from '../../../../preload/contract/views/feed.ts'
import type { Store } from '../../store/store.ts'
import type { Change } from '../changes.ts'

/** Name of a feed's record of completeness; all direct messages are a container that conversations share (design.md §3). */
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

/** What an event may do to feeds when it is about messages that are not on this disk (M13, M17, M19). */
export type FeedDoubt = 'visibility' | 'mention' | 'star' | 'content' | 'reaction'

const doubted: Readonly<Record<FeedDoubt, readonly string[]>> = {
  visibility: ['feed:combined', 'feed:followed'],
  mention: ['feed:mentions'],
  star: ['feed:starred'],
  content: ['feed:has:attachment', 'feed:has:image', 'feed:has:link'],
  reaction: ['feed:has:reaction'],
}

/** Messages may belong to these feeds now that were never fetched for them: they are not complete any more. */
export function doubtFeeds(store: Store, doubt: FeedDoubt): Change[] {
  return doubted[doubt].flatMap((container): Change[] => {
    if (store.ranges.of(container).length > 0) store.ranges.replace(container, [])
    // Told in any case: the first answer may be on its way.
    return [{ kind: 'ranges_lost', container }]
  })
}
