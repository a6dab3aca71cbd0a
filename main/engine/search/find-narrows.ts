import type { FoundNarrow } from '#contract/calls/search.ts'
import { clientLimits } from '#shared/client-limits.ts'
import { foldName, NameQuery } from '#shared/name-query.ts'
import { Best } from '../store/names/best.ts'
import type { PlaceQuestion } from '../store/names/find-names.ts'
import { unlikeliness } from '../store/names/find-streams.ts'
import type { FoundTopicRow } from '../store/names/find-topics.ts'
import { parseConversation, topicConversation } from '../values/conversation.ts'
import type { StreamId } from '../values/ids.ts'
import { foundDirect, foundStream, foundTopic, type PlaceSearchParts } from './found-narrow.ts'

const most = clientLimits.placesFound.most
const mostWords = clientLimits.placeWords.most
/** More topics than are shown: the order of those that the reader thread returns depends on more than it knows. */
const topicsRead = 5 * most

/**
 * The streams, topics and direct conversations that this disk knows and whose name has every word of the query; people
 * without a conversation are direct conversations too. A topic may have some of the words in the name of its stream. Each
 * kind is in order: what was typed, what begins with it, the others; in each of these what is archived, muted or not
 * subscribed last, what has unread messages first, and the newest first. Where nothing has them, names that nearly do are
 * found (`near-match.ts`). All of it is done in the reader thread, which reads the names at the first search; an empty text
 * finds nothing, and has that done.
 * @throws Error if the file cannot be read
 */
export async function findPlaces(parts: PlaceSearchParts, text: string): Promise<FoundNarrow[]> {
  const { accountState, reader } = parts.core
  const { isNear, topics, streamIds, directs } = await reader.findPlaces(questionOf(parts, text))
  // What the thread knows of the file may be older than the world: a stream that the account may not see any more is gone
  // from that before its topics are from the disk.
  const streams = streamIds.flatMap((id) => accountState.streams.get(id) ?? [])
  return [
    ...(isNear ? near(parts, topics) : inOrder(parts, text, topics)),
    ...streams.map((row) => foundStream(parts, row, isNear)),
    ...directs.map((found) => foundDirect(parts, found, isNear)),
  ]
}

/** What the reader thread needs to know beside its file. */
function questionOf(parts: PlaceSearchParts, text: string): PlaceQuestion {
  const { core, preferences } = parts
  const { accountState, store } = core
  return {
    text,
    mostWords,
    emptyName: accountState.topicName(''),
    streams: { muted: mutedStreams(parts), unread: unreadStreams(parts) },
    directs: {
      selfId: accountState.selfId,
      mutedPeople: preferences.mutedPeople(),
      unread: unreadDirects(parts),
      most: clientLimits.placeDirects.most,
    },
    limit: most,
    topicLimit: topicsRead,
    changed: store.nameChanges.take(),
  }
}

function mutedStreams({ core: { accountState }, preferences }: PlaceSearchParts): StreamId[] {
  return [...accountState.streams.keys()].filter((id) => preferences.isStreamMuted(id))
}

function unreadStreams({ unread }: PlaceSearchParts): StreamId[] {
  return unread
    .tallies()
    .flatMap(({ streamId, tally }) => (streamId !== null && tally.places.length > 0 ? [streamId] : []))
}

/** The keys of the direct conversations with unread messages. */
function unreadDirects({ unread }: PlaceSearchParts): string[] {
  const direct = unread.tallies().find(({ streamId }) => streamId === null)
  return (direct?.tally.places ?? []).flatMap(({ conversation }) => {
    const place = parseConversation(conversation)
    return place?.kind === 'direct' ? [place.directKey] : []
  })
}

/** The first of the topics, by what the reader thread does not know. */
function inOrder(parts: PlaceSearchParts, text: string, rows: readonly FoundTopicRow[]): FoundNarrow[] {
  const query = new NameQuery(text, mostWords)
  const found = new Best<FoundNarrow>(most)
  for (const row of rows) {
    const stream = parts.core.accountState.streams.get(row.stream_id)
    if (stream === undefined) continue
    const place = foundTopic(parts, row, stream, false)
    found.offer(place, query.rank(foldName(place.name)), () => {
      const isUnread = parts.unread.ids(topicConversation(row.stream_id, row.topic_key)).length > 0
      return [unlikeliness(stream, place.isMuted), isUnread ? 0 : 1, 0 - row.max_id]
    })
  }
  return found.items
}

/** In the order of the reader thread, which is that of their newest messages. */
function near(parts: PlaceSearchParts, rows: readonly FoundTopicRow[]): FoundNarrow[] {
  return rows.flatMap((row) => {
    const stream = parts.core.accountState.streams.get(row.stream_id)
    return stream === undefined ? [] : [foundTopic(parts, row, stream, true)]
  })
}
