import type { ConversationItem, FeedMeta, FeedNarrow } from '../../../preload/contract.ts'
import type { Core } from '../core.ts'
import type { Change } from '../model/changes.ts'
import { conversationOf } from '../model/conversation.ts'
import { feedContainer } from '../model/feeds.ts'
import { intervalAt, intervalOf, union, type Interval } from '../model/ranges.ts'
import type { MessageRow } from '../store/messages.ts'
import type { FetchRequest } from '../sync/fetcher.ts'
import { feedTerms } from '../sync/narrow-terms.ts'
import { MessageItems } from './message-items.ts'
import type { WaitReasons } from '../outbox/wait-reason.ts'
import type { ShownPreferences } from './shown-preferences.ts'
import type { ShownUnread } from './shown-unread.ts'
import type { RefreshableView } from './view-host.ts'

const rowsShown = 100
const rowsPerStep = 80
const fetchSize = 100
/** Requests that filling holes makes at most at a time. */
const mostSteps = 12
const beyondAll = Number.MAX_SAFE_INTEGER
/** Rows that a feed chosen row by row looks at for one step; what lies further back comes with the next step. */
const mostRowsRead = 5_000
const rowsReadAtOnce = 500
const followedTopics = 500

export interface FeedPorts {
  readonly waiting: WaitReasons
  readonly isOnline: () => boolean
  readonly fetch: (request: FetchRequest) => Promise<unknown>
  readonly onDirty: () => void
}

/**
 * Messages of many conversations in one list: from disk at once, then as the server has them. What the server cannot be
 * asked for is shown as far as it is on this disk, and the view says so (P6).
 */
export class FeedView implements RefreshableView {
  readonly #core: Core
  readonly #unread: ShownUnread
  readonly #preferences: ShownPreferences
  readonly #ports: FeedPorts
  readonly narrow: FeedNarrow
  #low = 0
  #high: number
  #loading: 'older' | 'refresh' | null = null
  #generation = 0

  constructor(
    core: Core,
    unread: ShownUnread,
    preferences: ShownPreferences,
    ports: FeedPorts,
    query: { readonly narrow: FeedNarrow; readonly anchor: 'newest' | number },
  ) {
    this.#core = core
    this.#unread = unread
    this.#preferences = preferences
    this.#ports = ports
    this.narrow = query.narrow
    this.#high = query.anchor === 'newest' ? beyondAll : query.anchor + 1
    this.#place()
  }

  isAffected(change: Change): boolean {
    switch (change.kind) {
      case 'message':
      case 'outbox':
      case 'unread_added':
      case 'unread_removed':
      case 'unread_replaced':
      case 'people':
      case 'streams':
      case 'organization':
      case 'preferences':
      case 'epoch':
        return true
      case 'ranges':
      case 'ranges_lost':
        return change.container === feedContainer(this.narrow)
      case 'waiting':
        return true
      case 'moved':
      case 'drafts':
      case 'progress':
      case 'groups':
      case 'statuses':
      case 'scheduled':
      case 'attachments':
      case 'presence':
      case 'typing':
        return false
    }
  }

