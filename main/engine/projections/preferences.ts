import type { StreamId } from '../values/ids.ts'
import type { ReadCore } from '../core/read-core.ts'
import { parseConversation } from '../values/conversation.ts'
import { withSubscriptionProperty } from '../state/directory/stream-reducers.ts'
import { isHiddenBy } from '../values/topics.ts'
import type { PendingPreferences, ShownKind, ShownKinds } from './overlay.ts'
import type { StreamRow } from '../store/directory.ts'
import type { UserSettings } from '../store/documents/user-settings.ts'
import { CachedRead } from './cached-read.ts'
import { mutedPeople } from '../state/preferences/muted-people.ts'

/** The user's settings, and choices for topics, streams and people: the server's state with the pending choices applied. */
export class PreferencesProjection {
  readonly #core: ReadCore
  readonly #choices: readonly ShownKind[]
  readonly #pending: CachedRead<PendingPreferences>
  #revision = 0

  constructor(core: ReadCore, kinds: ShownKinds) {
    this.#core = core
    this.#choices = kinds.where(({ overlay }) => overlay?.preferences !== undefined)
    this.#pending = new CachedRead(
      core,
      (change) => change.kind === 'outbox' && this.isOfChoices(change.queueKey),
      () => this.#readPending(kinds),
    )
    core.onCommit('the projection of preferences', (changes) => {
      if (changes.some((change) => change.kind === 'preferences')) this.#revision += 1
    })
  }

  #readPending(kinds: ShownKinds): PendingPreferences {
    const pending: PendingPreferences = {
      topics: new Map(),
      subscriptions: new Map(),
      people: new Map(),
      settings: new Map(),
    }
    for (const row of this.#core.store.outbox.ofKinds(this.#choices.map(({ name }) => name))) {
      kinds.of(row).overlay?.preferences?.(pending, row)
    }
    return pending
  }

  /** Whether rows with a queue key are choices, so that a change of them may change this projection. */
  isOfChoices(queueKey: string): boolean {
    return this.#choices.some((kind) => kind.queueKey.pattern.test(queueKey))
  }

  /** A version that increases whenever policies of topics may have changed. */
  get revision(): number {
    return this.#revision + this.#pending.reads
  }

  /** The settings of the account with the pending changes applied. */
  get userSettings(): UserSettings {
    const { settings } = this.#pending.value
    const { userSettings } = this.#core.accountState
    return settings.size === 0 ? userSettings : { ...userSettings, ...Object.fromEntries(settings) }
  }

  /** 0 inherit, 1 muted, 2 unmuted, 3 followed. */
  topicPolicy(streamId: StreamId, key: string): number {
    return this.#pending.value.topics.get(`${streamId}:${key}`) ?? this.#core.accountState.topicPolicy(streamId, key)
  }

  /** The topics that the user follows. */
  followedTopics(): { readonly streamId: StreamId; readonly topic: string }[] {
    return this.topicsOfPolicy(3)
  }

  /** The topics with a policy, by their keys. */
  topicsOfPolicy(policy: number): { readonly streamId: StreamId; readonly topic: string }[] {
    const known = new Set([...this.#core.accountState.topicPolicies.keys(), ...this.#pending.value.topics.keys()])
    return [...known].flatMap((key) => {
      const [, stream = '', topic = ''] = /^(\d+):(.*)$/s.exec(key) ?? []
      const streamId = Number(stream)
      return this.topicPolicy(streamId, topic) === policy ? [{ streamId, topic }] : []
    })
  }

  /** A stream with the user's pending choices applied. */
  stream(streamId: StreamId): StreamRow | undefined {
    const stream = this.#core.accountState.streams.get(streamId)
    const pending = this.#pending.value.subscriptions.get(streamId)
    if (stream === undefined || pending === undefined) return stream
    return pending.reduce((shown, { property, value }) => withSubscriptionProperty(shown, property, value), stream)
  }

  isStreamMuted(streamId: StreamId): boolean {
    return this.stream(streamId)?.is_muted === 1
  }

  isStreamPinned(streamId: StreamId): boolean {
    return this.stream(streamId)?.is_pinned === 1
  }

  isPersonMuted(id: number): boolean {
    return this.#pending.value.people.get(id) ?? this.#core.accountState.of(mutedPeople).has(id)
  }

  mutedPeople(): number[] {
    const known = [...this.#core.accountState.of(mutedPeople), ...this.#pending.value.people.keys()]
    return [...new Set(known)].filter((id) => this.isPersonMuted(id))
  }

  /** People whom the user has just muted; the server has not reported yet which of their messages are read. */
  newlyMutedPeople(): number[] {
    return [...this.#pending.value.people].flatMap(([id, isMuted]) => (isMuted ? [id] : []))
  }

  /** Whether a topic is hidden, by the table of wire-protocol.md §2.8. */
  isTopicHidden(streamId: StreamId, key: string): boolean {
    return isHiddenBy(this.topicPolicy(streamId, key), this.isStreamMuted(streamId))
  }

  /** Whether a conversation is hidden; direct conversations never are. */
  isHidden(conversation: string): boolean {
    const parsed = parseConversation(conversation)
    if (parsed === null || parsed.kind === 'direct') return false
    return parsed.kind === 'stream'
      ? this.isStreamMuted(parsed.streamId)
      : this.isTopicHidden(parsed.streamId, parsed.topicKey)
  }
}
