import type { MessageId, StreamId } from '../values/ids.ts'
import type { NavigationItem, TopicItem } from '#contract/navigation.ts'
import { parseConversation, streamConversation, topicConversation } from '../values/conversation.ts'
import type { ReadCore } from '../core/read-core.ts'
import type { StreamRow } from '../store/directory.ts'
import type { TopicListState } from '../sync/topic-lists.ts'
import type { FailuresProjection } from '../projections/failures.ts'
import type { PreferencesProjection } from '../projections/preferences.ts'
import type { UnreadProjection } from '../projections/unread.ts'

/** The most topics with unread messages below a stream, and the number to which recent topics fill the list up. */
const unreadTopics = 20
const recentTopics = 6
/** Seconds without messages after which a stream is inactive. */
const activeSeconds = 30 * 86_400

/** `demote_inactive_streams`: inactive streams stay among the others (wire-protocol.md §2.15). */
const neverDemoted = 3

/** The inputs of a stream's entries, except the time. */
interface Basis {
  readonly stream: StreamRow
  readonly topics: number
  readonly unread: number
  readonly preferences: number
  readonly failures: number
  readonly canFollow: boolean
  readonly isListed: boolean
}

interface Entries {
  readonly basis: Basis
  /** The time at which the stream becomes inactive without a new message, in UNIX seconds. */
  readonly activeUntil: number
  /** Whether the stream was active by time when the entries were computed. */
  readonly isActiveByTime: boolean
  readonly items: readonly NavigationItem[]
}

/** The sources of the entries of streams. */
export interface StreamEntriesParts {
  readonly core: ReadCore
  readonly unread: UnreadProjection
  readonly preferences: PreferencesProjection
  readonly failures: FailuresProjection
  readonly topicList: (streamId: StreamId) => TopicListState
}

interface KnownTopic {
  readonly topic_key: string
  readonly name: string
  /** The id of the newest message, cached or not. */
  readonly max_id: MessageId
}

/** A topic with the counts of its unread messages and failed actions. */
interface CountedTopic extends KnownTopic {
  readonly unread: number
  readonly mentions: number
  readonly failed: number
}

/**
 * The entries of a stream and its topics in the navigation. They are cached until one of their inputs changes, because
 * an account has hundreds of streams and a message concerns one of them.
 */
export class StreamEntries {
  readonly #core: ReadCore
  readonly #unread: UnreadProjection
  readonly #preferences: PreferencesProjection
  readonly #failures: FailuresProjection
  readonly #topicList: (streamId: StreamId) => TopicListState
  readonly #known = new Map<number, Entries>()

  constructor({ core, unread, preferences, failures, topicList }: StreamEntriesParts) {
    this.#core = core
    this.#unread = unread
    this.#preferences = preferences
    this.#failures = failures
    this.#topicList = topicList
  }

  of(stream: StreamRow): readonly NavigationItem[] {
    const { accountState, store, ports, capabilities } = this.#core
    const now = accountState.serverSeconds(ports.clock.now())
    const basis: Basis = {
      stream,
      topics: store.messages.topicsRevision(stream.id),
      unread: this.#unread.revisionOf(stream.id),
      preferences: this.#preferences.revision,
      failures: this.#failures.revision,
      canFollow: capabilities.followTopics,
      isListed: this.#topicList(stream.id) === 'stored',
    }
    const known = this.#known.get(stream.id)
    if (known !== undefined && isSame(known.basis, basis) && known.isActiveByTime === now < known.activeUntil) {
      return known.items
    }
    const entries = this.#make(basis, now)
    this.#known.set(stream.id, entries)
    return entries.items
  }

