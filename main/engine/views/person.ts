import type { PersonDetails, PersonMeta, PersonRole, ProfileFieldItem } from '#contract/profiles.ts'
import { clientLimits } from '#shared/client-limits.ts'
import type { ReadCore } from '../core/read-core.ts'
import type { PreferencesProjection } from '../projections/preferences.ts'
import { personName } from '../projections/headings.ts'
import { ProfileReading } from '../projections/profile-fields.ts'
import type { Change } from '../state/changes.ts'
import { statuses } from '../state/directory/statuses.ts'
import { profileFields } from '../state/organization/profile-fields.ts'
import type { PersonRow } from '../store/directory.ts'
import type { PersonOutcome } from '../sync/unknown-people.ts'
import type { UserId } from '../values/ids.ts'
import { roles } from '../values/people.ts'
import { statusItem } from './status-item.ts'
import type { RefreshableView } from './view.ts'

/** The view is computed again after this time, because presence expires. */
const lookAgainMs = 30_000

const roleNames: ReadonlyMap<number, PersonRole> = new Map([
  [roles.owner, 'owner'],
  [roles.administrator, 'administrator'],
  [roles.moderator, 'moderator'],
  [roles.member, 'member'],
  [roles.guest, 'guest'],
])

/** The parts of the engine that the view needs. */
export interface PersonParts {
  readonly core: ReadCore
  readonly preferences: PreferencesProjection
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
  #cancel: () => void

  constructor(parts: PersonParts, userId: UserId) {
    this.#parts = parts
    this.#userId = userId
    this.#cancel = this.#lookAgain()
  }

  isAffected(change: Change): boolean {
    switch (change.kind) {
      case 'people':
      case 'organization':
      case 'groups':
      case 'preferences':
      case 'outbox':
        return true
      case 'presence':
        return change.isWhole || change.people.has(this.#userId)
      case 'part':
        return change.part === statuses || change.part === profileFields
      default:
        return false
    }
  }

  compute(): { items: ProfileFieldItem[]; meta: PersonMeta } {
    const { core } = this.#parts
    const now = core.accountState.serverSeconds(core.ports.clock.now())
    const row = core.accountState.people.get(this.#userId)
    if (row === undefined) return { items: [], meta: { person: null, state: this.#unknown(), now } }
    const reading = new ProfileReading(core)
    return { items: reading.fields(row), meta: { person: this.#details(row, reading, now), state: 'known', now } }
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
    this.#cancel()
  }

  /** Whether the view was closed, perhaps during a request. */
  #hasClosed(): boolean {
    return this.#isClosed
  }

  #unknown(): PersonMeta['state'] {
    if (this.#isGone) return 'gone'
    return this.#isAsking ? 'asking' : 'offline'
  }

  #details(row: PersonRow, reading: ProfileReading, now: number): PersonDetails {
    const { core, preferences } = this.#parts
    const { accountState } = core
    const threshold = accountState.organizationSettings.server.presence_offline_threshold_seconds
    const isBot = row.is_bot === 1
    return {
      ...accountState.person(row.id),
      role: isBot ? null : (roleNames.get(row.role) ?? null),
      email: isPlaceholder(row) ? null : row.email,
      pronouns: reading.pronouns(row),
      presence: accountState.presence.stateOf(row.id, now, threshold),
      lastSeen: accountState.presence.lastSeen(row.id),
      status: statusItem(core, accountState.of(statuses).get(row.id)),
      timezone: row.timezone,
      joinedAt: row.joined_at,
      owner: isBot && row.bot_owner_id !== null ? personName(accountState, row.bot_owner_id) : null,
      isSelf: row.id === accountState.selfId,
      isMuted: preferences.isPersonMuted(row.id),
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
      .sort((a, b) => a.name.localeCompare(b.name))
      .slice(0, clientLimits.profileGroups.most)
  }

  #lookAgain(): () => void {
    return this.#parts.core.ports.clock.schedule(lookAgainMs, () => {
      this.#cancel = this.#lookAgain()
      this.#parts.onDirty()
    })
  }
}

/** Whether the address of a row is the one that servers make up for a person whose own address is hidden. */
function isPlaceholder({ id, email }: PersonRow): boolean {
  return email === '' || email.startsWith(`user${id}@`)
}
