import type { FoundPlace } from '../../../preload/contract/calls/search.ts'
import { clientLimits } from '../../../shared/client-limits.ts'
import { foldText, NameQuery } from '../../../shared/name-query.ts'
import type { PersonRow, StreamRow } from '../store/directory.ts'
import type { TopicQuestion } from '../store/names/find-names.ts'
import { directConversation, streamConversation, topicConversation } from '../values/conversation.ts'
import type { StreamId, UserId } from '../values/ids.ts'
import { Best } from './best.ts'
import { foldedName } from './folded-names.ts'
import { foldedNames, knownDirects } from './known-directs.ts'
import { directKeyOf, foundDirect, foundStream, foundTopic, type PlaceSearchParts } from './found-place.ts'

const most = clientLimits.placesFound.most
/** The order of a direct conversation that has no message, and is no unlikely aim. */
const withoutMessages = [0, 1, Infinity]
/** An order before all others. */
const best = [-1]
/** More topics than are shown: the order of those that the reader thread returns depends on more than it knows. */
const topicsRead = 5 * most

/**
 * The streams, topics and direct conversations that this disk knows and whose name has every word of the query; people
 * without a conversation are direct conversations too. A topic may have some of the words in the name of its stream. Each
 * kind is in order: what was typed, what begins with it, the others; in each of these what is archived, muted or not
 * subscribed last, what has unread messages first, and the newest first. Where nothing has them, names that nearly do are
 * found (`near-match.ts`). Topics and near names are found in the reader thread, which reads them at the first search; an
 * empty text finds nothing, and has that done.
 * @throws Error if the file cannot be read
 */
export async function findPlaces(parts: PlaceSearchParts, text: string): Promise<FoundPlace[]> {
  const query = new NameQuery(text, clientLimits.placeWords.most)
  const words = wordsWithStreams(parts, query)
  const topics = findTopics(parts, query, words)
  if (query.isEmpty) {
    prepare(parts)
    return topics
  }
  const streams = findStreams(parts, query)
  // With twenty thousand people each half takes some milliseconds: what is due goes between them.
  await turn(parts)
  const directs = findDirects(parts, query)
  const found = [...(await topics), ...streams, ...directs]
  return found.length > 0 ? found : findNear(parts, words)
}

/** The next turn of the engine's thread. */
function turn({ core }: PlaceSearchParts): Promise<void> {
  return new Promise((resolve) => {
    core.ports.clock.schedule(0, resolve)
  })
}

/** Makes what the first search needs, while the field is opened: with many people it takes longer than a frame. */
function prepare({ core }: PlaceSearchParts): void {
  for (const row of core.world.streams.values()) foldedName(row)
  void core.world.peopleByName
  knownDirects(core)
}

/** Places whose names are nearly what was typed: the topics with the newest messages, then streams and people. */
async function findNear(parts: PlaceSearchParts, words: TopicQuestion['words']): Promise<FoundPlace[]> {
  const { world, reader, store } = parts.core
  const changed = store.messages.topicChanges.take()
  const { topics, streamIds, personIds } = await reader.findNear({ words, limit: most, changed })
  // What the thread knows of the file may be older than the world.
  const rows = streamIds.flatMap((id) => world.streams.get(id) ?? [])
  const people = personIds.flatMap((id) => world.people.get(id) ?? []).filter((row) => row.is_active === 1)
  return [
    ...topics.flatMap((row) => {
      const stream = world.streams.get(row.stream_id)
      return stream === undefined ? [] : [foundTopic(parts, row, stream, true)]
    }),
    ...rows.toSorted((a, b) => likeliness(parts, a) - likeliness(parts, b)).map((row) => foundStream(parts, row, true)),
    ...people
      .toSorted((a, b) => a.is_bot - b.is_bot)
      .map((row) => foundDirect(parts, directKeyOf(parts, row.id), true)),
  ]
}

/** The words of a query, each with the streams that have it in their names. */
function wordsWithStreams({ core: { world } }: PlaceSearchParts, query: NameQuery): TopicQuestion['words'] {
  const streams = [...world.streams.values()]
  return query.words.map((text) => ({ text, streamIds: streamsWith(streams, text) }))
}

