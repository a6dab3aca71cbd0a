import type { Mentionable, Wildcard } from '#contract/people.ts'
import { clientLimits } from '#shared/client-limits.ts'
import { foldName } from '#shared/name-query.ts'
import type { ReadCore } from '../core/read-core.ts'
import { mentionSetting } from '../state/groups/group-names.ts'
import type { PersonRow } from '../store/directory.ts'
import type { SubscriberCounts } from '../streams/subscriber-counts.ts'
import type { GroupId, StreamId, UserId } from '../values/ids.ts'
import type { Narrow } from '../values/conversation.ts'
import { findGroups } from './find-groups.ts'

const { most } = clientLimits.mentionsOffered
/** The number of recent messages whose senders count as participants of a conversation. */
const messagesRead = 200
/** The number of recent direct conversations whose people rank next. */
const directsRead = 100
/** The number of subscribers above which a wildcard needs a permission (`permissions.ts`). */
const freeReach = 15

/** The parts of the engine that the search for mentions needs. */
export interface MentionParts {
  readonly core: ReadCore
  readonly counts: Pick<SubscriberCounts, 'of' | 'want'>
  readonly isOnline: () => boolean
}

/**
 * The people, wildcards and groups that can be mentioned in a narrow and match a typed name: recent participants,
 * wildcards with their reach, groups with a word that begins so, then other people (those of recent direct
 * conversations first, bots last) and the remaining groups.
 * @throws Error if the file cannot be read
 */
export async function findMentions(parts: MentionParts, narrow: Narrow, query: string): Promise<Mentionable[]> {
  const { core } = parts
  const people = findPeople(core, narrow, query)
  const groups = (await findGroups(core, query)).filter(({ groupId, isNear }) => !isNear && mayMention(core, groupId))
  const here = people.filter((found) => found.kind === 'person' && found.isHere)
  const others = people.slice(here.length)
  const named = groups.map(({ groupId, name, memberCount }): Mentionable => ({
    kind: 'group',
    groupId,
    name,
    memberCount,
  }))
  // A group that contains the text inside a word is less likely than a person whose name begins with it.
  const begin = ` ${foldName(query)}`
  const isLikely = (group: Mentionable) =>
    group.kind === 'group' && ` ${foldName(group.name)}`.replaceAll(/[-_.]/g, ' ').includes(begin)
  const [likely, unlikely] = [named.filter(isLikely), named.filter((group) => !isLikely(group))]
  return [...here, ...wildcards(parts, narrow, query), ...likely, ...others, ...unlikely].slice(0, most)
}

function findPeople(core: ReadCore, narrow: Narrow, query: string): Mentionable[] {
  const { accountState, store } = core
  const here = rankOf(peopleOf(core, narrow))
  const recent = rankOf(
    store.messages.directs(directsRead).flatMap(({ direct_key: key }) => (/^\d+$/.test(key) ? [Number(key)] : [])),
  )
  const begin = foldName(query)
  const begins = (row: PersonRow) => begin !== '' && foldName(row.name).startsWith(begin)
  const close: PersonRow[] = []
  const others: PersonRow[] = []
  const bots: PersonRow[] = []
  for (const row of accountState.peopleByName.find(query)) {
    if (row.is_active === 0) continue
    if (here.has(row.id) || recent.has(row.id)) close.push(row)
    else if (row.is_bot === 1) {
      if (bots.length < most) bots.push(row)
    } else if (others.length < most || (others.length < 4 * most && begins(row))) others.push(row)
  }
  const rank = ({ id }: PersonRow) => here.get(id) ?? (recent.get(id) ?? 0) + messagesRead
  return [
    ...close.sort((a, b) => rank(a) - rank(b)),
    ...others.sort((a, b) => Number(begins(b)) - Number(begins(a))),
    ...bots,
  ]
    .slice(0, most)
    .map((row): Mentionable => {
      const hasNamesake = accountState.peopleByName.hasNamesake(row)
      return {
        kind: 'person',
        person: { ...accountState.person(row.id), name: row.name },
        email: hasNamesake ? row.email : null,
        hasNamesake,
        isHere: here.has(row.id),
      }
    })
}

/** The recent senders in a narrow, the latest first; in a direct conversation, its people. */
function peopleOf({ store, accountState: { selfId } }: ReadCore, narrow: Narrow): UserId[] {
  const ids = narrow.kind === 'direct' ? narrow.userIds : store.messages.sendersOf(narrow, messagesRead)
  return ids.filter((id) => id !== selfId)
}

function rankOf(ids: readonly UserId[]): Map<UserId, number> {
  return new Map(ids.map((id, rank) => [id, rank]))
}

function mayMention({ accountState, ports }: ReadCore, groupId: GroupId): boolean {
  const group = accountState.groups.get(groupId)
  if (group === undefined) return false
  const setting = mentionSetting(group)
  // The server judges a setting that this version cannot parse, and reports why it refuses.
  return setting === null || accountState.judge(ports.clock.now()).isIn(setting, 'guests too') !== false
}

function wildcards(parts: MentionParts, narrow: Narrow, query: string): Mentionable[] {
  const { core } = parts
  const { accountState, store, capabilities } = core
  const begin = foldName(query)
  const offered = (name: Wildcard, reach: number | null): Mentionable[] =>
    name.startsWith(begin) ? [{ kind: 'wildcard', name, reach }] : []
  if (narrow.kind === 'direct')
    return ['all', 'everyone'].flatMap((name) => offered(name as Wildcard, narrow.userIds.length + 1))
  const reach = subscribersOf(parts, narrow.streamId)
  const writers =
    narrow.kind === 'topic' && capabilities.topicMentions ? store.messages.sendersOf(narrow, messagesRead).length : null
  const mayReachMany = accountState.permissions(core.ports.clock.now()).mentionManyPeople
  return [
    ...(reach === null || reach <= freeReach || mayReachMany
      ? [...offered('all', reach), ...offered('everyone', reach), ...offered('stream', reach)]
      : []),
    ...(writers !== null && (writers <= freeReach || mayReachMany) ? offered('topic', writers) : []),
  ]
}

/** The number of subscribers; null until the server has sent it, which is requested here. */
function subscribersOf({ counts, isOnline }: MentionParts, streamId: StreamId): number | null {
  const known = counts.of(streamId)
  if (known === null && isOnline()) counts.want([streamId])
  return known
}
