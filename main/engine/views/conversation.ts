import type { Narrow } from '#contract/base/values.ts'
import type { ConversationMeta } from '#contract/conversations.ts'
import type { ConversationItem } from '#contract/messages.ts'
import type { TopicLink } from '#contract/streams.ts'
import type { QueryOf } from '#contract/views.ts'
import type { ReadCore } from '../core/read-core.ts'
import type { Change } from '../state/changes.ts'
import { conversationKey, parseConversation, streamOfConversation, topicKey } from '../values/conversation.ts'
import { destinationOfKey } from '../projections/headings.ts'
import { topicLinks } from './messages/topic-links.ts'
import { linkifiers } from '../state/organization/linkifiers.ts'
import type { UserId } from '../values/ids.ts'
import { intervalAt, type Interval } from '../values/ranges.ts'
import type { ReasonOf } from '../projections/overlay.ts'
import { definitionOf } from '../actions/kinds.ts'
import type { MessageRow } from '../store/message-row.ts'
import type { OutboxRow } from '../store/outbox.ts'
import { conversationMeta } from './messages/conversation-meta.ts'
import {
  gapAfter,
  isUnreadOf,
  MessageListView,
  type MessageListPorts,
  type UnreadChange,
} from './messages/message-list-view.ts'
import { TypingProjection } from './messages/typing-projection.ts'
import { conversationSource } from './messages/row-source.ts'
import type { PreferencesProjection } from '../projections/preferences.ts'
import type { PresenceProjection } from '../projections/presences.ts'
import type { UnreadProjection } from '../projections/unread.ts'
import type { RefreshableView } from './view.ts'

/** The rows of the first state: at the end, or before and after its anchor. */
const sizes = { atEnd: 180, before: 60, after: 480 }

/** A list that the page showed at most this many milliseconds ago may name the former topic of a moved conversation. */
const listedMs = 10_000

/** The parts of the engine that the view needs. */
export interface ConversationPorts extends MessageListPorts {
  /** Conversations whose newest messages were fetched since the engine started. */
  readonly newestAsked: Set<string>
}

/** The projections that the view shows. */
export interface ConversationProjections {
  readonly unread: UnreadProjection
  readonly preferences: PreferencesProjection
  readonly presences: PresenceProjection
}

/**
 * The view of a conversation (or a stream with all its topics): after the rows come the pending ones of the outbox. It
 * follows its topic when that is moved.
 */
