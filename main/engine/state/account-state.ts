import type { PersonRef } from '#contract/base/values.ts'
import type { PersonRow, StreamRow } from '../store/directory.ts'
import type { Settings } from '../store/documents/organization-settings.ts'
import { readStreamFacts, type StreamFacts } from '../store/documents/stream-facts.ts'
import type { UserSettings } from '../store/documents/user-settings.ts'
import type { Organization } from '../store/meta.ts'
import type { PeopleIndex } from '../store/names/people-index.ts'
import type { ReadStore } from '../store/store.ts'
import type { EpochStamps } from '../values/epoch-stamps.ts'
import type { StreamId, UserId } from '../values/ids.ts'
import { roles } from '../values/people.ts'
import { isHiddenBy } from '../values/topics.ts'
import type { Change } from './changes.ts'
import { peoplePart, streamsPart } from './directory/directory.ts'
import type { Groups } from './groups/groups.ts'
import {
  groupsPart,
  topicPolicies,
  userSettings,
  organizationSettings,
  epochHighsPart,
  epochStampsPart,
  organizationPart,
} from './account-parts.ts'
import type { Part } from './part.ts'
import { Judge, type Asking } from './permissions/judge.ts'
import { permissionsOf, type Permissions } from './permissions/permissions.ts'
import { clockOffsetPart, presencePart, typingPart } from './presence/presence-parts.ts'
import type { Presence, Typing } from './presence/presence.ts'
import type { UnreadIndex } from './unread/unread-index.ts'
import { unreadPart } from './unread/unread.ts'

/**
 * The state of the account in memory: the parts of all slices, as last committed. Only `apply` changes it, and only
 * after a commit, so that a rollback has nothing to undo.
 */
export class AccountState {
  readonly #store: ReadStore
  readonly #parts: Map<Part, unknown>

  /**
   * `parts` must contain every part that `of` is asked for. Each part is loaded now, and again after a commit that
   * changed it.
   */
  constructor(store: ReadStore, parts: readonly Part[]) {
    this.#store = store
    this.#parts = new Map(parts.map((part) => [part, part.load(store)]))
  }

  /** Returns a part of the state. @throws TypeError if `parts` did not contain it */
  of<T>(part: Part<T>): T {
    const value = this.#parts.get(part)
    if (value === undefined && !this.#parts.has(part)) throw new TypeError(`the account state has no part ${part.name}`)
    return value as T // `load` of this part made the value
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

  /**
   * The stamps of the current epoch, which tell whether a row is verified. The object is new whenever the epoch
   * changes.
   */
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

  /** Returns the name under which a topic is displayed; the organization names the empty topic (`''`). */
  topicName(topic: string): string {
    return topic === '' ? this.organizationSettings.organization.empty_topic_display_name : topic
  }

  /** Returns the user's policy for a topic, or 0 if there is none (wire-protocol.md §2.8). */
  topicPolicy(streamId: StreamId, key: string): number {
    return this.topicPolicies.get(`${streamId}:${key}`) ?? 0
  }

  /** Returns whether counts exclude a topic (table of wire-protocol.md §2.8). Pending actions are not considered. */
  isTopicHidden(streamId: StreamId, key: string): boolean {
    return isHiddenBy(this.topicPolicy(streamId, key), this.streams.get(streamId)?.is_muted === 1)
  }

  /** The keys are `stream:topic key`. */
  get topicPolicies(): ReadonlyMap<string, number> {
    return this.of(topicPolicies)
  }

  get userSettings(): UserSettings {
    return this.of(userSettings)
  }

  /** These are the settings of the organization and of its server. */
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

  /** Converts a local time (UNIX milliseconds) to the server's time (UNIX seconds) (O8). */
  serverSeconds(now: number): number {
    return Math.floor((now + this.of(clockOffsetPart)) / 1000)
  }

  /** Returns the own account as permissions need it (O4). `now` is in UNIX milliseconds. */
  asking(now: number): Asking {
    const self = this.people.get(this.selfId)
    const role = self?.role ?? this.organization?.selfRole ?? roles.member
    return {
      selfId: this.selfId,
      role,
      joinedAt: self?.joined_at ?? null,
      serverNow: this.serverSeconds(now),
      featureLevel: this.organization?.featureLevel ?? 0,
      hasWebPublicStreams: this.organizationSettings.server.web_public_streams_enabled,
    }
  }

  /** Returns the evaluator of permissions for a time (local UNIX milliseconds). */
  judge(now: number): Judge {
    return new Judge(this.asking(now), this.organizationSettings.organization, this.groups, this.people)
  }

  /** Returns the permissions of the own account, which follow from its role and the organization's policies (O4). */
  permissions(now: number): Permissions {
    return permissionsOf(this.judge(now))
  }

  /** Returns the settings of a stream, which are empty if the stream is unknown. */
  streamFacts(streamId: StreamId): StreamFacts {
    return readStreamFacts(this.streams.get(streamId)?.facts ?? '{}')
  }

  /** Returns whether the event queue delivers the messages of a stream; null stands for direct messages. */
  isLive(streamId: StreamId | null): boolean {
    return streamId === null || this.streams.get(streamId)?.is_subscribed === 1
  }

  /** Updates the parts that the committed changes concern. */
  apply(changes: readonly Change[]): void {
    const changed = new Set(changes.map((change) => (change.kind === 'part' ? change.part : undefined)))
    for (const part of this.#parts.keys()) {
      const isStale = changed.has(part) || (part.follows !== undefined && changes.some(part.follows))
      if (isStale) {
        this.#parts.set(part, part.load(this.#store))
      } else if (part.apply !== undefined) {
        let value = this.#parts.get(part)
        for (const change of changes) value = part.apply(value, change)
        this.#parts.set(part, value)
      }
    }
  }
}

/** The account's state for readers, without the method that changes it. */
export type ReadAccountState = Omit<AccountState, 'apply'>
