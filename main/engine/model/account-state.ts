import type { PersonRef } from '#contract/values.ts'
import type { PersonRow, StreamRow } from '../store/directory.ts'
import type { Settings } from '../store/documents/organization-settings.ts'
import { readStreamFacts, type StreamFacts } from '../store/documents/stream-facts.ts'
import type { UserSettings } from '../store/documents/user-settings.ts'
import type { Organization } from '../store/meta.ts'
import type { PeopleIndex } from '../store/names/people-index.ts'
import type { ReadStore } from '../store/store.ts'
import type { EpochStamps } from '../values/epoch-stamps.ts'
import type { StreamId, UserId } from '../values/ids.ts'
import { roles } from '../values/roles.ts'
import { isHiddenBy } from '../values/topic-policy.ts'
import type { Change } from './changes.ts'
import { peoplePart, streamsPart } from './directory/directory-parts.ts'
import { groupsPart } from './groups/groups-part.ts'
import type { Groups } from './groups/groups.ts'
import { epochHighsPart, epochStampsPart, organizationPart } from './organization/organization-parts.ts'
import { organizationSettings } from './organization/settings.ts'
import type { Part } from './part.ts'
import { Judge, type Asking } from './permissions/judge.ts'
import { permissionsOf, type Permissions } from './permissions/permissions.ts'
import { userSettings } from './preferences/own-settings.ts'
import { topicPolicies } from './preferences/topic-policy-map.ts'
import { clockOffsetPart, presencePart, typingPart } from './presence/presence-parts.ts'
import type { Presence, Typing } from './presence/presence.ts'
import type { UnreadIndex } from './unread/unread-index.ts'
import { unreadPart } from './unread/unread-part.ts'

/**
 * The small tables in memory, as last committed: the parts of all concerns. Only `apply` changes it, and only after a
 * commit, so a rollback needs no undo.
 */
export class AccountState {
  readonly #store: ReadStore
  readonly #parts: Map<Part, unknown>

  /** `parts` are all available ones: each is read now, and again after a commit that changed it. */
  constructor(store: ReadStore, parts: readonly Part[]) {
    this.#store = store
    this.#parts = new Map(parts.map((part) => [part, part.load(store)]))
  }

  /** A part of the world. @throws TypeError if this world does not hold it */
  of<T>(part: Part<T>): T {
    const held = this.#parts.get(part)
    if (held === undefined && !this.#parts.has(part)) throw new TypeError(`the world does not hold ${part.name}`)
    return held as T // made by `load` of this part
  }

  get organization(): Organization | undefined {
    return this.of(organizationPart)
  }

  get selfId(): number {
    return this.organization?.selfId ?? 0
  }

  get epoch(): number {
    return this.epochStamps.epoch
  }

  /** The current era, by which rows are verified; a new object whenever it changes. */
  get epochStamps(): EpochStamps {
    return this.of(epochStampsPart)
  }

  get epochHighs(): ReadonlyMap<number, number> {
    return this.of(epochHighsPart)
  }

  get streams(): ReadonlyMap<StreamId, StreamRow> {
    return this.of(streamsPart)
  }

  get people(): ReadonlyMap<UserId, PersonRow> {
    return this.of(peoplePart).rows
  }

  get peopleByName(): PeopleIndex<PersonRow> {
    return this.of(peoplePart).byName
  }

  person(id: number): PersonRef {
    const row = this.people.get(id)
    if (row === undefined) {
      return { id, name: null, avatar: null, isGuest: false, isBot: false, isActive: false }
    }
    return {
      id,
      name: row.name,
      avatar: row.avatar,
      isGuest: row.role === 600,
      isBot: row.is_bot === 1,
      isActive: row.is_active === 1,
    }
  }

  /** The display name of a topic: the empty one (`''`) has a name. */
  topicName(topic: string): string {
    return topic === '' ? this.organizationSettings.organization.empty_topic_display_name : topic
  }

  /** The user's policy for a topic, 0 if there is none (wire-protocol.md §2.8). */
  topicPolicy(streamId: StreamId, key: string): number {
    return this.topicPolicies.get(`${streamId}:${key}`) ?? 0
  }

  /** Whether a topic is hidden from counts, by the table of wire-protocol.md §2.8; pending actions are not included. */
  isTopicHidden(streamId: StreamId, key: string): boolean {
    return isHiddenBy(this.topicPolicy(streamId, key), this.streams.get(streamId)?.is_muted === 1)
  }

  /** By `stream:topic key`. */
  get topicPolicies(): ReadonlyMap<string, number> {
    return this.of(topicPolicies)
  }

  get userSettings(): UserSettings {
    return this.of(userSettings)
  }

  /** The settings of the organization and its server. */
  get organizationSettings(): Settings {
    return this.of(organizationSettings)
  }

  get groups(): Groups {
    return this.of(groupsPart)
  }

  get unread(): UnreadIndex {
    return this.of(unreadPart)
  }

  get presence(): Presence {
    return this.of(presencePart)
  }

  get typing(): Typing {
    return this.of(typingPart)
  }

  /** The server's time for a local time, UNIX seconds (O8). */
  serverSeconds(now: number): number {
    return Math.floor((now + this.of(clockOffsetPart)) / 1000)
  }

  /** The own account, for the evaluation of permissions (O4). */
  asking(now: number): Asking {
    const self = this.people.get(this.selfId)
    const role = self?.role ?? this.organization?.selfRole ?? roles.member
    return { selfId: this.selfId, role, joinedAt: self?.joined_at ?? null, serverNow: this.serverSeconds(now) }
  }

  /** The permission evaluator for a moment (local UNIX milliseconds). */
  judge(now: number): Judge {
    return new Judge(this.asking(now), this.organizationSettings.organization, this.groups, this.people)
  }

  /** The permissions of the own account, from its role and the organization's policies (O4). */
  permissions(now: number): Permissions {
    return permissionsOf(this.judge(now))
  }

  /** The settings of a stream; empty if it is unknown. */
  streamFacts(streamId: StreamId): StreamFacts {
    return readStreamFacts(this.streams.get(streamId)?.facts ?? '{}')
  }

  /** Whether the live queue delivers the messages of a stream. */
  isLive(streamId: StreamId | null): boolean {
    return streamId === null || this.streams.get(streamId)?.is_subscribed === 1
  }

  apply(changes: readonly Change[]): void {
    const changed = new Set(changes.map((change) => (change.kind === 'part' ? change.part : undefined)))
    for (const part of this.#parts.keys()) {
      const isStale = changed.has(part) || (part.follows !== undefined && changes.some(part.follows))
      if (isStale) {
        this.#parts.set(part, part.load(this.#store))
      } else if (part.apply !== undefined) {
        let held = this.#parts.get(part)
        for (const change of changes) held = part.apply(held, change)
        this.#parts.set(part, held)
      }
    }
  }
}

/** The world without the right to change it. */
export type ReadAccountState = Omit<AccountState, 'apply'>
