import type { UserId } from '../../values/ids.ts'
import { roles, type GroupSetting } from '../../values/people.ts'
import type { PersonRow } from '../../store/directory.ts'
import type { OrganizationSettings } from '../../store/documents/organization-settings.ts'
import { isInGroupOf, type GuestRule, type Member } from '../groups/group-membership.ts'
import type { Group, Groups } from '../groups/groups.ts'

const day = 86_400

/** The user whose permissions are evaluated. */
export interface Asking {
  readonly selfId: UserId
  readonly role: number
  /** The time is in UNIX seconds; null if the server does not send it. */
  readonly joinedAt: number | null
  /** The time of the server's clock in UNIX seconds (O8). */
  readonly serverNow: number
  readonly featureLevel: number
  /** Whether the server supports streams that everybody on the web can read. */
  readonly hasWebPublicStreams: boolean
}

/** What is known of other people. */
type Known = Pick<PersonRow, 'role' | 'joined_at' | 'is_bot' | 'is_active' | 'bot_owner_id'>

/**
 * Evaluates the own account's group memberships at one time. It caches them, because a page of messages asks the same
 * for each message. `permissions.ts` contains the rules.
 */
export class Judge {
  readonly asking: Asking
  readonly settings: OrganizationSettings
  readonly #groups: Pick<Groups, 'get'>
  readonly #people: ReadonlyMap<number, Known>
  readonly #known = new Map<GroupSetting, Partial<Record<GuestRule, { readonly answer: boolean | undefined }>>>()

  constructor(
    asking: Asking,
    settings: OrganizationSettings,
    groups: Pick<Groups, 'get'>,
    people: ReadonlyMap<number, Known>,
  ) {
    this.asking = asking
    this.settings = settings
    this.#groups = groups
    this.#people = people
  }

  /** Returns whether the waiting period of new members is over. It never applies to roles above members. */
  isFullMember(role = this.asking.role, joinedAt = this.asking.joinedAt): boolean {
    if (role <= roles.moderator) return true
    if (role >= roles.guest) return false
    return joinedAt === null || this.asking.serverNow - joinedAt >= this.settings.waiting_period_threshold * day
  }

  /** Returns whether the own account is in the group of a setting; undefined if that is unknown here. */
  isIn(setting: GroupSetting, rule: GuestRule): boolean | undefined {
    const known = this.#known.get(setting) ?? {}
    let found = known[rule]
    if (found === undefined) {
      const { selfId: id, role } = this.asking
      found = { answer: isInGroupOf(setting, { id, role, isFullMember: this.isFullMember() }, this.#groups, rule) }
      this.#known.set(setting, { ...known, [rule]: found })
    }
    return found.answer
  }

  /** Returns `isIn` for a setting that a stream may lack. An absent setting adds nobody. */
  isAlsoIn(setting: GroupSetting | undefined, rule: GuestRule): boolean | undefined {
    return setting === undefined ? false : this.isIn(setting, rule)
  }

  /** Returns `isIn` for another user; undefined also for an unknown user. */
  isPersonIn(setting: GroupSetting, personId: UserId): boolean | undefined {
    if (personId === this.asking.selfId) return this.isIn(setting, 'guests too')
    const person = this.#people.get(personId)
    if (person === undefined) return undefined
    const isFullMember = this.isFullMember(person.role, person.joined_at)
    const member: Member = { id: personId, role: person.role, isFullMember }
    return isInGroupOf(setting, member, this.#groups, 'guests too')
  }

  group(id: number): Group | undefined {
    return this.#groups.get(id)
  }

  /** Returns whether a person is an owner and there is no other active one. */
  isOnlyOwner(personId: UserId): boolean {
    const { selfId, role } = this.asking
    const roleHere = personId === selfId ? role : this.#people.get(personId)?.role
    if (roleHere !== roles.owner) return false
    if (personId !== selfId && role === roles.owner) return false
    for (const [id, person] of this.#people) {
      const isOther = id !== personId && id !== selfId && person.is_active === 1 && person.is_bot === 0
      if (isOther && person.role === roles.owner) return false
    }
    return true
  }

  isBot(personId: UserId): boolean {
    return this.#people.get(personId)?.is_bot === 1
  }

  /** Returns whether a user is a bot of the own account. */
  isOwnBot(personId: UserId): boolean {
    const person = this.#people.get(personId)
    return person?.is_bot === 1 && person.bot_owner_id === this.asking.selfId
  }
}
