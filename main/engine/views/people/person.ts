import type { PersonDetails, PersonMeta, ProfileFieldItem } from '#contract/people/profiles.ts'
import { clientLimits } from '#shared/client-limits.ts'
import type { ReadCore } from '../../core/read-core.ts'
import type { PreferencesProjection } from '../../projections/preferences.ts'
import type { PresenceProjection } from '../../projections/presences.ts'
import { personName } from '../../projections/headings.ts'
import { ProfileReading } from '../../projections/profile-fields.ts'
import type { Change } from '../../state/changes.ts'
import { statuses } from '../../state/directory/statuses.ts'
import { bots } from '../../state/organization/bots.ts'
import { profileFields } from '../../state/organization/profile-fields.ts'
import { canManage } from '../../state/permissions/person-rights.ts'
import type { PersonRow } from '../../store/directory.ts'
import type { PersonOutcome } from '../../sync/unknown-people.ts'
import type { UserId } from '../../values/ids.ts'
import { roleOf, visibleEmail } from '../../values/people.ts'
import { statusItem, statusOf } from './status-item.ts'
import type { RefreshableView } from '../view.ts'
import { compareNames } from '../../values/name-order.ts'

/** The parts of the engine that the view needs. */
export interface PersonParts {
  readonly core: ReadCore
  readonly preferences: PreferencesProjection
  readonly presences: PresenceProjection
  readonly isOnline: () => boolean
  /** Asks the server for a person who is not on disk (`fetchPerson`). */
  readonly fetchPerson: (userId: UserId) => Promise<PersonOutcome>
  readonly onDirty: () => void
}

/** The view of one person in detail: from disk at once, and from the server if the disk does not know the person. */
export class PersonView implements RefreshableView<'person'> {
  readonly #parts: PersonParts
  readonly #userId: UserId
  #isAsking = false
  #isGone = false
  #isClosed = false

  constructor(parts: PersonParts, userId: UserId) {
    this.#parts = parts
    this.#userId = userId
  }

  isAffected(change: Change): boolean {
    switch (change.kind) {
      case 'people':
      case 'organization':
      case 'groups':
      case 'preferences':
      case 'outbox':
        return true
      case 'part':
        return change.part === statuses || change.part === profileFields || change.part === bots
      default:
        return false
    }
  }

  showsPresenceOf(people: ReadonlySet<UserId>): boolean {
    return people.has(this.#userId)
  }

  compute(): { items: ProfileFieldItem[]; meta: PersonMeta } {
    const { core } = this.#parts
    const row = core.accountState.people.get(this.#userId)
    if (row === undefined) return { items: [], meta: { person: null, state: this.#unknown() } }
    const reading = new ProfileReading(core)
    return { items: reading.fields(row), meta: { person: this.#details(row, reading), state: 'known' } }
  }

  /** Asks the server for the person, if the disk does not know them. */
  async refresh(): Promise<void> {
    const { core, isOnline, fetchPerson, onDirty } = this.#parts
    if (this.#isAsking || this.#isGone || this.#isClosed || !isOnline()) return
    if (core.accountState.people.has(this.#userId)) return
    this.#isAsking = true
    onDirty()
    try {
      this.#isGone = (await fetchPerson(this.#userId)) === 'gone'
    } finally {
      this.#isAsking = false
      if (!this.#hasClosed()) onDirty()
    }
  }

  close(): void {
    this.#isClosed = true
  }

  /** Whether the view was closed, perhaps during a request. */
  #hasClosed(): boolean {
    return this.#isClosed
  }

  #unknown(): PersonMeta['state'] {
    if (this.#isGone) return 'gone'
    return this.#isAsking ? 'asking' : 'offline'
  }

  #details(row: PersonRow, reading: ProfileReading): PersonDetails {
    const { core, preferences, presences } = this.#parts
    const { accountState, ports } = core
    const isBot = row.is_bot === 1
    return {
      ...accountState.person(row.id),
      role: isBot ? null : roleOf(row.role),
      email: visibleEmail(row),
      pronouns: reading.pronouns(row),
      presence: presences.of(row.id),
      status: statusItem(core, statusOf(core, row.id)),
      timezone: row.timezone,
      joinedAt: row.joined_at,
      owner: isBot && row.bot_owner_id !== null ? personName(accountState, row.bot_owner_id) : null,
      isSelf: row.id === accountState.selfId,
      isMuted: preferences.isPersonMuted(row.id),
      canManage: canManage(row, accountState.judge(ports.clock.now()), accountState),
      hasNamesake: accountState.peopleByName.hasNamesake(row),
      groups: this.#groups(),
    }
  }

  #groups(): PersonDetails['groups'] {
    const { groups } = this.#parts.core.accountState
    return groups
      .all()
      .filter((group) => group.is_system === 0 && group.is_deactivated === 0)
      .filter((group) => groups.effectiveMembers(group.id).has(this.#userId))
      .map(({ id, name }) => ({ groupId: id, name }))
      .sort((a, b) => compareNames(a.name, b.name))
      .slice(0, clientLimits.profileGroups.most)
  }
}
