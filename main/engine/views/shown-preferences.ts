import { alertWordKey } from '../../../shared/alert-words.ts'
import type { Core } from '../core.ts'
import { streamOfConversation, topicKey } from '../model/conversation.ts'
import { withSubscriptionProperty } from '../model/directory-reducers.ts'
import { isHiddenBy } from '../model/topic-policies.ts'
import { alertWordPayload, muteUserPayload, subscriptionPayload, topicPolicyPayload } from '../outbox/payload.ts'
import type { StreamRow } from '../store/directory.ts'
import type { OutboxRow } from '../store/outbox.ts'
import { ReadAnew } from './read-anew.ts'

/** Lines of the outbox with wishes that are shown before the server knows them. */
const linesOfWishes = /^(?:topic_policy|subscription|mute_user|alert_word):/

/** What the user wished for and the server does not know yet, by topic, stream, person and word. */
interface Wishes {
  readonly topics: ReadonlyMap<string, number>
  readonly subscriptions: ReadonlyMap<number, readonly { property: string; value: boolean | string }[]>
  readonly people: ReadonlyMap<number, boolean>
  readonly words: ReadonlyMap<string, OutboxRow>
}

function readWishes({ store: { outbox } }: Core): Wishes {
  const topics = new Map<string, number>()
  for (const row of outbox.ofKind('topic_policy')) {
    const { streamId, topic, policy } = topicPolicyPayload(row)
    topics.set(`${streamId}:${topicKey(topic)}`, policy)
  }
  const subscriptions = Map.groupBy(outbox.ofKind('subscription').map(subscriptionPayload), (wish) => wish.streamId)
  const people = new Map<number, boolean>()
  for (const row of outbox.ofKind('mute_user')) {
    const { userId, isMuted } = muteUserPayload(row)
    people.set(userId, isMuted)
  }
  const words = new Map(outbox.ofKind('alert_word').map((row) => [alertWordKey(alertWordPayload(row).word), row]))
  return { topics, subscriptions, people, words }
}

/** A word that the user is alerted to. */
export interface AlertWord {
  readonly word: string
  readonly key: string
  /** The action that adds it, while the server does not have the word. */
  readonly row: OutboxRow | null
}

/** What the user chose for topics, streams, people and words: what the server knows, and the wishes on their way to it (P3). */
export class ShownPreferences {
  readonly #core: Core
  readonly #wishes: ReadAnew<Wishes>
  #revision = 0

  constructor(core: Core) {
    this.#core = core
    this.#wishes = new ReadAnew(
      core,
      (change) => change.kind === 'outbox' && linesOfWishes.test(change.conversation),
      () => readWishes(core),
    )
    core.onCommit('what is shown of preferences', (changes) => {
      if (changes.some((change) => change.kind === 'preferences')) this.#revision += 1
    })
  }

  /** A number that rises whenever policies of topics may be others. */
  get revision(): number {
    return this.#revision + this.#wishes.reads
  }

  /** 0 inherit, 1 muted, 2 unmuted, 3 followed. */
  topicPolicy(streamId: number, key: string): number {
    return this.#wishes.value.topics.get(`${streamId}:${key}`) ?? this.#core.world.topicPolicy(streamId, key)
  }

  /** Topics that the user follows. */
  followedTopics(): { readonly streamId: number; readonly topic: string }[] {
    const known = new Set([...this.#core.world.topicPolicies.keys(), ...this.#wishes.value.topics.keys()])
    return [...known].flatMap((place) => {
      const [, stream = '', topic = ''] = /^(\d+):(.*)$/s.exec(place) ?? []
      const streamId = Number(stream)
      return this.topicPolicy(streamId, topic) === 3 ? [{ streamId, topic }] : []
    })
  }

  /** A stream with the user's own choices for it. */
  stream(streamId: number): StreamRow | undefined {
    const stream = this.#core.world.streams.get(streamId)
    const wishes = this.#wishes.value.subscriptions.get(streamId)
    if (stream === undefined || wishes === undefined) return stream
    return wishes.reduce((shown, { property, value }) => withSubscriptionProperty(shown, property, value), stream)
  }

  isStreamMuted(streamId: number): boolean {
    return this.stream(streamId)?.is_muted === 1
  }

  isStreamPinned(streamId: number): boolean {
    return this.stream(streamId)?.is_pinned === 1
  }

  isPersonMuted(id: number): boolean {
    return this.#wishes.value.people.get(id) ?? this.#core.world.mutedPeople.has(id)
  }

  mutedPeople(): number[] {
    const known = [...this.#core.world.mutedPeople, ...this.#wishes.value.people.keys()]
    return [...new Set(known)].filter((id) => this.isPersonMuted(id))
  }

  /** People whom the user has just muted: the server has not said yet what of theirs is read now. */
  newlyMutedPeople(): number[] {
    return [...this.#wishes.value.people].flatMap(([id, isMuted]) => (isMuted ? [id] : []))
  }

  /**
   * The words that the user is alerted to, each once whatever its case, in the order of their letters; with the action
   * that still has to bring a word to the server.
   */
  alertWords(): AlertWord[] {
    const { words: wishes } = this.#wishes.value
    const shown = new Map<string, AlertWord>()
    for (const word of this.#core.world.alertWords) {
      const key = alertWordKey(word)
      if (!wishes.has(key) && !shown.has(key)) shown.set(key, { word, key, row: null })
    }
    for (const [key, row] of wishes) {
      const { word, isOn } = alertWordPayload(row)
      if (isOn) shown.set(key, { word, key, row })
    }
    return [...shown.values()].sort((a, b) => (a.key < b.key ? -1 : 1))
  }

  /** Whether a topic counts for nothing, by the table of wire-protocol.md §2.8. */
  isTopicHidden(streamId: number, key: string): boolean {
    return isHiddenBy(this.topicPolicy(streamId, key), this.isStreamMuted(streamId))
  }

  /** The same for a conversation's key; direct conversations are never hidden. */
  isHidden(conversation: string): boolean {
    const streamId = streamOfConversation(conversation)
    if (streamId === null) return false
    return this.isTopicHidden(streamId, conversation.replace(/^topic:\d+:/, ''))
  }
}
