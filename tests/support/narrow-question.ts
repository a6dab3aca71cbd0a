import type { PlaceQuestion } from '../../main/engine/store/names/find-names.ts'

/** A search for places of user 1, to whom nothing is muted or unread. */
export function placeQuestion(text: string, more: Partial<PlaceQuestion> = {}): PlaceQuestion {
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