  compute(): { items: ConversationItem[]; meta: FeedMeta } {
    const rows = this.#between(this.#low, this.#high)
    const intervals = this.#coverage()
    const messages = new MessageItems(this.#core, this.#unread, this.#preferences, this.#ports.waiting)
    const items: ConversationItem[] = []
    let previous: MessageRow | undefined
    for (const row of rows) {
      // A hole stands where what is known to be complete ends, or begins again.
      if (previous !== undefined && intervalAt(intervals, previous.id) !== intervalAt(intervals, row.id)) {
        items.push({ key: `gap:${previous.id}`, kind: 'gap' })
      }
      items.push(messages.item(row))
      previous = row
    }
    return { items, meta: this.#meta(rows, intervals) }
  }

  close(): void {
    this.#generation += 1
  }

  /** The first id of the window. */
  lowestShown(): number {
    return this.#between(this.#low, this.#high)[0]?.id ?? Infinity
  }

  async more(direction: 'older' | 'newer' | 'newest'): Promise<void> {
    if (direction === 'older') {
      await this.#older()
      return
    }
    this.#high = beyondAll
    if (direction === 'newest') this.#place()
    this.#ports.onDirty()
    await this.refresh()
  }

  /** Fetches the newest part where that is not live, then what is missing above the first row that is shown. */
  async refresh(): Promise<void> {
    if (this.#loading !== null || !this.#canAsk()) return
    const isLive = this.#coverage().at(-1)?.high === Infinity
    const isFresh = this.#between(this.#low, this.#high).every((row) => row.verified_epoch === this.#core.world.epoch)
    if (!isLive || !isFresh) {
      const anchor = this.#high === beyondAll ? 'newest' : this.#high
      if (await this.#load('refresh', anchor)) this.#place()
      this.#ports.onDirty()
    }
    await this.#fill()
  }

  /** Rows that came with their conversations stand here without proof of what lies between them: that is asked for. */
  async #fill(): Promise<void> {
    if (this.#high !== beyondAll) return
    for (let step = 0; step < mostSteps && this.#loading === null && this.#canAsk(); step += 1) {
      const first = this.#between(this.#low, this.#high)[0]?.id
      const newest = this.#coverage().at(-1)
      if (first === undefined || newest === undefined || newest.low <= first) return
      if (!(await this.#load('refresh', newest.low))) return
      this.#ports.onDirty()
    }
  }

  async #older(): Promise<void> {
    const rows = this.#between(this.#low, this.#high)
    const first = rows[0]?.id ?? this.#high
    const known = intervalAt(this.#coverage(), first)
    const stored = this.#before(first, rowsPerStep)
    const isProven = known !== undefined && stored.rows.length > 0 && stored.reached >= known.low
    if (!isProven && known?.low !== 0 && this.#loading === null && this.#canAsk()) {
      await this.#load('older', first === beyondAll ? 'newest' : first)
    }
    this.#low = this.#before(first, rowsPerStep).reached
    this.#ports.onDirty()
    await this.#fill()
  }

  async #load(what: 'older' | 'refresh', anchor: number | 'newest'): Promise<boolean> {
    const generation = this.#generation
    this.#loading = what
    this.#ports.onDirty()
    try {
      await this.#ports.fetch({ scope: this.narrow, anchor, numBefore: fetchSize, numAfter: 0, priority: 'foreground' })
      return generation === this.#generation
    } catch (error) {
      this.#core.ports.log('info', `feed: ${String(error)}`)
      return false
    } finally {
      if (generation === this.#generation) this.#loading = null
    }
  }

  #place(): void {
    this.#low = this.#before(this.#high, rowsShown).reached
  }

  #canAsk(): boolean {
    return this.#ports.isOnline() && feedTerms(this.#core, this.narrow) !== null
  }

  #coverage(): Interval[] {
    const { world, store } = this.#core
    const rows = store.ranges.of(feedContainer(this.narrow))
    return union(rows.map((row) => intervalOf(row, world.epoch, world.epochHighs)))
  }

  #belongs(row: MessageRow): boolean {
    const { world } = this.#core
    if (row.stream_id === null) return this.narrow.kind === 'combined'
    if (this.narrow.kind === 'followed') return this.#preferences.topicPolicy(row.stream_id, row.topic_key) === 3
    return world.isLive(row.stream_id) && !this.#preferences.isHidden(conversationOf(row))
  }

  /** Rows below an id, the newest first, and down to where they are all there are: 0 for the very first. */
  #before(before: number, limit: number): { readonly rows: readonly MessageRow[]; readonly reached: number } {
    const { narrow } = this
    const { feeds, messages } = this.#core.store
    switch (narrow.kind) {
      case 'combined': {
        const found: MessageRow[] = []
        let from = before
        for (let read = 0; read < mostRowsRead && found.length < limit; read += rowsReadAtOnce) {
          const rows = feeds.anyBefore(from, rowsReadAtOnce)
          found.push(...rows.filter((row) => this.#belongs(row)))
          from = rows.length < rowsReadAtOnce ? 0 : (rows.at(-1)?.id ?? 0)
          if (from === 0) break
        }
        return found.length > limit ? nearest(found, limit) : { rows: found, reached: from }
      }
      case 'followed':
        return nearest(
          this.#preferences
            .followedTopics()
            .slice(0, followedTopics)
            .flatMap(({ streamId, topic }) => messages.before({ kind: 'topic', streamId, topic }, before, limit))
            .sort((a, b) => b.id - a.id),
          limit,
        )
      case 'direct_all':
      case 'mentions':
      case 'starred':
      case 'sender':
      case 'has':
        return nearest(feeds.before(narrow, before, limit), limit)
    }
  }

  #between(low: number, high: number): MessageRow[] {
    const { narrow } = this
    const { feeds, messages } = this.#core.store
    if (low > high) return []
    switch (narrow.kind) {
      case 'combined':
        return feeds.anyBetween(low, high).filter((row) => this.#belongs(row))
      case 'followed':
        return this.#preferences
          .followedTopics()
          .slice(0, followedTopics)
          .flatMap(({ streamId, topic }) => messages.between({ kind: 'topic', streamId, topic }, low, high))
          .sort((a, b) => a.id - b.id)
      case 'direct_all':
      case 'mentions':
      case 'starred':
      case 'sender':
      case 'has':
        return feeds.between(narrow, low, high)
    }
  }

  #meta(rows: readonly MessageRow[], intervals: readonly Interval[]): FeedMeta {
    const first = rows[0]
    const newest = intervals.at(-1)
    const known = first === undefined ? newest : intervalAt(intervals, first.id)
    const isOnline = this.#canAsk()
    const isOnDisk = this.#low > 0 && this.#before(Math.min(first?.id ?? this.#high, this.#high), 1).rows.length > 0
    const isEnd = known?.low === 0 && !isOnDisk
    const older = this.#loading === 'older' ? 'loading' : isEnd ? 'none' : isOnDisk || isOnline ? 'more' : 'unreachable'
    const isLive = newest?.high === Infinity
    const isWhole = this.#high !== beyondAll || (isLive && (first === undefined || known === newest))
    return {
      narrow: this.narrow,
      older,
      newer: this.#high !== beyondAll ? 'more' : this.#loading === 'refresh' ? 'loading' : 'none',
      isPartial: !isWhole,
    }
  }
}

/** The first of rows that are sorted from the newest on; fewer than asked for are all there are. */
function nearest(rows: readonly MessageRow[], limit: number) {
  const taken = rows.slice(0, limit)
  return { rows: taken, reached: taken.length < limit ? 0 : (taken.at(-1)?.id ?? 0) }
}
