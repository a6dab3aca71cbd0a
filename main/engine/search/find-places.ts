import type { FoundPlace } from '../../../preload/contract/calls/search.ts'
import { clientLimits } from '../../../shared/client-limits.ts'
import { foldText, NameQuery } from '../../../shared/name-query.ts'
import type { ReadCore } from '../read-core.ts'
import type { StreamRow } from '../store/directory.ts'
import { directConversation, membersOf, streamConversation, topicConversation } from '../values/conversation.ts'
import type { StreamId, UserId } from '../values/ids.ts'
import type { ShownPreferences } from '../views/shown/shown-preferences.ts'
import type { ShownUnread } from '../views/shown/shown-unread.ts'
import { Best } from './best.ts'
import { foldedName } from './folded-streams.ts'

const most = clientLimits.placesFound.most
/** More topics than are shown: the order of those that the reader thread returns depends on more than it knows. */
const topicsRead = 5 * most

export interface PlaceSearchParts {
  readonly core: ReadCore
  readonly preferences: ShownPreferences
  readonly unread: ShownUnread
}

/**
 * The streams, topics and direct conversations that this disk knows and whose name has every word of the query; people
 * without a conversation are direct conversations too. A topic may have some of the words in the name of its stream. Each
 * kind is in order: what was typed, what begins with it, the others; in each of these what is archived, muted or not
 * subscribed last, what has unread messages first, and the newest first. Topics are read in the reader thread.
 * @throws Error if the file cannot be read
 */
export async function findPlaces(parts: PlaceSearchParts, text: string): Promise<FoundPlace[]> {
  const query = new NameQuery(text, clientLimits.placeWords.most)
  if (query.isEmpty) return []
  const topics = findTopics(parts, query)
  const others = [...findStreams(parts, query), ...findDirects(parts, query)]
  return [...(await topics), ...others]
}

function findStreams({ core: { world }, preferences, unread }: PlaceSearchParts, query: NameQuery): FoundPlace[] {
  const found = new Best<StreamRow>(most)
  for (const row of world.streams.values()) {
    const name = foldedName(row)
    if (!query.matches(name)) continue
    const rank = query.rank(name)
    found.offer(row, rank, () => {
      const isUnread = row.is_subscribed === 1 && unread.ids(streamConversation(row.id)).length > 0
      return [low(row, preferences.isStreamMuted(row.id)), isUnread ? 0 : 1, name.length]
    })
  }
  return found.items.map((row) => ({
    kind: 'stream',
    streamId: row.id,
    name: row.name,
    ...looks(row),
    isMuted: preferences.isStreamMuted(row.id),
  }))
}

async function findTopics(parts: PlaceSearchParts, query: NameQuery): Promise<FoundPlace[]> {
  const { core, preferences, unread } = parts
  const { world, reader } = core
  const streams = [...world.streams.values()]
  const rows = await reader.findTopics({
    words: query.words.map((text) => ({ text, streamIds: streamsWith(streams, text) })),
    emptyName: world.topicName(''),
    limit: topicsRead,
  })
  const found = new Best<FoundPlace>(most)
  for (const { stream_id: streamId, topic_key: key, name: topic, max_id: newest } of rows) {
    // A stream that the account may not see any more is gone from the world before its topics are from the disk.
    const stream = world.streams.get(streamId)
    if (stream === undefined) continue
    const name = world.topicName(topic)
    const isMuted = preferences.isTopicHidden(streamId, key)
    const place = { kind: 'topic', streamId, topic, name, streamName: stream.name, ...looks(stream), isMuted } as const
    found.offer(place, query.rank(foldText(name)), () => {
      const isUnread = unread.ids(topicConversation(streamId, key)).length > 0
      return [low(stream, isMuted), isUnread ? 0 : 1, 0 - newest]
    })
  }
  return found.items
}

function findDirects({ core, preferences, unread }: PlaceSearchParts, query: NameQuery): FoundPlace[] {
  const { world, store } = core
  const ages = new Map(store.messages.directs(clientLimits.placeDirects.most).map((row, age) => [row.direct_key, age]))
  const found = new Best<string>(most)
  const offer = (key: string, name: string, isLow: boolean) => {
    found.offer(key, query.rank(name), () => {
      const age = ages.get(key)
      const isUnread = age !== undefined && unread.ids(directConversation(key)).length > 0
      return [isLow ? 1 : 0, isUnread ? 0 : 1, age ?? Infinity]
    })
  }
  const people = new Set<UserId>()
  for (const { row, name } of world.peopleByName.findNamed(query.text)) {
    const key = row.id === world.selfId ? '' : String(row.id)
    // An account that was deactivated has a conversation at most.
    if (row.is_active === 0 && !ages.has(key)) continue
    people.add(row.id)
    offer(key, name, row.is_bot === 1 || preferences.isPersonMuted(row.id))
  }
  for (const key of ages.keys()) {
    const members = key === '' ? [world.selfId] : membersOf(key)
    const [only = 0, second] = members
    if (second === undefined && people.has(only)) continue
    const name = foldText(members.map((id) => world.people.get(id)?.name ?? '').join(', '))
    if (query.matches(name)) {
      offer(
        key,
        name,
        members.every((id) => preferences.isPersonMuted(id)),
      )
    }
  }
  return found.items.map((key) => {
    const userIds = membersOf(key)
    const members = userIds.length === 0 ? [world.selfId] : userIds
    const [only, ...more] = members.flatMap((id) => world.people.get(id) ?? [])
    const isAlone = only !== undefined && more.length === 0
    return {
      kind: 'direct',
      userIds,
      people: members.map((id) => world.person(id)),
      isMuted: userIds.length > 0 && userIds.every((id) => preferences.isPersonMuted(id)),
      email: isAlone && world.peopleByName.hasNamesake(only) ? only.email : null,
    }
  })
}

function streamsWith(streams: readonly StreamRow[], word: string): StreamId[] {
  return streams.filter((row) => foldedName(row).includes(word)).map(({ id }) => id)
}

function looks({ color, is_archived, is_private }: StreamRow) {
  return { color, isArchived: is_archived === 1, isPrivate: is_private === 1 }
}

/** Increases with what makes a place an unlikely aim. */
function low({ is_archived, is_subscribed }: StreamRow, isMuted: boolean): number {
  return (is_archived === 1 ? 4 : 0) + (is_subscribed === 1 ? 0 : 2) + (isMuted ? 1 : 0)
}
