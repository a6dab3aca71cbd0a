import type { StreamId, UserId } from '../values/ids.ts'
import type { PersonRef } from '../../../preload/contract/values.ts'
import type { PersonRow, StreamRow } from '../store/directory.ts'
import type { Organization } from '../store/meta.ts'
import type { Settings } from '../store/documents/organization-settings.ts'
import type { Store } from '../store/store.ts'
import { readStreamFacts, type StreamFacts } from '../store/documents/stream-facts.ts'
import type { UserSettings } from '../store/documents/user-settings.ts'
import type { Change } from './changes.ts'
import { Era } from '../values/era.ts'
import { Groups, groupsOf } from './groups/groups.ts'
import { isHiddenBy } from '../values/topic-policy.ts'
import { PeopleIndex } from './directory/people-index.ts'
import { Judge, type Asking } from './permissions/judge.ts'
import { permissionsOf, type Permissions } from './permissions/permissions.ts'
import { organizationSettings } from './organization/settings.ts'
import type { Part } from './part.ts'
import { userSettings } from './preferences/own-settings.ts'
import { topicPolicies } from './preferences/topic-policy-map.ts'
import { Presence, Typing } from './presence/presence.ts'
import { roles } from '../values/roles.ts'
import { UnreadIndex } from './unread/unread-index.ts'

/**
 * The small tables in memory, as last committed. Only `apply` changes it, and only after a commit, so a rollback needs
 * no undo.
 */
export class World {
  readonly #store: Store
  readonly unread = new UnreadIndex()
  readonly #people: Map<UserId, PersonRow>
  /** Created on first use: a start does not need it. */
  #peopleByName: PeopleIndex | undefined
  readonly #streams: Map<StreamId, StreamRow>
  #organization: Organization | undefined
  #groups: Groups
  readonly #parts: Map<Part, unknown>
  readonly presence = new Presence()
  readonly typing = new Typing()
  #clockOffsetMs = 0
  #era = new Era(0, new Map())
  #epochHighs: ReadonlyMap<number, number> = new Map()

  /** `parts` are all available ones: each is read now, and again after a commit that changed it. */
  constructor(store: Store, parts: readonly Part[]) {
    this.#store = store
    this.#parts = new Map(parts.map((part) => [part, part.load(store)]))
    this.#groups = groupsOf(store.organization)
    this.#people = new Map(store.directory.people().map((row) => [row.id, row]))
    this.#streams = new Map(store.directory.streams().map((row) => [row.id, row]))
    this.#loadOrganization()
    this.unread.put(store.unread.all())
  }

  /** A part of the world. @throws TypeError if this world does not hold it */
  of<T>(part: Part<T>): T {
    const held = this.#parts.get(part)
    if (held === undefined) throw new TypeError(`the world does not hold ${part.name}`)
    return held as T // made by `load` of this part
  }

  get organization(): Organization | undefined {
    return this.#organization
  }

  get selfId(): number {
    return this.#organization?.selfId ?? 0
  }

  get epoch(): number {
    return this.#era.epoch
  }

  /** The current era, by which rows are verified; a new object whenever it changes. */
  get era(): Era {
    return this.#era
  }

  get epochHighs(): ReadonlyMap<number, number> {
    return this.#epochHighs
  }

  get streams(): ReadonlyMap<StreamId, StreamRow> {
    return this.#streams
  }

  get people(): ReadonlyMap<UserId, PersonRow> {
    return this.#people
  }

  get peopleByName(): PeopleIndex {
    this.#peopleByName ??= new PeopleIndex([...this.#people.values()])
    return this.#peopleByName
  }

