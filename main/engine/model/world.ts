import type { PersonRef } from '../../../preload/contract.ts'
import type { PersonRow, StreamRow } from '../store/directory.ts'
import type { Organization, UserSettings } from '../store/meta.ts'
import type { CustomEmojiRow } from '../store/preferences.ts'
import type { Store } from '../store/store.ts'
import type { Change } from './changes.ts'
import { UnreadIndex } from './unread-index.ts'

/**
 * The small tables in memory, as last committed. Only `apply` changes it, and only after a commit; after a rollback
 * there is nothing to take back.
 */
export class World {
  readonly #store: Store
  readonly unread = new UnreadIndex()
  #people = new Map<number, PersonRow>()
  #streams = new Map<number, StreamRow>()
  #organization: Organization | undefined
  #topicPolicies: ReadonlyMap<string, number> = new Map()
  #mutedPeople: ReadonlySet<number> = new Set()
  #emoji: ReadonlyMap<string, CustomEmojiRow> = new Map()
  #settings: UserSettings
  #epoch = 0
  #epochHighs: ReadonlyMap<number, number> = new Map()

  constructor(store: Store) {
    this.#store = store
    this.#settings = store.meta.userSettings()
    this.#loadDirectory()
    this.#loadOrganization()
    this.#loadPreferences()
    this.unread.replace(store.unread.all())
  }

  get organization(): Organization | undefined {
    return this.#organization
  }

  get selfId(): number {
    return this.#organization?.selfId ?? 0
  }

  get epoch(): number {
    return this.#epoch
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

  /** The user's choice for a topic, 0 where there is none (wire-protocol.md §2.8). */
  topicPolicy(streamId: number, key: string): number {
    return this.#topicPolicies.get(`${streamId}:${key}`) ?? 0
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

  /** Whether the live queue delivers what is written there. */
  isLive(streamId: number | null): boolean {
    return streamId === null || this.#streams.get(streamId)?.is_subscribed === 1
  }

  apply(changes: readonly Change[]): void {
    let directory = false
    let organization = false
    let preferences = false
    for (const change of changes) {
      switch (change.kind) {
        case 'unread_added':
          this.unread.add(change.id, change.conversation, change.isMention)
          break
        case 'unread_removed':
          this.unread.remove(change.id)
          break
        case 'unread_replaced':
          this.unread.replace(this.#store.unread.all())
          break
        case 'directory':
          directory = true
          break
        case 'organization':
        case 'epoch':
          organization = true
          break
        case 'preferences':
          preferences = true
          break
        case 'drafts':
        case 'progress':
        case 'message':
        case 'ranges':
        case 'outbox':
        case 'moved':
          break
      }
    }
    if (directory) this.#loadDirectory()
    if (organization) this.#loadOrganization()
    if (preferences) this.#loadPreferences()
  }

  #loadDirectory(): void {
    this.#people = new Map(this.#store.directory.people().map((row) => [row.id, row]))
    this.#streams = new Map(this.#store.directory.streams().map((row) => [row.id, row]))
  }

  #loadPreferences(): void {
    const { preferences, meta } = this.#store
    this.#topicPolicies = new Map(preferences.topics().map((row) => [`${row.stream_id}:${row.topic_key}`, row.policy]))
    this.#mutedPeople = new Set(preferences.mutedPeople())
    this.#emoji = new Map(preferences.emoji().map((row) => [row.id, row]))
    this.#settings = meta.userSettings()
  }

  #loadOrganization(): void {
    this.#organization = this.#store.meta.organization()
    this.#epoch = this.#store.meta.epoch()
    this.#epochHighs = this.#store.meta.epochHighs()
  }
}
