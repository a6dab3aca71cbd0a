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
import { containersOf, intervalAt, type Interval } from '../values/ranges.ts'
import type { ReasonOf } from '../projections/overlay.ts'
import { definitionOf } from '../actions/kinds.ts'
import type { WaitReasons } from '../projections/wait-reason.ts'
import type { MessageRow } from '../store/message-row.ts'
import type { OutboxRow } from '../store/outbox.ts'
import { isSharedChange, isUnreadShown, isActionShown } from './hosting/affected.ts'
import { conversationMeta } from './messages/conversation-meta.ts'
import { MessageItems } from './messages/message-items.ts'
import { TypingProjection } from './messages/typing-projection.ts'
import { MessageWindow } from './messages/message-window.ts'
import { conversationSource } from './messages/row-source.ts'
import type { PreferencesProjection } from '../projections/preferences.ts'
import type { UnreadProjection } from '../projections/unread.ts'
import type { MoreDirection, RefreshableView } from './view.ts'
import { WindowRevalidation, type WindowRevalidationPorts } from './messages/window-revalidation.ts'

/** The rows of the first state: at the end, or before and after its anchor. */
const sizes = { atEnd: 180, before: 60, after: 480 }

/** A list that the page showed at most this many milliseconds ago may name the former topic of a moved conversation. */
const listedMs = 10_000

/** The parts of the engine that the view needs. */
export interface ConversationPorts extends WindowRevalidationPorts {
  readonly waiting: WaitReasons
  /** Conversations whose newest messages were fetched since the engine started. */
  readonly newestAsked: Set<string>
}

/**
 * The view of a conversation (or a stream with all its topics) around an anchor: a window of stored rows, with a gap
 * wherever completeness is not proven, then the pending rows of the outbox. It shows stored rows at once, then
 * fetches missing and stale ones (M8, M9).
 */
export class ConversationView implements RefreshableView<'conversation'> {
  readonly #core: ReadCore
  readonly #unread: UnreadProjection
  readonly #preferences: PreferencesProjection
  readonly #ports: ConversationPorts
  readonly #items: MessageItems
  readonly #window: MessageWindow
  readonly #revalidation: WindowRevalidation
  readonly #typing: TypingProjection
  #narrow: Narrow
  readonly #firstUnreadId: number | null
  /** The anchor at which the window was opened; null at the end. */
  #anchor: number | null
  #isMoved = false
  /** The page shows the view. */
  #isOnScreen: boolean
  #hasPending = false
  /** The ids that the last update counted. */
  #unreadIds: ReadonlySet<number> = new Set()

