import type { PersonRef } from '../../../preload/contract.ts'
import type { PersonRow, StreamRow } from '../store/directory.ts'
import type { Organization } from '../store/meta.ts'
import type { LinkifierRow, ProfileFieldRow, ScheduledRow, StatusRow } from '../store/organization.ts'
import type { Settings } from '../store/organization-settings.ts'
import type { CustomEmojiRow } from '../store/preferences.ts'
import type { Store } from '../store/store.ts'
import { readStreamFacts, type StreamFacts } from '../store/stream-facts.ts'
import type { UserSettings } from '../store/user-settings.ts'
import type { Change } from './changes.ts'
import { Era } from './era.ts'
import { Groups, groupsOf } from './groups.ts'
import { isHiddenBy } from './topic-policies.ts'
import { botsOf, readLists, type Bot, type OrganizationLists } from './lists.ts'
import { PeopleIndex } from './people-index.ts'
import { Judge, type Asking } from './judge.ts'
import { permissionsOf, type Permissions } from './permissions.ts'
import { Presence, Typing } from './presence.ts'
import { roles } from './roles.ts'
import { UnreadIndex } from './unread-index.ts'

/**
 * The small tables in memory, as last committed. Only `apply` changes it, and only after a commit; after a rollback
 * there is nothing to take back.
 */
export class World {
  readonly #store: Store
  readonly unread = new UnreadIndex()
  readonly #people: Map<number, PersonRow>
  /** Made when it is asked for: a start needs none. */
  #peopleByName: PeopleIndex | undefined
  readonly #streams: Map<number, StreamRow>
  #organization: Organization | undefined
  #topicPolicies: ReadonlyMap<string, number> = new Map()
  #mutedPeople: ReadonlySet<number> = new Set()
  #emoji: ReadonlyMap<string, CustomEmojiRow> = new Map()
  #settings: UserSettings
  #settingsOf: Settings
  #groups: Groups
  #statuses: ReadonlyMap<number, StatusRow> = new Map()
  #profileFields: readonly ProfileFieldRow[] = []
  #linkifiers: readonly LinkifierRow[] = []
  #defaultStreams: ReadonlySet<number> = new Set()
  #lists: OrganizationLists = { playgrounds: [], domains: [], streamGroups: [], bots: [] }
  #alertWords: readonly string[] = []
  #scheduled: readonly ScheduledRow[] = []
  readonly presence = new Presence()
  readonly typing = new Typing()
  #clockOffsetMs = 0
  #era = new Era(0, new Map())
  #epochHighs: ReadonlyMap<number, number> = new Map()