export class ConversationView
  extends MessageListView<ConversationItem, ConversationMeta>
  implements RefreshableView<'conversation'>
{
  protected override readonly kind = 'conversation'
  protected override readonly isAffectedByOlder = true
  readonly #unread: UnreadProjection
  readonly #preferences: PreferencesProjection
  readonly #presences: PresenceProjection
  readonly #newestAsked: Set<string>
  readonly #typing: TypingProjection
  #narrow: Narrow
  readonly #firstUnreadId: number | null
  /** The page shows the view. */
  #isOnScreen: boolean
  #hasPending = false
  /** The ids that the last update counted. */
  #unreadIds: ReadonlySet<number> = new Set()

  constructor(
    core: ReadCore,
    { unread, preferences, presences }: ConversationProjections,
    ports: ConversationPorts,
    query: Omit<QueryOf<'conversation'>, 'type'>,
  ) {
    const narrow = currentNarrow(core, query.narrow)
    const firstUnreadId = unread.ids(conversationKey(narrow))[0] ?? null
    const anchor =
      typeof query.anchor === 'number' ? query.anchor : query.anchor === 'first_unread' ? firstUnreadId : null
    super(core, unread, preferences, ports, { source: conversationSource(core, narrow), sizes, anchor })
    this.#unread = unread
    this.#preferences = preferences
    this.#presences = presences
    this.#newestAsked = ports.newestAsked
    this.#narrow = narrow
    this.#firstUnreadId = firstUnreadId
    this.#isOnScreen = query.isAhead !== true
    this.#typing = new TypingProjection(core, preferences, ports.onDirty)
  }

  /** Returns whether the page shows the window, and the window contains the newest messages of a conversation. */
  showsEndOf(conversation: string): boolean {
    return this.#isOnScreen && this.window.isAtEnd && this.#includes(conversation)
  }

  onMoved(change: Extract<Change, { kind: 'moved' }>): void {
    if (change.mode === 'change_one' || change.from !== conversationKey(this.#narrow)) return
    this.#follow(change.to)
    this.ports.onDirty()
  }

  override look(shown: Interval | null): void {
    this.#isOnScreen = true
    super.look(shown)
  }

  override close(): void {
    this.#typing.close()
    super.close()
  }

  /** The heading of a conversation with one person shows the person's presence. */
  showsPresenceOf(people: ReadonlySet<UserId>): boolean {
    const id = this.#onlyPerson()
    return id !== null && people.has(id)
  }

  protected override contains(_id: number, conversation: string): boolean {
    return this.#includes(conversation)
  }

  protected override mayContainStream(streamId: number): boolean {
    return this.#narrow.kind !== 'direct' && this.#narrow.streamId === streamId
  }

  protected override isOwnChange(change: Change): boolean {
    const own = conversationKey(this.#narrow)
    switch (change.kind) {
      case 'part':
        return change.part === linkifiers && this.#narrow.kind === 'topic'
      case 'typing':
      case 'drafts':
        return change.conversation === own
      case 'waiting':
        return this.#hasPending
      case 'people':
        return this.#isOfPeople(change)
      case 'outbox':
        return this.#includes(change.queueKey)
      case 'progress':
        return this.#includes(change.conversation)
      case 'unread_added':
      case 'unread_removed':
      case 'unread_replaced':
        return this.#isUnreadCounted(change)
      case 'streams':
        return (
          change.put.some(({ id }) => this.mayContainStream(id)) || change.gone.some((id) => this.mayContainStream(id))
        )
      case 'subscribers':
        return change.streamIds.some((id) => this.mayContainStream(id))
      case 'moved':
        return change.from === own || change.to === own
      default:
        return false
    }
  }

  protected override isGap(coverage: readonly Interval[], before: number, after: number): boolean {
    return !isJoined(coverage, before, after)
  }

  protected override isPositionUnproven(): boolean {
    const anchor = this.anchor()
    return anchor !== null && intervalAt(this.window.coverage(), anchor) === undefined
  }

  /** No event reports messages that were moved in from a stream which the user cannot read (M13). */
  protected override wantsNewest(): boolean {
    return !this.#newestAsked.has(conversationKey(this.#narrow))
  }

  protected override noteNewest(): void {
    this.#newestAsked.add(conversationKey(this.#narrow))
  }

  protected override itemsOf(rows: readonly MessageRow[]): readonly ConversationItem[] {
    return this.items.items(rows)
  }

  /** Returns a gap if newer messages are known to be missing, then the pending messages. */
  protected override itemsAfterRows(rows: readonly MessageRow[], coverage: readonly Interval[]): ConversationItem[] {
    const pending = this.#pendingItems()
    this.#hasPending = pending.length > 0
    if (!this.window.isEndShown) return []
    const last = rows.at(-1)
    const newest = coverage.at(-1)
    const isGapBelow = last !== undefined && newest?.high === Infinity && !isJoined(coverage, last.id, newest.low)
    return [...(isGapBelow ? [gapAfter(last)] : []), ...pending]
  }

  #includes(conversation: string): boolean {
    if (this.#narrow.kind === 'stream') return streamOfConversation(conversation) === this.#narrow.streamId
    return conversation === conversationKey(this.#narrow)
  }

  /**
   * Returns whether a change concerns the people of a direct conversation, whom the heading shows, or the own
   * account, whose permissions always matter.
   */
  #isOfPeople(change: Extract<Change, { kind: 'people' }>): boolean {
    const shown = [this.core.accountState.selfId, ...(this.#narrow.kind === 'direct' ? this.#narrow.userIds : [])]
    return shown.some((id) => change.put.some((row) => row.id === id) || change.gone.includes(id))
  }

  /** Returns whether a change concerns the unread messages that the meta data counts, outside of the window too. */
  #isUnreadCounted(change: UnreadChange): boolean {
    if (change.kind === 'unread_added' && this.#includes(change.conversation)) return true
    if (change.kind === 'unread_replaced' && change.put.some((row) => this.#includes(row.conversation))) return true
    return isUnreadOf(change, (id) => this.#unreadIds.has(id))
  }

  /** The other person of a direct conversation; null for several, and elsewhere. */
  #onlyPerson(): UserId | null {
    const [only = null, ...others] = this.#narrow.kind === 'direct' ? this.#narrow.userIds : []
    return others.length === 0 ? only : null
  }

  /** Follows the conversation after the whole topic was moved (M15). */
  #follow(conversation: string): void {
    if (parseConversation(conversation)?.kind !== 'topic' || this.#narrow.kind !== 'topic') return
    this.#narrow = destinationOfKey(this.core, conversation)
    this.window.follow(conversationSource(this.core, this.#narrow))
    this.revalidation.forget()
  }

  /** Returns the pending messages of the conversation. */
  #pendingItems(): ConversationItem[] {
    const { accountState, store } = this.core
    const narrow = this.#narrow
    const { waiting } = this.ports
    const rows =
      narrow.kind === 'stream' ? store.outbox.ofTopics(narrow.streamId) : store.outbox.ofQueue(conversationKey(narrow))
    const heads = new Map<string, OutboxRow>()
    return rows.flatMap((row) => {
      const ahead = heads.get(row.queue_key) ?? null
      if (ahead === null) heads.set(row.queue_key, row)
      const reasonOf: ReasonOf = (of, attachments) => waiting.of(of, ahead, attachments)
      const uploadedBytes = (id: string) => waiting.uploadedBytes(id)
      return definitionOf(row).overlay?.conversation?.(row, { accountState, reasonOf, uploadedBytes }) ?? []
    })
  }

  protected override meta(rows: readonly MessageRow[], coverage: readonly Interval[]): ConversationMeta {
    const unreadIds = this.#unread.ids(conversationKey(this.#narrow))
    this.#unreadIds = new Set(unreadIds)
    const person = this.#onlyPerson()
    return conversationMeta(this.core, this.#preferences, this.#narrow, {
      older: this.#olderState(rows, coverage),
      newer: this.newer(),
      firstUnreadId: this.#firstUnreadId,
      unread: unreadIds.length,
      typing: this.#typing.in(conversationKey(this.#narrow)),
      topicLinks: this.#topicLinks(),
      presence: person === null ? null : this.#presences.of(person),
    })
  }

  #topicLinks(): readonly TopicLink[] {
    if (this.#narrow.kind !== 'topic') return []
    return topicLinks(this.core, this.#narrow.streamId, this.#narrow.topic, this.ports.onDirty)
  }

  #olderState(rows: readonly MessageRow[], coverage: readonly Interval[]): ConversationMeta['older'] {
    const { loading } = this.revalidation
    if (loading === 'older') return 'loading'
    const first = rows[0]
    if (first === undefined) {
      if (coverage.at(-1)?.low === 0 || this.revalidation.isAllKnown) return 'none'
      return loading === 'refresh' ? 'loading' : this.ports.isOnline() ? 'more' : 'unreachable'
    }
    const known = intervalAt(coverage, first.id)
    const isOnDisk = this.window.source.before(first.id, 1).rows.some((row) => row.id >= (known?.low ?? first.id))
    if (isOnDisk) return 'more'
    if (known?.low === 0) return 'none'
    return this.ports.isOnline() ? 'more' : 'unreachable'
  }
}

function isJoined(intervals: readonly Interval[], from: number, to: number): boolean {
  return intervals.some(({ low, high }) => low <= from && to <= high)
}

/**
 * Returns the current narrow of a topic that has just moved as a whole, because the list from which it was chosen may
 * be a moment old (M15).
 */
function currentNarrow(core: ReadCore, narrow: Narrow): Narrow {
  if (narrow.kind !== 'topic') return narrow
  const conversation = conversationKey(narrow)
  const now = core.movedTopics.currentKeySince(conversation, core.ports.clock.elapsed() - listedMs)
  if (now === conversation) return narrow
  // New messages of the former topic, or pending ones, belong to it and not to the moved conversation.
  const { messages, outbox } = core.store
  const isThereAgain = messages.topicName(narrow.streamId, topicKey(narrow.topic)) !== undefined
  if (isThereAgain || outbox.ofQueue(conversation).length > 0) return narrow
  return destinationOfKey(core, now)
}