  person(id: number): PersonRef {
    const row = this.#people.get(id)
    if (row === undefined) {
      return { id, name: `Unknown person (${id})`, avatar: null, isGuest: false, isBot: false, isActive: false }
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
    return isHiddenBy(this.topicPolicy(streamId, key), this.#streams.get(streamId)?.is_muted === 1)
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
    return this.#groups
  }

  /** The server's time for a local time, UNIX seconds (O8). */
  serverSeconds(now: number): number {
    return Math.floor((now + this.#clockOffsetMs) / 1000)
  }

  /** The own account, for the evaluation of permissions (O4). */
  asking(now: number): Asking {
    const self = this.#people.get(this.selfId)
    const role = self?.role ?? this.#organization?.selfRole ?? roles.member
    return { selfId: this.selfId, role, joinedAt: self?.joined_at ?? null, serverNow: this.serverSeconds(now) }
  }

  /** The permission evaluator for a moment (local UNIX milliseconds). */
  judge(now: number): Judge {
    return new Judge(this.asking(now), this.organizationSettings.organization, this.#groups, this.#people)
  }

  /** The permissions of the own account, from its role and the organization's policies (O4). */
  permissions(now: number): Permissions {
    return permissionsOf(this.judge(now))
  }

  /** The settings of a stream; empty if it is unknown. */
  streamFacts(streamId: StreamId): StreamFacts {
    return readStreamFacts(this.#streams.get(streamId)?.facts ?? '{}')
  }

  /** Whether the live queue delivers the messages of a stream. */
  isLive(streamId: StreamId | null): boolean {
    return streamId === null || this.#streams.get(streamId)?.is_subscribed === 1
  }

  apply(changes: readonly Change[]): void {
    let organization = false
    let groups = false
    const changed = new Set<Part>()
    const followed = new Set<Change['kind']>()
    for (const change of changes) {
      followed.add(change.kind)
      switch (change.kind) {
        case 'unread_added':
          this.unread.add(change.id, change.conversation, change.mention)
          break
        case 'unread_removed':
          this.unread.remove(change.id)
          break
        case 'unread_replaced':
          this.unread.put(change.put)
          for (const id of change.gone) this.unread.remove(id)
          break
        case 'people':
          for (const row of change.put) this.#people.set(row.id, row)
          for (const id of change.gone) this.#people.delete(id)
          this.#peopleByName?.apply(change.put, change.gone)
          break
        case 'streams':
          for (const row of change.put) this.#streams.set(row.id, row)
          for (const id of change.gone) this.#streams.delete(id)
          if (change.isJoined === true) this.#era = this.#store.meta.era()
          break
        case 'organization':
        case 'epoch':
          organization = true
          break
        case 'preferences':
          break
        case 'part':
          changed.add(change.part)
          break
        case 'groups':
          if (change.all === undefined) groups = true
          else this.#groups = new Groups(change.all)
          break
        case 'presence':
          if (change.clockOffsetMs !== null) this.#clockOffsetMs = change.clockOffsetMs
          if (change.isWhole) this.presence.replace(change.people)
          else for (const [id, stamps] of change.people) this.presence.note(id, stamps)
          break
        case 'typing':
          if (change.until === null) this.typing.stop(change.conversation, change.personId)
          else this.typing.start(change.conversation, change.personId, change.until)
          break
        case 'attachments':
        case 'drafts':
        case 'progress':
        case 'waiting':
        case 'message':
        case 'ranges':
        case 'ranges_lost':
        case 'outbox':
        case 'moved':
          break
      }
    }
    if (organization) this.#loadOrganization()
    if (groups) this.#groups = groupsOf(this.#store.organization)
    for (const part of this.#parts.keys()) {
      const isFollowing = part.follows !== undefined && followed.has(part.follows)
      if (isFollowing || changed.has(part)) this.#parts.set(part, part.load(this.#store))
    }
  }

  #loadOrganization(): void {
    const { meta } = this.#store
    this.#organization = meta.organization()
    this.#era = meta.era()
    this.#epochHighs = meta.epochHighs()
  }
}

/** The world without the right to change it. */
export type ReadWorld = Omit<World, 'apply'>
