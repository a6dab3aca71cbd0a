import type { PeopleMeta, PersonItem, PersonPresence } from '#contract/people.ts'
import type { QueryOf } from '#contract/views.ts'
import { clientLimits } from '#shared/client-limits.ts'
import { statusQueueKey } from '../../actions/kinds/account/status.ts'
import type { ReadCore } from '../../core/read-core.ts'
import type { PreferencesProjection } from '../../projections/preferences.ts'
import type { PresenceProjection } from '../../projections/presences.ts'
import type { ProfileTexts } from '../../search/profile-texts.ts'
import type { Change } from '../../state/changes.ts'
import { statuses } from '../../state/directory/statuses.ts'
import { bots } from '../../state/organization/bots.ts'
import { profileFields } from '../../state/organization/profile-fields.ts'
import type { Judge } from '../../state/permissions/judge.ts'
import { canManage } from '../../state/permissions/person-rights.ts'
import type { PersonRow } from '../../store/directory.ts'
import type { PersonRank } from '../../store/names/people-index.ts'
import type { StatusRow } from '../../store/organization.ts'
import type { UserId } from '../../values/ids.ts'
import { roleOf, visibleEmail } from '../../values/people.ts'
import { statusItem, statusOf } from './status-item.ts'
import type { View } from '../view.ts'
import { compareNames } from '../../values/name-order.ts'

const perStep = clientLimits.directoryRows.most
const most = clientLimits.directoryListed.most
/** The number of profiles that are prepared for the search at once, in about two milliseconds. */
const profilesPrepared = 500

/** The parts of the engine that the view needs. */
export interface PeopleParts {
  readonly core: ReadCore
  readonly preferences: PreferencesProjection
  readonly presences: PresenceProjection
  readonly profiles: ProfileTexts
  readonly onDirty: () => void
}

/** The people who pass the search and the filters, by where they match, those of a rank sorted by name. */
type Matches = Readonly<Record<PersonRank, readonly PersonRow[]>>

/** An item and all that it was made of. */
interface KeptItem {
  readonly row: PersonRow
  readonly presence: PersonPresence | null
  readonly status: StatusRow | undefined
  readonly isMuted: boolean
  readonly item: PersonItem
}

/** The view of the directory: people with their presence and status, found, filtered and sorted (O5, O8). */
export class PeopleView implements View<'people'> {
  readonly #parts: PeopleParts
  readonly #query: Omit<QueryOf<'people'>, 'type'>
  #shown: number
  /**
   * All but the filter of presence is applied. Kept until a name, a group or the profile fields change; presences change
   * much more often.
   */
  #matches: Matches | null = null
  #groups: PeopleMeta['groups'] | null = null
  /** The items of the last computation, so that unchanged ones are neither made nor serialized again. */
  #items = new Map<UserId, KeptItem>()
  /** Whether the emoji of the kept items or the rights over them may have changed. */
  #isStale = false
  #cancel: () => void

  constructor(parts: PeopleParts, query: Omit<QueryOf<'people'>, 'type'>) {
    this.#parts = parts
    this.#query = query
    this.#shown = Math.min(query.rows, most)
    this.#cancel = this.#prepareSoon()
  }

  isAffected(change: Change): boolean {
    switch (change.kind) {
      case 'people':
      case 'organization':
      case 'groups':
        this.noteAll()
        return true
      case 'preferences':
        this.#isStale = true
        return true
      case 'outbox':
        return this.#parts.preferences.isOfChoices(change.queueKey) || change.queueKey === statusQueueKey
      case 'part':
        if (change.part === profileFields) this.#matches = null
        if (change.part === bots) this.#isStale = true
        return change.part === statuses || change.part === profileFields || change.part === bots
      default:
        return false
    }
  }

