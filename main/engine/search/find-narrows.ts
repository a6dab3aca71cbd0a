import type { FoundNarrow } from '#contract/search.ts'
import { clientLimits } from '#shared/client-limits.ts'
import { foldName, NameQuery } from '#shared/name-query.ts'
import { Best } from '../store/names/best.ts'
import type { NarrowQuery } from '../store/names/find-names.ts'
import { unlikeliness } from '../store/names/find-streams.ts'
import type { FoundTopicRow } from '../store/names/find-topics.ts'
import { parseConversation, topicConversation } from '../values/conversation.ts'
import type { StreamId } from '../values/ids.ts'
import { foundDirect, foundStream, foundTopic, type NarrowSearchParts } from './found-narrow.ts'

const most = clientLimits.narrowsFound.most
const mostWords = clientLimits.nameWords.most
/**
 * The number of topics that the reader thread returns. It exceeds the displayed number, because the final order depends
 * on state that the thread lacks.
 */
const topicsRead = 5 * most

/**
 * Finds streams, topics (also by words in their stream's name) and direct conversations, of people without one too,
 * whose names contain every word of the query; without any, similar names (`near-match.ts`). Each kind is ordered by
 * match (equal, prefix, other), then by likelihood, unread messages and age. An empty text only loads the reader
 * thread's names.
 * @throws Error if the file cannot be read
 */
export async function findNarrows(parts: NarrowSearchParts, text: string): Promise<FoundNarrow[]> {
  const { accountState, reader } = parts.core
  const { isNear, topics, streamIds, directs } = await reader.findNarrows(narrowQueryOf(parts, text))
  // The thread's state of the file may be older than the account state, from which a stream that became inaccessible
  // disappears before its topics leave the disk.
  const streams = streamIds.flatMap((id) => accountState.streams.get(id) ?? [])
  return [
    ...(isNear ? near(parts, topics) : inOrder(parts, text, topics)),
    ...streams.map((row) => foundStream(parts, row, isNear)),
    ...directs.map((best) => foundDirect(parts, best, isNear)),
  ]
}

/** The inputs of the reader thread that its file does not contain. */
function narrowQueryOf(parts: NarrowSearchParts, text: string): NarrowQuery {
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
      most: clientLimits.directsSearched.most,
    },
    limit: most,
    topicLimit: topicsRead,
    changed: store.nameChanges.take(),
  }
}

function mutedStreams({ core: { accountState }, preferences }: NarrowSearchParts): StreamId[] {
  return [...accountState.streams.keys()].filter((id) => preferences.isStreamMuted(id))
}

function unreadStreams({ unread }: NarrowSearchParts): StreamId[] {
  return unread
    .tallies()
    .flatMap(({ streamId, tally }) => (streamId !== null && tally.conversations.length > 0 ? [streamId] : []))
}

/** The keys of the direct conversations with unread messages. */
function unreadDirects({ unread }: NarrowSearchParts): string[] {
  const direct = unread.tallies().find(({ streamId }) => streamId === null)
  return (direct?.tally.conversations ?? []).flatMap(({ conversation }) => {
    const parsed = parseConversation(conversation)
    return parsed?.kind === 'direct' ? [parsed.directKey] : []
  })
}

/** The best of the topics, ordered by state that the reader thread lacks. */
function inOrder(parts: NarrowSearchParts, text: string, rows: readonly FoundTopicRow[]): FoundNarrow[] {
  const query = new NameQuery(text, mostWords)
  const best = new Best<FoundNarrow>(most)
  for (const row of rows) {
    const stream = parts.core.accountState.streams.get(row.stream_id)
    if (stream === undefined) continue
    const found = foundTopic(parts, row, stream, false)
    best.offer(found, query.rank(foldName(found.name)), () => {
      const isUnread = parts.unread.ids(topicConversation(row.stream_id, row.topic_key)).length > 0
      return [unlikeliness(stream, found.isMuted), isUnread ? 0 : 1, 0 - row.max_id]
    })
  }
  return best.items
}

/** The topics in the reader thread's order, which is that of their newest messages. */
function near(parts: NarrowSearchParts, rows: readonly FoundTopicRow[]): FoundNarrow[] {
  return rows.flatMap((row) => {
    const stream = parts.core.accountState.streams.get(row.stream_id)
    return stream === undefined ? [] : [foundTopic(parts, row, stream, true)]
  })
}
