import type { NarrowQuery } from '#engine/store/names/find-names.ts'

/** A search for conversations by user 1, who has muted and unread nothing. */
export function narrowQuery(text: string, more: Partial<NarrowQuery> = {}): NarrowQuery {
  return {
    text,
    mostWords: 8,
    emptyName: 'General Chat',
    streams: { muted: [], unread: [] },
    directs: { selfId: 1, mutedPeople: [], unread: [], most: 100 },
    limit: 10,
    topicLimit: 10,
    changed: null,
    ...more,
  }
}