  /** A change of presence matters for its filter and its order, and otherwise only for listed people. */
  showsPresenceOf(people: ReadonlySet<UserId>): boolean {
    const { filters, sort } = this.#query
    return filters.isOnline || sort === 'activity' || [...people].some((id) => this.#items.has(id))
  }

  noteAll(): void {
    this.#matches = null
    this.#groups = null
    this.#isStale = true
  }

  compute(): { items: PersonItem[]; meta: PeopleMeta } {
    const { presences } = this.#parts
    const { filters, sort } = this.#query
    this.#matches ??= this.#find()
    const matches = filters.isOnline
      ? eachRank(this.#matches, (rows) => rows.filter(({ id }) => presences.stateOf(id) === 'active'))
      : this.#matches
    const found = ranks.reduce<number>((sum, rank) => sum + matches[rank].length, 0)
    const listed = this.#firstOf(sort === 'activity' ? eachRank(matches, (rows) => this.#byActivity(rows)) : matches)
    const judge = this.#judge()
    const items = new Map(listed.map((row) => [row.id, this.#keptItem(row, judge)]))
    this.#items = items
    this.#isStale = false
    return {
      items: [...items.values()].map(({ item }) => item),
      meta: {
        found,
        hasMore: found > listed.length && listed.length < most,
        hasPresence: presences.isShared,
        groups: (this.#groups ??= this.#listGroups()),
      },
    }
  }

  /** Lists more people. */
  more(): void {
    this.#shown = Math.min(this.#shown + perStep, most)
    this.#parts.onDirty()
  }

  close(): void {
    this.#cancel()
  }

  #find(): Matches {
    const { core, profiles } = this.#parts
    profiles.follow()
    return core.accountState.peopleByName.findAnywhere(
      this.#query.query,
      clientLimits.nameWords.most,
      (row) => profiles.of(row),
      this.#filter(),
    )
  }

  /** Returns the people to list, the best rank first. */
  #firstOf(matches: Matches): PersonRow[] {
    const listed: PersonRow[] = []
    for (const rank of ranks) listed.push(...matches[rank].slice(0, this.#shown - listed.length))
    return listed
  }

  #filter(): (row: PersonRow) => boolean {
    const { groups, selfId } = this.#parts.core.accountState
    const { role, state, kind, groupId } = this.#query.filters
    const members = groupId === null ? null : groups.effectiveMembers(groupId)
    return (row) =>
      (state === 'all' || (state === 'active') === (row.is_active === 1)) &&
      (kind === 'all' || (kind !== 'people') === (row.is_bot === 1)) &&
      (kind !== 'own_bots' || row.bot_owner_id === selfId) &&
      (role === null || roleOf(row.role) === role) &&
      (members === null || members.has(row.id))
  }

  /**
   * Sorts people: active ones by name, then idle ones and the others by their last activity, the latest first. A number
   * per person is sorted, which is ten times as fast as comparisons.
   */
  #byActivity(rows: readonly PersonRow[]): PersonRow[] {
    const { core, presences } = this.#parts
    const order = { active: 0, idle: 1, offline: 2 } as const
    const keys = Float64Array.from(rows, ({ id }, index) => {
      const state = presences.stateOf(id) ?? 'offline'
      const last = state === 'active' ? 0 : (core.accountState.presence.lastActive(id) ?? 0)
      const age = latestTime - 1 - Math.floor(Math.min(Math.max(last, 0), latestTime - 1))
      return (order[state] * latestTime + age) * mostMatches + index
    }).sort()
    const listed: PersonRow[] = []
    for (const key of keys.subarray(0, this.#shown)) {
      const row = rows[key % mostMatches]
      if (row !== undefined) listed.push(row)
    }
    return listed
  }

  #judge(): Judge {
    const { accountState, ports } = this.#parts.core
    return accountState.judge(ports.clock.now())
  }

  #keptItem(row: PersonRow, judge: Judge): KeptItem {
    const { core, preferences, presences } = this.#parts
    const { accountState } = core
    const presence = presences.of(row.id)
    const status = statusOf(core, row.id)
    const isMuted = preferences.isPersonMuted(row.id)
    const known = this.#items.get(row.id)
    const isSame =
      !this.#isStale &&
      known?.row === row &&
      known.status === status &&
      known.isMuted === isMuted &&
      known.presence?.state === presence?.state &&
      known.presence?.lastActive === presence?.lastActive
    if (isSame) return known
    const item: PersonItem = {
      ...accountState.person(row.id),
      key: `person:${row.id}`,
      kind: 'person',
      role: roleOf(row.role),
      email: visibleEmail(row),
      presence,
      status: statusItem(core, status),
      isMuted,
      isSelf: row.id === accountState.selfId,
      canManage: canManage(row, judge, accountState),
    }
    return { row, presence, status, isMuted, item }
  }

  /** The groups that can be chosen, and the chosen one. Groups of roles are left out: there is a filter of roles. */
  #listGroups(): PeopleMeta['groups'] {
    const { groups } = this.#parts.core.accountState
    const offered = groups
      .all()
      .filter((group) => group.is_system === 0 && group.is_deactivated === 0)
      .sort((a, b) => compareNames(a.name, b.name) || a.id - b.id)
    const chosen = offered.filter(({ id }) => id === this.#query.filters.groupId)
    const first = offered.slice(0, clientLimits.directoryGroups.most)
    return [...first, ...chosen.filter((group) => !first.includes(group))].map(({ id, name }) => ({
      groupId: id,
      name,
    }))
  }

  /** Prepares the profiles while the user reaches for the keys, in steps that let calls go first. */
  #prepareSoon(): () => void {
    const { core, profiles } = this.#parts
    return core.ports.clock.schedule(0, () => {
      if (profiles.prepare(profilesPrepared)) this.#cancel = this.#prepareSoon()
    })
  }
}

/** Where a person matches, best first. */
const ranks: readonly PersonRank[] = [0, 1, 2, 3]
/** Times are below this number of seconds, until 2106. */
const latestTime = 2 ** 32
/** Indexes of matches are below this number, so that a key is an integer without a loss. */
const mostMatches = 2 ** 18

/** Replaces the people of each rank. */
function eachRank(matches: Matches, replace: (rows: readonly PersonRow[]) => readonly PersonRow[]): Matches {
  return { 0: replace(matches[0]), 1: replace(matches[1]), 2: replace(matches[2]), 3: replace(matches[3]) }
}
