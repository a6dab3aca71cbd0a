import type { RightRefusal } from '#contract/people/rights.ts'
import type {
  EmojiAct,
  GroupAct,
  MessageAct,
  OrganizationAct,
  PersonAct,
  StreamAct,
} from '#shared/organization/right-choices.ts'
import type { StreamRow, PersonRow } from '../../store/directory.ts'
import { readGroupFacts } from '../../store/documents/group-facts.ts'
import { readStreamFacts } from '../../store/documents/stream-facts.ts'
import type { UserId } from '../../values/ids.ts'
import { roles, type GroupSetting } from '../../values/people.ts'
import type { GuestRule } from '../groups/group-membership.ts'
import type { Group } from '../groups/groups.ts'
import type { Judge } from './judge.ts'
import { rightsTable, type Circle, type Fact, type Need, type Way } from './rights-table.ts'

/** The columns of a stream that decide. Absent ones leave the decision to the server. */
export type DecidingStream = Pick<StreamRow, 'is_archived' | 'facts'> &
  Partial<Pick<StreamRow, 'post_policy' | 'is_private' | 'is_subscribed' | 'is_web_public'>>

/** The properties of a group on which the rights in it depend. */
export type DecidingGroup = Pick<Group, 'id' | 'is_system' | 'is_deactivated' | 'facts' | 'members'>

/** The message that an act would change. */
export interface DecidingMessage {
  readonly senderId: UserId
  /** The time is in UNIX seconds. */
  readonly timestamp: number
  /** The stream is undefined for direct messages, or if it is unknown. */
  readonly stream: DecidingStream | undefined
}

export type DecidingPerson = Pick<PersonRow, 'id' | 'role' | 'is_bot' | 'bot_owner_id'>

/** Everything that a right can be asked for: the act and its target. */
export type Act =
  | { readonly act: OrganizationAct }
  | { readonly act: StreamAct; readonly stream: DecidingStream }
  | { readonly act: MessageAct; readonly message: DecidingMessage }
  /** `isMember` replaces the membership of the own account, to ask what would be. */
  | { readonly act: GroupAct; readonly group: DecidingGroup; readonly isMember?: boolean | undefined }
  /** `toRole` is the role that the person would get, for `change_role`. */
  | { readonly act: PersonAct; readonly person: DecidingPerson; readonly toRole?: number }
  | { readonly act: EmojiAct; readonly authorId: UserId | null }

/** The answer for a way: null if it gives the right or only the server knows, else the reason why it does not. */
type Answer = RightRefusal | null | 'does not apply'

/**
 * Returns the reason for which the own account may not do something, by the table of rights; null if it may. What is
 * unknown here is allowed, because the server decides anyway (O4).
 */
export function refusalOf(act: Act, judge: Judge): RightRefusal | null {
  const { ways, needs = [] } = rightsTable[act.act]
  for (const need of needs) {
    const refusal = refusalByNeed(need, act, judge)
    if (refusal !== null) return refusal
  }
  const answers = ways.map((way) => refusalByWay(way, act, judge))
  if (answers.includes(null)) return null
  const reasons = answers.filter((answer): answer is RightRefusal => answer !== null && answer !== 'does not apply')
  return reasons.length > 1 && reasons.every(({ code }) => code === 'nobody' || code === 'not_in_group')
    ? (reasons.find(({ code }) => code === 'not_in_group') ?? { code: 'nobody' })
    : (reasons[0] ?? { code: 'not_own' })
}

/** Returns whether the own account may do something (`refusalOf`). */
export function isAllowed(act: Act, judge: Judge): boolean {
  return refusalOf(act, judge) === null
}

function refusalByWay(way: Way, act: Act, judge: Judge): Answer {
  switch (way.by) {
    case 'role':
      if (way.when !== undefined && isFact(way.when, act, judge) === false) return reasonOf(way.when, judge)
      return byCircle(way.least, judge)
    case 'fact':
      return isFact(way.fact, act, judge) === false ? reasonOf(way.fact, judge) : null
    case 'policy': {
      const refusal = byCircle(way.circles[judge.settings[way.policy]] ?? 'nobody', judge)
      if (refusal !== null || way.when === undefined) return refusal
      const isInside = judge.asking.role <= roles.moderator || isFact(way.when, act, judge) !== false
      return isInside ? null : { code: 'role', least: 'moderator' }
    }
    case 'organization': {
      const group = judge.settings[way.group]
      if (group !== null) return byGroup(group, way.guests, judge)
      return way.before === null ? 'does not apply' : refusalByWay(way.before, act, judge)
    }
    case 'stream': {
      const stream = streamOf(act)
      const group = stream === undefined ? undefined : readStreamFacts(stream.facts)[way.group]
      if (group === undefined || judge.asking.featureLevel < way.from) return 'does not apply'
      return byGroup(group, way.guests, judge)
    }
    case 'stream alone': {
      const stream = streamOf(act)
      const group = stream === undefined ? undefined : readStreamFacts(stream.facts)[way.group]
      if (group !== undefined) return byGroup(group, 'guests too', judge)
      if (way.policy === null || stream?.post_policy === undefined) return null
      return byCircle(way.policy[stream.post_policy] ?? 'nobody', judge)
    }
    case 'group': {
      const setting = 'group' in act ? readGroupFacts(act.group.facts)[way.setting] : undefined
      // Before the organization's group exists, the policy decides alone.
      if (setting === undefined || judge.settings.can_manage_all_groups === null) return 'does not apply'
      return byGroup(setting, way.guests, judge)
    }
  }
}

