import type { Core } from '../core.ts'
import { streamOfConversation, topicKey } from '../model/conversation.ts'
import { muteUserPayload, subscriptionPayload, topicPolicyPayload } from '../outbox/payload.ts'

/** What the user chose for topics, streams and people: what the server knows, and the wishes on their way to it (P3). */
export class ShownPreferences {
  readonly #core: Core
  #topics: ReadonlyMap<string, number> = new Map()
  #subscriptions: ReadonlyMap<string, boolean> = new Map()
  #people: ReadonlyMap<number, boolean> = new Map()

  constructor(core: Core) {
    this.#core = core
    this.#load()
    core.onCommit((changes) => {
      const isOwn = changes.some(
        (change) => change.kind === 'outbox' && /^(?:topic_policy|subscription|mute_user):/.test(change.conversation),
      )
      if (isOwn) this.#load()
    })
  }

  #load(): void {
    const { outbox } = this.#core.store
    const topics = new Map<string, number>()
    for (const row of outbox.ofKind('topic_policy')) {
      const { streamId, topic, policy } = topicPolicyPayload(row)
      topics.set(`${streamId}:${topicKey(topic)}`, policy)
    }
    this.#topics = topics
    const subscriptions = new Map<string, boolean>()
    for (const row of outbox.ofKind('subscription')) {
      const { streamId, property, value } = subscriptionPayload(row)
      subscriptions.set(`${streamId}:${property}`, value)
    }
    this.#subscriptions = subscriptions
    const people = new Map<number, boolean>()
    for (const row of outbox.ofKind('mute_user')) {
      const { userId, isMuted } = muteUserPayload(row)
      people.set(userId, isMuted)
    }
    this.#people = people
  }

  /** 0 inherit, 1 muted, 2 unmuted, 3 followed. */
  topicPolicy(streamId: number, key: string): number {
    return this.#topics.get(`${streamId}:${key}`) ?? this.#core.world.topicPolicy(streamId, key)
  }

  isStreamMuted(streamId: number): boolean {
    return this.#subscriptions.get(`${streamId}:is_muted`) ?? this.#core.world.streams.get(streamId)?.is_muted === 1
  }

  isStreamPinned(streamId: number): boolean {
    return this.#subscriptions.get(`${streamId}:pin_to_top`) ?? this.#core.world.streams.get(streamId)?.is_pinned === 1
  }

  isPersonMuted(id: number): boolean {
    return this.#people.get(id) ?? this.#core.world.mutedPeople.has(id)
  }

  mutedPeople(): number[] {
    const known = [...this.#core.world.mutedPeople, ...this.#people.keys()]
    return [...new Set(known)].filter((id) => this.isPersonMuted(id))
  }

  /** People whom the user has just muted: the server has not said yet what of theirs is read now. */
  newlyMutedPeople(): number[] {
    return [...this.#people].flatMap(([id, isMuted]) => (isMuted ? [id] : []))
  }

  /** Whether a topic counts for nothing, by the table of wire-protocol.md §2.8. */
  isTopicHidden(streamId: number, key: string): boolean {
    switch (this.topicPolicy(streamId, key)) {
      case 1:
        return true
      case 2:
      case 3:
        return false
      default:
        return this.isStreamMuted(streamId)
    }
  }

  /** The same for a conversation's key; direct conversations are never hidden. */
  isHidden(conversation: string): boolean {
    const streamId = streamOfConversation(conversation)
    if (streamId === null) return false
    return this.isTopicHidden(streamId, conversation.replace(/^topic:\d+:/, ''))
  }
}