  constructor(store: Store) {
    this.#store = store
    this.#settings = store.meta.userSettings()
    this.#settingsOf = store.meta.settings()
    this.#groups = groupsOf(store.organization)
    this.#people = new Map(store.directory.people().map((row) => [row.id, row]))
    this.#streams = new Map(store.directory.streams().map((row) => [row.id, row]))
    this.#loadOrganization()
    this.#loadPreferences()
    this.#loadStatuses()
    this.#scheduled = store.organization.scheduled()
    this.unread.put(store.unread.all())
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

  /** What keeps rows right now; another object whenever that is another. */
  get era(): Era {
    return this.#era
  }

  get epochHighs(): ReadonlyMap<number, number> {
    return this.#epochHighs
  }

  get streams(): ReadonlyMap<number, StreamRow> {
    return this.#streams
  }

  get people(): ReadonlyMap<number, PersonRow> {
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

  /** A topic as it is shown: messages may have none (`''`), which has a name of its own. */
  topicName(topic: string): string {
    return topic === '' ? this.#settingsOf.organization.empty_topic_display_name : topic
  }

  /** The user's choice for a topic, 0 where there is none (wire-protocol.md §2.8). */
  topicPolicy(streamId: number, key: string): number {
    return this.#topicPolicies.get(`${streamId}:${key}`) ?? 0
  }

  /** Whether a topic counts for nothing, by the table of wire-protocol.md §2.8; the user's waiting wishes are not in it. */
  isTopicHidden(streamId: number, key: string): boolean {
    return isHiddenBy(this.topicPolicy(streamId, key), this.#streams.get(streamId)?.is_muted === 1)
  }

  /** By `stream:topic key`. */
  get topicPolicies(): ReadonlyMap<string, number> {
    return this.#topicPolicies
  }

  get mutedPeople(): ReadonlySet<number> {
    return this.#mutedPeople
  }

  /** Custom emoji by id, deactivated ones too. */
  get emoji(): ReadonlyMap<string, CustomEmojiRow> {
    return this.#emoji
  }

  get settings(): UserSettings {
    return this.#settings
  }

  /** What the organization and its server decide. */
  get settingsOf(): Settings {
    return this.#settingsOf
  }

  get groups(): Groups {
    return this.#groups
  }

  get statuses(): ReadonlyMap<number, StatusRow> {
    return this.#statuses
  }

  /** In the organization's order. */
  get profileFields(): readonly ProfileFieldRow[] {
    return this.#profileFields
  }

  get linkifiers(): readonly LinkifierRow[] {
    return this.#linkifiers
  }

  /** What newcomers are subscribed to. */
  get defaultStreams(): ReadonlySet<number> {
    return this.#defaultStreams
  }

  /** Playgrounds, domains, groups of streams, bots. */
  get lists(): Omit<OrganizationLists, 'bots'> & { readonly bots: readonly Bot[] } {
    return { ...this.#lists, bots: botsOf(this.#lists.bots, this.#people) }
  }

  get alertWords(): readonly string[] {
    return this.#alertWords
  }

  /** Messages that wait for their time, by that time. */
  get scheduled(): readonly ScheduledRow[] {
    return this.#scheduled
  }

  /** The server's time for a time of this computer, UNIX seconds (O8). */
  serverSeconds(now: number): number {
    return Math.floor((now + this.#clockOffsetMs) / 1000)
  }

  /** The own account as who asks for a permission (O4). */
  asking(now: number): Asking {
    const self = this.#people.get(this.selfId)
    const role = self?.role ?? this.#organization?.selfRole ?? roles.member
    return { selfId: this.selfId, role, joinedAt: self?.joined_at ?? null, serverNow: this.serverSeconds(now) }
  }

  /** Who decides what the own account may do at this moment (UNIX milliseconds of this computer). */
  judge(now: number): Judge {
    return new Judge(this.asking(now), this.#settingsOf.organization, this.#groups, this.#people)
  }

  /** What the own account may do, from its role and the organization's policies (O4). */
  permissions(now: number): Permissions {
    return permissionsOf(this.judge(now))
  }

  /** What a stream decides for itself; nothing where it is not known. */
  streamFacts(streamId: number): StreamFacts {
    return readStreamFacts(this.#streams.get(streamId)?.facts ?? '{}')
  }

  /** Whether the live queue delivers what is written there. */
  isLive(streamId: number | null): boolean {
    return streamId === null || this.#streams.get(streamId)?.is_subscribed === 1
  }

  apply(changes: readonly Change[]): void {
    let organization = false
    let preferences = false
    let groups = false
    let statuses = false
    let scheduled = false
    for (const change of changes) {
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
          preferences = true
          break
        case 'groups':
          if (change.all === undefined) groups = true
          else this.#groups = new Groups(change.all)
          break
        case 'statuses':
          statuses = true
          break
        case 'scheduled':
          scheduled = true
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
    if (preferences) this.#loadPreferences()
    if (groups) this.#groups = groupsOf(this.#store.organization)
    if (statuses) this.#loadStatuses()
    if (scheduled) this.#scheduled = this.#store.organization.scheduled()
  }

  #loadStatuses(): void {
    this.#statuses = new Map(this.#store.organization.statuses().map((row) => [row.person_id, row]))
  }

  #loadPreferences(): void {
    const { preferences, meta } = this.#store
    this.#topicPolicies = new Map(preferences.topics().map((row) => [`${row.stream_id}:${row.topic_key}`, row.policy]))
    this.#mutedPeople = new Set(preferences.mutedPeople())
    this.#emoji = new Map(preferences.emoji().map((row) => [row.id, row]))
    this.#settings = meta.userSettings()
    this.#alertWords = preferences.alertWords()
  }

  #loadOrganization(): void {
    const { organization } = this.#store
    this.#organization = this.#store.meta.organization()
    this.#settingsOf = this.#store.meta.settings()
    this.#profileFields = organization.profileFields()
    this.#linkifiers = organization.linkifiers()
    this.#defaultStreams = new Set(organization.defaultStreams())
    this.#lists = readLists(this.#store.lists)
    this.#era = this.#store.meta.era()
    this.#epochHighs = this.#store.meta.epochHighs()
  }
}
