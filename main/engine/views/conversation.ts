import type { ConversationItem, ConversationMeta, Narrow } from '../../../preload/contract.ts'
import type { Core } from '../core.ts'
import type { Change } from '../model/changes.ts'
import { conversationKey, streamOfConversation, topicKey } from '../model/conversation.ts'
import { containersOf, intervalAt, intervalOf, union, type Interval } from '../model/ranges.ts'
import { mayPost } from '../model/permissions.ts'
import { isResolved } from '../model/resolved-topic.ts'
import { composerDraft } from '../outbox/draft-actions.ts'
import { movesByTopic } from '../outbox/move-actions.ts'
import { pendingItem } from '../outbox/overlay.ts'
import type { WaitReasons } from '../outbox/wait-reason.ts'
import type { MessageRow } from '../store/messages.ts'
import type { OutboxRow } from '../store/outbox.ts'
import type { FetchRequest } from '../sync/fetcher.ts'
import { MessageItems, touchesMessages } from './message-items.ts'
import type { ShownPreferences } from './shown-preferences.ts'
import type { ShownUnread } from './shown-unread.ts'
import type { RefreshableView } from './view-host.ts'

/** Rows that the first state holds before and after its anchor, and that each step adds. */
const rowsBefore = 60
const rowsAfter = 120
const rowsPerStep = 80
const fetchSize = 100
/** A hole between rows is filled in few steps. */
const gapFetchSize = 1000
/** Requests that one refresh makes at most: what a long absence left open beyond them, the backfill fills. */
const maxRefreshSteps = 6
const beyondAll = Number.MAX_SAFE_INTEGER

export interface ConversationPorts {
  /** Whether a fetch can succeed now. */
  readonly isOnline: () => boolean
  /** Fetches in the foreground; rejects when it cannot. */
  readonly fetch: (request: FetchRequest) => Promise<unknown>
  /** Something but the tables changed: compute again. */
  readonly onDirty: () => void
  readonly waiting: WaitReasons
}

/**
 * A conversation (or a stream with all its topics) around a place: a window of stored rows, with a gap wherever
 * completeness is not proven, then what waits in the outbox. It answers from disk, and then asks the server for what
 * is missing or in doubt (P1, M8, M9).
 */
export class ConversationView implements RefreshableView {
  readonly #core: Core
  readonly #unread: ShownUnread
  readonly #preferences: ShownPreferences
  readonly #ports: ConversationPorts
  #narrow: Narrow
  /** The window holds ids from low (inclusive); it follows new messages while `isAtEnd`. */
  #low = 0
  #high = beyondAll
  readonly #firstUnreadId: number | null
  /** Where the window was opened; null at the end. */
  #anchor: number | null
  #loading: 'older' | 'refresh' | null = null
  #closed = false
  /** Raised when what is being loaded is not wanted any more (M10). */
  #generation = 0

  constructor(
    core: Core,
    unread: ShownUnread,
    preferences: ShownPreferences,
    ports: ConversationPorts,
    query: { readonly narrow: Narrow; readonly anchor: 'first_unread' | 'newest' | number },
  ) {
    this.#core = core
    this.#unread = unread
    this.#preferences = preferences
    this.#ports = ports
    this.#narrow = query.narrow
    this.#firstUnreadId = unread.ids(conversationKey(query.narrow))[0] ?? null
    this.#anchor =
      typeof query.anchor === 'number' ? query.anchor : query.anchor === 'first_unread' ? this.#firstUnreadId : null
    this.#placeWindow(this.#anchor)
  }

  get narrow(): Narrow {
    return this.#narrow
  }