  #make(basis: Basis, now: number): Entries {
    const { stream } = basis
    const { messages } = this.#core.store
    const topics = this.#counted(stream.id, [...messages.topics(stream.id), ...this.#unsentTopics(stream.id)])
    const withUnread = topics.filter((topic) => topic.unread > 0).slice(0, unreadTopics)
    const withFailed = topics.filter((topic) => topic.failed > 0)
    const recent = topics.slice(0, Math.max(0, recentTopics - withUnread.length))
    const shown = new Set([...withFailed, ...withUnread, ...recent])
    const isMuted = stream.is_muted === 1
    // Messages of a muted topic never count; direct mentions in it do (U10).
    const counted = topics.filter((topic) => isMuted || !this.#preferences.isTopicHidden(stream.id, topic.topic_key))
    const activeUntil = this.#activeUntil(stream, topics)
    const isEverActive = this.#preferences.userSettings.demote_inactive_streams === neverDemoted
    const isActive =
      (isEverActive || now < activeUntil) && (stream.is_archived === 0 || topics.some((topic) => topic.unread > 0))
    const items: NavigationItem[] = [
      {
        key: streamConversation(stream.id),
        kind: 'stream',
        streamId: stream.id,
        name: stream.name,
        color: stream.color,
        isMuted,
        isPinned: stream.is_pinned === 1,
        isPrivate: stream.is_private === 1,
        isArchived: stream.is_archived === 1,
        folder: stream.is_pinned === 1 ? 'pinned' : isActive ? 'active' : 'inactive',
        unread: counted.reduce((sum, topic) => sum + topic.unread, 0),
        mentions: topics.reduce((sum, topic) => sum + topic.mentions, 0),
        failed: this.#failures.ofStream(stream.id),
        // If few topics are known, the server's list of topics may contain more.
        hasMoreTopics: shown.size < topics.length || (!basis.isListed && shown.size >= recentTopics),
      },
      ...topics.filter((topic) => shown.has(topic)).map((topic) => this.#item(stream.id, topic)),
    ]
    return { basis, activeUntil, isActiveByTime: now < activeUntil, items }
  }

  /** The first topics of a stream, by newest message; one more than `most` if there are more. */
  topicsOf(streamId: StreamId, most: number): TopicItem[] {
    const topics = [...this.#unsentTopics(streamId), ...this.#core.store.messages.topics(streamId)]
    return this.#counted(streamId, topics.slice(0, most + 1)).map((topic) => this.#item(streamId, topic))
  }

  #counted(streamId: StreamId, topics: readonly KnownTopic[]): CountedTopic[] {
    // A stream may have thousands of topics but unread messages in only a few.
    const withUnread = this.#unread.conversationsOf(streamId)
    return topics.map((topic) => {
      const conversation = topicConversation(streamId, topic.topic_key)
      const ids = withUnread.has(conversation) ? this.#unread.ids(conversation) : []
      const mentions = this.#unread.mentionsAmong(conversation, ids)
      return { ...topic, unread: ids.length, mentions, failed: this.#failures.of(conversation) }
    })
  }

  #item(streamId: StreamId, topic: CountedTopic): TopicItem {
    const { accountState, capabilities } = this.#core
    return {
      key: topicConversation(streamId, topic.topic_key),
      kind: 'topic',
      streamId,
      topic: topic.name,
      name: accountState.topicName(topic.name),
      unread: topic.unread,
      mentions: topic.mentions,
      failed: topic.failed,
      isMuted: this.#preferences.isTopicHidden(streamId, topic.topic_key),
      policy: this.#preferences.topicPolicy(streamId, topic.topic_key),
      canFollow: capabilities.followTopics,
    }
  }

  /** The topics that only unsent messages have. */
  #unsentTopics(streamId: StreamId): KnownTopic[] {
    return this.#failures.conversations().flatMap((conversation) => {
      const parsed = parseConversation(conversation)
      if (parsed?.kind !== 'topic' || parsed.streamId !== streamId) return []
      const key = parsed.topicKey
      if (this.#core.store.messages.topicName(streamId, key) !== undefined) return []
      return [{ topic_key: key, name: this.#failures.topicName(conversation) ?? key, max_id: 0 }]
    })
  }

  /**
   * The time until which a stream is active: it has messages of the last month or unread ones. The server's estimate
   * decides if its messages are not cached.
   */
  #activeUntil(stream: StreamRow, topics: readonly { readonly max_id: MessageId; readonly unread: number }[]): number {
    const [latest] = topics
    const isSeenActive =
      stream.is_recently_active === null ? (stream.weekly_traffic ?? 1) > 0 : stream.is_recently_active === 1
    if (latest === undefined) return isSeenActive ? Infinity : -Infinity
    if (topics.some((topic) => topic.unread > 0)) return Infinity
    const newest = this.#core.store.messages.get(latest.max_id)
    // The message is known only from the server's list of topics, which has no times.
    if (newest === undefined) return isSeenActive ? Infinity : -Infinity
    return newest.timestamp + activeSeconds
  }
}

function isSame(a: Basis, b: Basis): boolean {
  return (
    a.stream === b.stream &&
    a.topics === b.topics &&
    a.unread === b.unread &&
    a.preferences === b.preferences &&
    a.failures === b.failures &&
    a.canFollow === b.canFollow &&
    a.isListed === b.isListed
  )
}
