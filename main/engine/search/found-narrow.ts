import type { FoundNarrow } from '#contract/search.ts'
import type { ReadCore } from '../core/read-core.ts'
import type { StreamRow } from '../store/directory.ts'
import type { FoundDirect } from '../store/names/find-directs.ts'
import type { FoundTopicRow } from '../store/names/find-topics.ts'
import { membersOf } from '../values/conversation.ts'
import type { PreferencesProjection } from '../projections/preferences.ts'
import type { PresenceProjection } from '../projections/presences.ts'
import type { UnreadProjection } from '../projections/unread.ts'

/** The parts of the engine that the search for narrows needs. */
export interface NarrowSearchParts {
  readonly core: ReadCore
  readonly preferences: PreferencesProjection
  readonly presences: PresenceProjection
  readonly unread: UnreadProjection
}

type Found<Kind extends FoundNarrow['kind']> = Extract<FoundNarrow, { kind: Kind }>

export function foundStream({ preferences }: NarrowSearchParts, row: StreamRow, isNear: boolean): Found<'stream'> {
  const isMuted = preferences.isStreamMuted(row.id)
  return { kind: 'stream', streamId: row.id, name: row.name, ...looks(row), isMuted, isNear }
}

export function foundTopic(
  { core: { accountState }, preferences }: NarrowSearchParts,
  { name: topic, topic_key: key }: FoundTopicRow,
  stream: StreamRow,
  isNear: boolean,
): Found<'topic'> {
  return {
    kind: 'topic',
    streamId: stream.id,
    topic,
    name: accountState.topicName(topic),
    streamName: stream.name,
    ...looks(stream),
    isMuted: preferences.isTopicHidden(stream.id, key),
    isNear,
  }
}

export function foundDirect(
  { core: { accountState }, preferences, presences }: NarrowSearchParts,
  { key, hasNamesake }: FoundDirect,
  isNear: boolean,
): Found<'direct'> {
  const userIds = membersOf(key)
  const members = userIds.length === 0 ? [accountState.selfId] : userIds
  const [only] = members.flatMap((id) => accountState.people.get(id) ?? [])
  return {
    kind: 'direct',
    userIds,
    people: members.map((id) => accountState.person(id)),
    isMuted: userIds.length > 0 && userIds.every((id) => preferences.isPersonMuted(id)),
    email: hasNamesake ? (only?.email ?? null) : null,
    presence: userIds.length === 1 && only !== undefined ? presences.stateOf(only.id) : null,
    isNear,
  }
}

function looks({ color, is_archived, is_private }: StreamRow) {
  return { color, isArchived: is_archived === 1, isPrivate: is_private === 1 }
}