  constructor(
    core: ReadCore,
    unread: UnreadProjection,
    preferences: PreferencesProjection,
    ports: ConversationPorts,
    query: Omit<QueryOf<'conversation'>, 'type'>,
  ) {
    this.#core = core
    this.#unread = unread
    this.#preferences = preferences
    this.#ports = ports
    const narrow = currentNarrow(core, query.narrow)
    this.#narrow = narrow
    this.#isOnScreen = query.isAhead !== true
    this.#firstUnreadId = unread.ids(conversationKey(narrow))[0] ?? null
    this.#anchor =
      typeof query.anchor === 'number' ? query.anchor : query.anchor === 'first_unread' ? this.#firstUnreadId : null
    this.#typing = new TypingProjection(core, preferences, ports.onDirty)
    this.#items = new MessageItems(core, unread, preferences, ports.waiting)
    this.#window = new MessageWindow(core, conversationSource(core, narrow), sizes, ports.onDirty)
    this.#window.place(this.#anchor)
    this.#revalidation = new WindowRevalidation(core, this.#window, ports, {
      canAsk: () => true,
      anchor: () => this.#anchor,
      mayReposition: () => !this.#isMoved && this.#isAnchorUnknown(),
      wantsNewest: () => !ports.newestAsked.has(conversationKey(this.#narrow)),
      onNewest: () => {
        ports.newestAsked.add(conversationKey(this.#narrow))
      },
    })
  }

  get narrow(): Narrow {
    return this.#narrow
  }

  isAffected(change: Change): boolean {
    if (change.kind === 'part') return change.part === linkifiers && this.#narrow.kind === 'topic'
    if (change.kind === 'typing') return change.conversation === conversationKey(this.#narrow)
    const shared = isSharedChange(change, this.#items)
    if (change.kind === 'epoch') this.#window.noteAll()
    if (change.kind === 'waiting') return shared === true || this.#hasPending
    if (change.kind === 'people') return shared === true || this.#isOfPeople(change)
    if (shared !== undefined) return shared
    const own = conversationKey(this.#narrow)
    switch (change.kind) {
      case 'message':
        return this.#noteMessage(change)
      case 'outbox':
        return this.#includes(change.queueKey) || isActionShown(change.queueKey, this.#window, this.#streams())
      case 'progress':
        return this.#includes(change.conversation)
      case 'drafts':
        return change.conversation === own
      case 'unread_added':
      case 'unread_removed':
      case 'unread_replaced':
        return this.#isUnreadCounted(change)
      case 'streams':
        return this.#isOfStream(change)
      case 'ranges':
      case 'ranges_lost': {
        const isOwn = containersOf(this.#narrow).includes(change.container)
        if (isOwn && change.kind === 'ranges_lost') this.#revalidation.forget()
        return isOwn
      }
      case 'moved':
        return change.from === own || change.to === own
      default:
        return false
    }
  }

  onMoved(change: Extract<Change, { kind: 'moved' }>): void {
    if (change.mode === 'change_one' || change.from !== conversationKey(this.#narrow)) return
    this.#follow(change.to)
    this.#ports.onDirty()
  }

  look(shown: Interval | null): void {
    this.#isOnScreen = true
    this.#window.look(shown)
    this.#core.runInBackground('a conversation', this.refresh())
  }

  anchor(): number | null {
    return this.#anchor
  }

  noteAll(): void {
    this.#window.noteAll()
    this.#revalidation.forget()
  }

  compute(): { items: ConversationItem[]; meta: ConversationMeta } {
    const rows = this.#window.take()
    const coverage = this.#window.coverage()
    const items: ConversationItem[] = []
    let previous: MessageRow | undefined
    for (const [index, item] of this.#items.items(rows).entries()) {
      const row = rows[index]
      if (previous !== undefined && row !== undefined && !isJoined(coverage, previous.id, row.id)) {
        items.push({ key: `gap:${previous.id}`, kind: 'gap' })
      }
      items.push(item)
      previous = row
    }
    const last = rows.at(-1)
    const newest = coverage.at(-1)
    const { isEndShown } = this.#window
    if (isEndShown && last !== undefined && newest?.high === Infinity && !isJoined(coverage, last.id, newest.low)) {
      items.push({ key: `gap:${last.id}`, kind: 'gap' })
    }
    const pending = this.#pendingItems()
    this.#hasPending = pending.length > 0
    if (isEndShown) items.push(...pending)
    return { items, meta: this.#meta(rows, coverage) }
  }

  close(): void {
    this.#typing.close()
    this.#revalidation.close()
  }

  /** Loads more on one side: from disk if that is complete, otherwise from the server. */
  async more(direction: MoreDirection): Promise<void> {
    this.#isMoved = true
    if (direction === 'older') {
      await this.#revalidation.older()
      return
    }
    if (direction === 'newest') {
      this.#anchor = null
      this.#window.place(null)
    } else if (!this.#window.isAtEnd) this.#window.growNewer()
    this.#ports.onDirty()
    await this.refresh()
  }

  /** Fetches the missing and stale messages of the window, until there are none. */
  refresh(): Promise<void> {
    return this.#revalidation.refresh()
  }

  /** Returns the first id of the window. */
  lowestShown(): number {
    return this.#window.rows()[0]?.id ?? Infinity
  }

  /** Returns whether the page shows the window, and the window contains the newest messages of a conversation. */
  showsEndOf(conversation: string): boolean {
    return this.#isOnScreen && this.#window.isAtEnd && this.#includes(conversation)
  }

  #isAnchorUnknown(): boolean {
    return this.#anchor !== null && intervalAt(this.#window.coverage(), this.#anchor) === undefined
  }

  #includes(conversation: string): boolean {
    if (this.#narrow.kind === 'stream') return streamOfConversation(conversation) === this.#narrow.streamId
    return conversation === conversationKey(this.#narrow)
  }

  #streams(): ReadonlySet<number> {
    return new Set(this.#narrow.kind === 'direct' ? [] : [this.#narrow.streamId])
  }

  #isOfStream(change: Extract<Change, { kind: 'streams' }>): boolean {
    const narrow = this.#narrow
    if (narrow.kind === 'direct') return false
    return change.put.some(({ id }) => id === narrow.streamId) || change.gone.includes(narrow.streamId)
  }

  /**
   * Returns whether a change concerns the people of a direct conversation, whom the heading shows, or the own
   * account, whose permissions always matter.
   */
  #isOfPeople(change: Extract<Change, { kind: 'people' }>): boolean {
    const shown = [this.#core.accountState.selfId, ...(this.#narrow.kind === 'direct' ? this.#narrow.userIds : [])]
    return shown.some((id) => change.put.some((row) => row.id === id) || change.gone.includes(id))
  }

  #noteMessage({ id, conversation }: Extract<Change, { kind: 'message' }>): boolean {
    if (conversation === '*') {
      this.#window.noteAll()
      return true
    }
    if (!this.#includes(conversation) && !this.#window.shows(id)) return false
    if (this.#window.reaches(id)) this.#window.note(id)
    // The page shows nothing above the window; below it, it shows whether there is more.
    return this.#window.reaches(id) || id < this.#window.low
  }

  #isUnreadCounted(change: Extract<Change, { kind: 'unread_added' | 'unread_removed' | 'unread_replaced' }>): boolean {
    if (change.kind === 'unread_added' && this.#includes(change.conversation)) return true
    if (change.kind === 'unread_replaced' && change.put.some((row) => this.#includes(row.conversation))) return true
    return isUnreadShown(change, (id) => this.#unreadIds.has(id) || this.#window.shows(id))
  }

  /** Follows the conversation after the whole topic was moved (M15). */
  #follow(conversation: string): void {
    if (parseConversation(conversation)?.kind !== 'topic' || this.#narrow.kind !== 'topic') return
    this.#narrow = destinationOfKey(this.#core, conversation)
    this.#window.follow(conversationSource(this.#core, this.#narrow))
    this.#revalidation.forget()
  }

  /** Returns the pending messages of the conversation. */
  #pendingItems(): ConversationItem[] {
    const { accountState, store } = this.#core
    const narrow = this.#narrow
    const { waiting } = this.#ports
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

  #meta(rows: readonly MessageRow[], coverage: readonly Interval[]): ConversationMeta {
    const unreadIds = this.#unread.ids(conversationKey(this.#narrow))
    this.#unreadIds = new Set(unreadIds)
    return conversationMeta(this.#core, this.#preferences, this.#narrow, {
      older: this.#olderState(rows, coverage),
      newer: this.#window.isEndShown ? (this.#revalidation.loading === 'refresh' ? 'loading' : 'none') : 'more',
      firstUnreadId: this.#firstUnreadId,
      unread: unreadIds.length,
      typing: this.#typing.in(conversationKey(this.#narrow)),
      topicLinks: this.#topicLinks(),
    })
  }

  #topicLinks(): readonly TopicLink[] {
    if (this.#narrow.kind !== 'topic') return []
    return topicLinks(this.#core, this.#narrow.streamId, this.#narrow.topic, this.#ports.onDirty)
  }

  #olderState(rows: readonly MessageRow[], coverage: readonly Interval[]): ConversationMeta['older'] {
    const { loading } = this.#revalidation
    if (loading === 'older') return 'loading'
    const first = rows[0]
    if (first === undefined) {
      if (coverage.at(-1)?.low === 0 || this.#revalidation.isAllKnown) return 'none'
      return loading === 'refresh' ? 'loading' : this.#ports.isOnline() ? 'more' : 'unreachable'
    }
    const known = intervalAt(coverage, first.id)
    const isOnDisk = this.#window.source.before(first.id, 1).rows.some((row) => row.id >= (known?.low ?? first.id))
    if (isOnDisk) return 'more'
    if (known?.low === 0) return 'none'
    return this.#ports.isOnline() ? 'more' : 'unreachable'
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