function byCircle(circle: Circle, judge: Judge): RightRefusal | null {
  const { role } = judge.asking
  if (circle === 'nobody') return { code: 'nobody' }
  if (circle !== 'full_members') return role <= roles[circle] ? null : { code: 'role', least: circle }
  if (judge.isFullMember()) return null
  return role >= roles.guest
    ? { code: 'role', least: 'member' }
    : { code: 'waiting_period', days: judge.settings.waiting_period_threshold }
}

/** The circles of the system groups. */
const circles: Readonly<Record<string, Circle>> = {
  'role:owners': 'owner',
  'role:administrators': 'administrator',
  'role:moderators': 'moderator',
  'role:fullmembers': 'full_members',
  'role:members': 'member',
  'role:nobody': 'nobody',
}

function byGroup(group: GroupSetting, guests: GuestRule, judge: Judge): RightRefusal | null {
  if (judge.isIn(group, guests) !== false) return null
  const named = typeof group === 'number' ? judge.group(group) : undefined
  const circle = named?.is_system === 1 ? circles[named.name] : undefined
  const byRole = circle === undefined ? null : byCircle(circle, judge)
  if (byRole !== null) return byRole
  if (guests === 'never guests' && judge.asking.role >= roles.guest) return { code: 'role', least: 'member' }
  return { code: 'not_in_group', group: named?.is_system === 0 ? named.name : null }
}

function refusalByNeed(need: Need, act: Act, judge: Judge): RightRefusal | null {
  const { settings, asking } = judge
  switch (need.need) {
    case 'level':
      return asking.featureLevel >= need.from ? null : { code: 'level', from: need.from }
    case 'role':
      return byCircle(need.least, judge)
    case 'act':
      return refusalOf({ act: need.act }, judge)
    case 'switch': {
      const isExempt = need.exempt !== undefined && asking.role <= roles[need.exempt]
      return isExempt || settings[need.setting] === need.is ? null : { code: 'setting_off', setting: need.setting }
    }
    case 'fact':
      return isFact(need.fact, act, judge) === false ? reasonOf(need.fact, judge) : null
    case 'time': {
      if (need.exempt !== undefined && asking.role <= roles[need.exempt]) return null
      if (need.below !== undefined && settings.can_resolve_topics_group !== null) return null
      const seconds = settings[need.limit]
      if (seconds === null || !('message' in act)) return null
      const age = asking.serverNow - act.message.timestamp
      return age <= seconds + (need.grace ?? 0) ? null : { code: 'time_limit', seconds }
    }
    case 'stream in use':
      return streamOf(act)?.is_archived === 1 ? { code: 'archived' } : null
    case 'archived stream':
      return streamOf(act)?.is_archived === 0 ? { code: 'not_archived' } : null
    case 'reading':
      return mayRead(streamOf(act), judge) ? null : { code: 'needs_subscription' }
    case 'group of people': {
      const isFixed = 'group' in act && (act.group.is_system === 1 || act.group.is_deactivated === 1)
      return isFixed ? { code: 'fixed_group' } : null
    }
    case 'web-public server':
      return asking.hasWebPublicStreams ? null : { code: 'setting_off', setting: 'WEB_PUBLIC_STREAMS_ENABLED' }
    case 'owner for owners': {
      if (!('person' in act)) return null
      const isOfOwner = act.person.role <= roles.owner || (act.toRole ?? roles.guest) <= roles.owner
      return isOfOwner ? byCircle('owner', judge) : null
    }
    case 'another owner': {
      const id = 'person' in act ? act.person.id : asking.selfId
      return judge.isOnlyOwner(id) ? { code: 'last_owner' } : null
    }
  }
}

/** Returns whether the own account can read a stream; true if that is unknown. */
export function mayRead(stream: DecidingStream | undefined, judge: Judge): boolean {
  if (stream?.is_private === undefined || stream.is_subscribed === undefined) return true
  if (stream.is_subscribed === 1 || stream.is_web_public === 1) return true
  if (stream.is_private === 0 && judge.asking.role < roles.guest) return true
  const { can_add_subscribers_group: adding, can_subscribe_group: joining } = readStreamFacts(stream.facts)
  const { featureLevel } = judge.asking
  return (
    (featureLevel >= 354 && judge.isAlsoIn(adding, 'never guests') !== false) ||
    (featureLevel >= 357 && judge.isAlsoIn(joining, 'never guests') !== false)
  )
}

/** Returns whether a property of the target holds; undefined if the act has no such target. */
function isFact(fact: Fact, act: Act, judge: Judge): boolean | undefined {
  const { selfId } = judge.asking
  switch (fact) {
    case 'own message':
      return 'message' in act ? act.message.senderId === selfId : undefined
    case 'message of own bot':
      if (!('message' in act)) return undefined
      return act.message.senderId === selfId || judge.isOwnBot(act.message.senderId)
    case 'public stream':
      return streamOf(act)?.is_private === 1 ? false : undefined
    case 'member of group':
      return 'group' in act ? (act.isMember ?? judge.isIn(act.group.id, 'guests too')) : undefined
    case 'own bot':
      return 'person' in act ? act.person.is_bot === 1 && act.person.bot_owner_id === selfId : undefined
    case 'own emoji':
      return 'authorId' in act ? act.authorId === selfId : undefined
  }
}

function reasonOf(fact: Fact, judge: Judge): RightRefusal {
  switch (fact) {
    case 'public stream':
      return judge.asking.role >= roles.guest ? { code: 'role', least: 'member' } : { code: 'needs_subscription' }
    case 'member of group':
      return { code: 'not_in_group', group: null }
    default:
      return { code: 'not_own' }
  }
}

function streamOf(act: Act): DecidingStream | undefined {
  if ('stream' in act) return act.stream
  return 'message' in act ? act.message.stream : undefined
}