  isAffected(change: Change): boolean {
    const own = conversationKey(this.#narrow)
    switch (change.kind) {
      case 'message':
      case 'outbox':
        return touchesMessages(change) || this.#holds(change.conversation)
      case 'drafts':
        return change.conversation === own
      case 'waiting':
        return true
      case 'progress':
        return this.#holds(change.conversation)
      case 'preferences':
      case 'unread_added':
      case 'unread_removed':
      case 'unread_replaced':
      case 'people':
      case 'streams':
      case 'organization':
      case 'epoch':
        return true
      case 'groups':
      case 'statuses':
      case 'scheduled':
      case 'attachments':
      case 'presence':
      case 'typing':
        return false
      case 'ranges':
      case 'ranges_lost':
        return containersOf(this.#narrow).includes(change.container)
      case 'moved':
        return change.from === own || change.to === own
    }
  }

  onMoved(change: Extract<Change, { kind: 'moved' }>): void {
    if (change.mode === 'change_one' || change.from !== conversationKey(this.#narrow)) return
    this.#follow(change.to)
    this.#ports.onDirty()
  }

  compute(): { items: ConversationItem[]; meta: ConversationMeta } {
    const rows = this.#rows()
    const intervals = this.#coverage()
    const items: ConversationItem[] = []
    const messages = new MessageItems(this.#core, this.#unread, this.#preferences, this.#ports.waiting)
    let previous: MessageRow | undefined
    for (const row of rows) {
      if (previous !== undefined && !isJoined(intervals, previous.id, row.id)) {
        items.push({ key: `gap:${previous.id}`, kind: 'gap' })
      }
      items.push(messages.item(row))
      previous = row
    }
    const last = rows.at(-1)
    const newest = intervals.at(-1)
    if (
      this.#isAtEnd() &&
      last !== undefined &&
      newest?.high === Infinity &&
      !isJoined(intervals, last.id, newest.low)
    ) {
      items.push({ key: `gap:${last.id}`, kind: 'gap' })
    }
    if (this.#isAtEnd()) items.push(...this.#pendingItems())
    return { items, meta: this.#meta(rows, intervals) }
  }

  close(): void {
    this.#closed = true
    this.#generation += 1
  }

  /** Shows more on one side: from disk where that is complete, else from the server. */
  async more(direction: 'older' | 'newer' | 'newest'): Promise<void> {
    if (direction === 'newest') {
      this.#anchor = null
      this.#placeWindow(null)
      this.#ports.onDirty()
      await this.refresh()
      return
    }
    if (direction === 'older') await this.#older()
    else this.#newer()
  }

  /** Asks the server for what is missing or in doubt in the window, until nothing is. */
  async refresh(): Promise<void> {
    let previous = ''
    for (let step = 0; step < maxRefreshSteps; step += 1) {
      if (this.#closed || this.#loading !== null || !this.#ports.isOnline()) return
      const request = this.#refreshRequest()
      const text = JSON.stringify(request ?? null)
      // The same question again would get the same answer.
      if (request === undefined || text === previous) return
      previous = text
      // What is fetched now lies around the place, on both sides: the window is put there anew.
      const isNewPlace = this.#rows().length === 0 || this.#isAnchorUnknown()
      if (!(await this.#load('refresh', request))) return
      if (isNewPlace) this.#placeWindow(this.#anchor)
      this.#ports.onDirty()
    }
  }

  #isAnchorUnknown(): boolean {
    return this.#anchor !== null && intervalAt(this.#coverage(), this.#anchor) === undefined
  }

  #refreshRequest(): FetchRequest | undefined {
    const { world } = this.#core
    const intervals = this.#coverage()
    const rows = this.#rows()
    const newest = intervals.at(-1)
    const isLive = newest?.high === Infinity
    const base = { scope: this.#narrow, priority: 'foreground' as const }
    const anchor = this.#anchor
    if (anchor !== null && this.#isAnchorUnknown()) {
      return { ...base, anchor, numBefore: rowsBefore, numAfter: fetchSize }
    }
    const isStale = rows.some((row) => row.verified_epoch !== world.epoch)
    if (!isLive || isStale || rows.length === 0) {
      const first = rows.at(-fetchSize)?.id
      if (isLive && rows.length === 0 && newest.low === 0) return undefined
      return first !== undefined && isLive && isStale && rows.length <= fetchSize
        ? { ...base, anchor: first, numBefore: 0, numAfter: rowsBefore + rowsAfter }
        : { ...base, anchor: 'newest', numBefore: fetchSize, numAfter: 0 }
    }
    const gap = firstGap(intervals, rows)
    return gap === undefined ? undefined : { ...base, anchor: gap, numBefore: 0, numAfter: gapFetchSize }
  }

  async #older(): Promise<void> {
    const first = this.#rows()[0]
    const intervals = this.#coverage()
    const known = intervalAt(intervals, first?.id ?? beyondAll)
    const low = known?.low ?? first?.id ?? beyondAll
    const stored = this.#core.store.messages
      .before(this.#narrow, first?.id ?? beyondAll, rowsPerStep)
      .filter((row) => row.id >= low)
    const next = stored[0]
    if (next !== undefined) {
      this.#low = next.id
      this.#ports.onDirty()
      return
    }
    if (low === 0 || this.#loading !== null) return
    const request: FetchRequest = {
      scope: this.#narrow,
      anchor: low === beyondAll ? 'newest' : low,
      numBefore: fetchSize,
      numAfter: 0,
      priority: 'foreground',
    }
    if (await this.#load('older', request)) {
      const fetched = this.#core.store.messages.before(this.#narrow, first?.id ?? beyondAll, fetchSize)
      this.#low = Math.min(this.#low, fetched[0]?.id ?? this.#low)
    }
    this.#ports.onDirty()
  }

  #newer(): void {
    if (this.#isAtEnd()) {
      void this.refresh()
      return
    }
    const rows = this.#core.store.messages.from(this.#narrow, this.#high, rowsPerStep + 1)
    this.#high = rows.length <= rowsPerStep ? beyondAll : (rows.at(-1)?.id ?? beyondAll)
    this.#ports.onDirty()
  }

  async #load(what: 'older' | 'refresh', request: FetchRequest): Promise<boolean> {
    const generation = this.#generation
    this.#loading = what
    this.#ports.onDirty()
    try {
      await this.#ports.fetch(request)
      return generation === this.#generation
    } catch (error) {
      this.#core.ports.log('info', `conversation: ${String(error)}`)
      return false
    } finally {
      if (generation === this.#generation) this.#loading = null
    }
  }

  /** Puts the window around a message, or at the end. */
  #placeWindow(anchor: number | null): void {
    const { messages } = this.#core.store
    const before = messages.before(
      this.#narrow,
      anchor ?? beyondAll,
      anchor === null ? rowsBefore + rowsAfter : rowsBefore,
    )
    this.#low = before[0]?.id ?? anchor ?? 0
    this.#high = beyondAll
    if (anchor !== null) {
      const after = messages.from(this.#narrow, anchor, rowsAfter * 4 + 1)
      if (after.length > rowsAfter * 4) this.#high = after.at(-1)?.id ?? beyondAll
    }
  }

  /** The first id of the window. */
  lowestShown(): number {
    return this.#low
  }

  /** Whether the newest messages of a conversation are in the window. */
  showsEndOf(conversation: string): boolean {
    return this.#isAtEnd() && this.#holds(conversation)
  }

  #isAtEnd(): boolean {
    return this.#high === beyondAll
  }

  #rows(): MessageRow[] {
    return this.#core.store.messages.between(this.#narrow, this.#low, this.#high)
  }

  #coverage(): Interval[] {
    const { world, store } = this.#core
    return union(
      containersOf(this.#narrow).flatMap((container) =>
        store.ranges.of(container).map((row) => intervalOf(row, world.epoch, world.epochHighs)),
      ),
    )
  }

  #holds(conversation: string): boolean {
    if (this.#narrow.kind === 'stream') return streamOfConversation(conversation) === this.#narrow.streamId
    return conversation === conversationKey(this.#narrow)
  }

  /** The topic went elsewhere as a whole: the view goes with it (M15). */
  #follow(conversation: string): void {
    const match = /^topic:(\d+):(.*)$/s.exec(conversation)
    if (match === null || this.#narrow.kind !== 'topic') return
    const streamId = Number(match[1])
    const key = match[2] ?? ''
    this.#narrow = { kind: 'topic', streamId, topic: this.#core.store.messages.topicName(streamId, key) ?? key }
    this.#low = Math.min(
      this.#low,
      this.#core.store.messages.before(this.#narrow, beyondAll, rowsBefore)[0]?.id ?? this.#low,
    )
  }

  #pendingItems(): ConversationItem[] {
    const { world, store } = this.#core
    const self = world.person(world.selfId)
    const narrow = this.#narrow
    const rows =
      narrow.kind === 'stream'
        ? store.outbox.sendingsOfStream(narrow.streamId)
        : store.outbox.ofConversation(conversationKey(narrow)).filter((row) => row.kind === 'send')
    const heads = new Map<string, OutboxRow>()
    return rows.map((row) => {
      const ahead = heads.get(row.conversation) ?? null
      if (ahead === null) heads.set(row.conversation, row)
      return pendingItem(row, self, this.#ports.waiting, ahead)
    })
  }

  #meta(rows: readonly MessageRow[], intervals: readonly Interval[]): ConversationMeta {
    const { world, store } = this.#core
    const narrow = this.#narrow
    const stream = narrow.kind === 'direct' ? undefined : this.#preferences.stream(narrow.streamId)
    const people = narrow.kind === 'direct' ? narrow.userIds.map((id) => world.person(id)) : []
    const topic =
      narrow.kind === 'topic'
        ? movesByTopic(this.#core).nameOf(
            narrow.streamId,
            store.messages.topicName(narrow.streamId, topicKey(narrow.topic)) ?? narrow.topic,
          )
        : null
    return {
      narrow,
      title:
        topic ?? (narrow.kind === 'direct' ? directTitle(people.map((person) => person.name)) : (stream?.name ?? '')),
      streamName: stream?.name ?? null,
      streamColor: stream?.color ?? null,
      description: stream?.description ?? '',
      people,
      older: this.#olderState(rows, intervals),
      newer: this.#isAtEnd() ? (this.#loading === 'refresh' ? 'loading' : 'none') : 'more',
      firstUnreadId: this.#firstUnreadId,
      unread: this.#unread.ids(conversationKey(narrow)).length,
      isReadByScrolling: isReadByScrolling(world.settings.web_mark_read_on_scroll_policy, narrow),
      canPost:
        narrow.kind === 'direct' ||
        (stream !== undefined &&
          mayPost(stream, world.asking(this.#core.ports.clock.now()), world.settingsOf.organization)),
      needsTopic: world.settingsOf.organization.mandatory_topics,
      maxMessageLength: world.organization?.maxMessageLength ?? 10_000,
      maxTopicLength: world.organization?.maxTopicLength ?? 60,
      maxUploadBytes: world.organization?.maxUploadBytes ?? 0,
      draft: composerDraft(this.#core, narrow),
      topicPolicy:
        narrow.kind === 'topic' ? this.#preferences.topicPolicy(narrow.streamId, topicKey(narrow.topic)) : null,
      canFollow: this.#core.capabilities.followTopics,
      isStreamMuted: stream?.is_subscribed === 1 ? this.#preferences.isStreamMuted(stream.id) : null,
      isStreamPinned: stream !== undefined && this.#preferences.isStreamPinned(stream.id),
      isResolved: topic === null || stream === undefined ? null : isResolved(topic),
      mutedPeople: narrow.kind === 'direct' ? narrow.userIds.filter((id) => this.#preferences.isPersonMuted(id)) : [],
    }
  }

  #olderState(rows: readonly MessageRow[], intervals: readonly Interval[]): ConversationMeta['older'] {
    if (this.#loading === 'older') return 'loading'
    const first = rows[0]
    if (first === undefined) {
      if (intervals.at(-1)?.low === 0) return 'none'
      return this.#loading === 'refresh' ? 'loading' : this.#ports.isOnline() ? 'more' : 'unreachable'
    }
    const known = intervalAt(intervals, first.id)
    const isOnDisk = this.#core.store.messages
      .before(this.#narrow, first.id, 1)
      .some((row) => row.id >= (known?.low ?? first.id))
    if (isOnDisk) return 'more'
    if (known?.low === 0) return 'none'
    return this.#ports.isOnline() ? 'more' : 'unreachable'
  }
}

function isJoined(intervals: readonly Interval[], from: number, to: number): boolean {
  return intervals.some(({ low, high }) => low <= from && to <= high)
}

/** The last complete id before the first hole between rows. */
function firstGap(intervals: readonly Interval[], rows: readonly MessageRow[]): number | undefined {
  for (const [index, row] of rows.entries()) {
    const next = rows[index + 1]
    if (next !== undefined && !isJoined(intervals, row.id, next.id)) return row.id
  }
  return undefined
}

/** By the user's policy: 1 always, 2 in single conversations only, 3 never (wire-protocol.md §2.15). */
function isReadByScrolling(policy: number, narrow: Narrow): boolean {
  return policy === 1 || (policy === 2 && narrow.kind !== 'stream')
}

function directTitle(names: readonly string[]): string {
  return names.length === 0 ? 'Notes to yourself' : names.join(', ')
}