function findStreams(parts: PlaceSearchParts, query: NameQuery): FoundPlace[] {
  const { core, unread } = parts
  const { world } = core
  const found = new Best<StreamRow>(most)
  for (const row of world.streams.values()) {
    const name = foldedName(row)
    if (!query.matches(name)) continue
    const rank = query.rank(name)
    found.offer(row, rank, () => {
      const isUnread = row.is_subscribed === 1 && unread.ids(streamConversation(row.id)).length > 0
      return [likeliness(parts, row), isUnread ? 0 : 1, name.length]
    })
  }
  return found.items.map((row) => foundStream(parts, row, false))
}

async function findTopics(
  parts: PlaceSearchParts,
  query: NameQuery,
  words: TopicQuestion['words'],
): Promise<FoundPlace[]> {
  const { core, unread } = parts
  const { world, reader, store } = core
  const changed = store.messages.topicChanges.take()
  const rows = await reader.findTopics({ words, emptyName: world.topicName(''), limit: topicsRead, changed })
  const found = new Best<FoundPlace>(most)
  for (const row of rows) {
    // A stream that the account may not see any more is gone from the world before its topics are from the disk.
    const stream = world.streams.get(row.stream_id)
    if (stream === undefined) continue
    const place = foundTopic(parts, row, stream, false)
    found.offer(place, query.rank(foldText(place.name)), () => {
      const isUnread = unread.ids(topicConversation(stream.id, row.topic_key)).length > 0
      return [low(stream, place.isMuted), isUnread ? 0 : 1, 0 - row.max_id]
    })
  }
  return found.items
}

function findDirects(parts: PlaceSearchParts, query: NameQuery): FoundPlace[] {
  const { core, preferences, unread } = parts
  const { world } = core
  const { members, ages, agesAlone } = knownDirects(core)
  const found = new Best<string>(most)
  const offer = (key: string, name: string, isLow: () => boolean) => {
    found.offer(key, query.rank(name), () => {
      const age = ages.get(key)
      const isUnread = age !== undefined && unread.ids(directConversation(key)).length > 0
      return [isLow() ? 1 : 0, isUnread ? 0 : 1, age ?? Infinity]
    })
  }
  const people = new Set<UserId>()
  const take = ({ row, name }: { readonly row: PersonRow; readonly name: string }) => {
    if (agesAlone.has(row.id)) people.add(row.id)
    // An account that was deactivated has a conversation at most.
    else if (row.is_active === 0 || !found.wouldTake(query.rank(name), withoutMessages)) return
    offer(directKeyOf(parts, row.id), name, () => row.is_bot === 1 || preferences.isPersonMuted(row.id))
  }
  for (const named of world.peopleByName.beginning(query.text)) take(named)
  // Of twenty thousand people one letter finds most: they are read only where too few begin with it.
  if (found.wouldTake(2, best)) {
    for (const named of world.peopleByName.findNamed(query.text)) if (!named.name.startsWith(query.text)) take(named)
  }
  for (const [key, ids] of members) {
    const [only = 0, second] = ids
    if (second === undefined && people.has(only)) continue
    const name = foldedNames(core, ids)
    if (query.matches(name)) offer(key, name, () => ids.every((id) => preferences.isPersonMuted(id)))
  }
  return found.items.map((key) => foundDirect(parts, key, false))
}

function streamsWith(streams: readonly StreamRow[], word: string): StreamId[] {
  return streams.filter((row) => foldedName(row).includes(word)).map(({ id }) => id)
}

function likeliness({ preferences }: PlaceSearchParts, row: StreamRow): number {
  return low(row, preferences.isStreamMuted(row.id))
}

/** Increases with what makes a place an unlikely aim. */
function low({ is_archived, is_subscribed }: StreamRow, isMuted: boolean): number {
  return (is_archived === 1 ? 4 : 0) + (is_subscribed === 1 ? 0 : 2) + (isMuted ? 1 : 0)
}
