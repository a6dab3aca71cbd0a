import type { FeedItem, FeedMeta, FeedNarrow } from '#contract/conversations.ts'
import type { ReadCore } from '../core/read-core.ts'
import type { Change } from '../state/changes.ts'
import { feedContainer } from '../state/completeness/feeds.ts'
import { intervalAt, type Interval } from '../values/ranges.ts'
import type { WaitReasons } from '../projections/wait-reason.ts'
import { personName } from '../projections/headings.ts'
import type { MessageRow } from '../store/message-row.ts'
import { feedTerms } from '../sync/narrow-terms.ts'
import { isSharedChange, isUnreadShown, isActionShown } from './hosting/affected.ts'
import { MessageItems } from './messages/message-items.ts'
import { MessageHeadings } from './messages/message-headings.ts'
import { isReadByScrolling } from './messages/read-by-scrolling.ts'
import { MessageWindow } from './messages/message-window.ts'
import { feedSource } from './messages/row-source.ts'
import type { PreferencesProjection } from '../projections/preferences.ts'
import type { UnreadProjection } from '../projections/unread.ts'
import type { MoreDirection, RefreshableView } from './view.ts'
import { WindowRevalidation, type WindowRevalidationPorts } from './messages/window-revalidation.ts'

const sizes = { atEnd: 100, before: 60, after: 100 }

/** The parts of the engine that the view needs. */
export interface FeedPorts extends WindowRevalidationPorts {
  readonly waiting: WaitReasons
}

/**
 * The view of messages of many conversations in one list: first the stored ones, then as the server has them. For a
 * narrow that the server cannot search, it shows the cached messages and says so.
 */
export class FeedView implements RefreshableView<'feed'> {
  readonly #core: ReadCore
  readonly #ports: FeedPorts
  readonly #items: MessageItems
  readonly #headings: MessageHeadings
  readonly #window: MessageWindow
  readonly #revalidation: WindowRevalidation
  readonly narrow: FeedNarrow
  /** The anchor at which the feed was opened; null at the end. */
  #anchor: number | null
  /** The user has scrolled away from the anchor, or has looked at the feed. */
  #isMoved = false

  constructor(
    core: ReadCore,
    unread: UnreadProjection,
    preferences: PreferencesProjection,
    ports: FeedPorts,
    query: { readonly narrow: FeedNarrow; readonly anchor: 'newest' | number },
  ) {
    this.#core = core
    this.#ports = ports
    this.narrow = query.narrow
    const anchor = query.anchor === 'newest' ? null : query.anchor
    this.#anchor = anchor
    this.#items = new MessageItems(core, unread, preferences, ports.waiting)
    this.#headings = new MessageHeadings(core, preferences)
    this.#window = new MessageWindow(core, feedSource(core, preferences, query.narrow), sizes, ports.onDirty)
    this.#window.place(anchor)
    this.#revalidation = new WindowRevalidation(core, this.#window, ports, {
      canAsk: () => feedTerms(core, query.narrow) !== null,
      anchor: () => anchor,
      // Rows that were fetched with their conversations are not the complete feed, which its first answer defines.
      mayReposition: () => !this.#isMoved && this.#window.coverage().length === 0,
      wantsNewest: () => false,
      onNewest: () => undefined,
    })
  }

  isAffected(change: Change): boolean {
    const isChosenRowByRow = this.narrow.kind === 'combined' || this.narrow.kind === 'followed'
    if (change.kind === 'epoch' || (isChosenRowByRow && change.kind === 'preferences')) this.#window.noteAll()
    const shared = isSharedChange(change, this.#items)
    if (change.kind === 'people') return shared === true || this.#showsPeople(change)
    if (shared !== undefined) return shared
    switch (change.kind) {
      case 'message':
        return this.#noteMessage(change)
      case 'outbox': {
        const isShown = isActionShown(change.queueKey, this.#window, null)
        if (isShown && isChosenRowByRow) this.#window.noteAll()
        return isShown
      }
      case 'unread_added':
      case 'unread_removed':
      case 'unread_replaced':
        return isUnreadShown(change, (id) => this.#window.shows(id))
      case 'streams':
        if (isChosenRowByRow) this.#window.noteAll()
        return isChosenRowByRow || this.#items.showsStreams(change)
      case 'ranges':
      case 'ranges_lost': {
        const isOwn = change.container === feedContainer(this.narrow)
        if (isOwn && change.kind === 'ranges_lost') this.#revalidation.forget()
        return isOwn
      }
      default:
        return false
    }
  }

  /** Returns whether a heading, or the feed itself, names one of these people. */
  #showsPeople(change: Extract<Change, { kind: 'people' }>): boolean {
    const { narrow } = this
    const named = new Set([this.#core.accountState.selfId, ...(narrow.kind === 'sender' ? [narrow.userId] : [])])
    return this.#headings.showsPeople(change) || change.put.some(({ id }) => named.has(id))
  }

  look(shown: Interval | null): void {
    if (shown !== null) this.#isMoved = true
    this.#window.look(shown)
    this.#core.runInBackground('a feed', this.refresh())
  }

  anchor(): number | null {
    return this.#anchor
  }

  noteAll(): void {
    this.#window.noteAll()
    this.#revalidation.forget()
  }

  compute(): { items: FeedItem[]; meta: FeedMeta } {
    const rows = this.#window.take()
    const coverage = this.#window.coverage()
    const items: FeedItem[] = []
    let previous: MessageRow | undefined
    for (const [index, item] of this.#headings.add(rows, this.#items.items(rows)).entries()) {
      const row = rows[index]
      // A gap is at each position where a complete range ends or begins.
      if (
        previous !== undefined &&
        row !== undefined &&
        intervalAt(coverage, previous.id) !== intervalAt(coverage, row.id)
      ) {
        items.push({ key: `gap:${previous.id}`, kind: 'gap' })
      }
      items.push(item)
      previous = row
    }
    return { items, meta: this.#meta(rows, coverage) }
  }

  close(): void {
    this.#revalidation.close()
  }

  /** Returns the first id of the window. */
  lowestShown(): number {
    return this.#window.rows()[0]?.id ?? Infinity
  }

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

  #noteMessage({ id, conversation }: Extract<Change, { kind: 'message' }>): boolean {
    if (conversation === '*') {
      this.#window.noteAll()
      return true
    }
    if (!this.#window.reaches(id)) return false
    if (!this.#window.shows(id)) {
      const row = this.#core.store.messages.get(id)
      if (row === undefined || !this.#window.source.has(row)) return false
    }
    this.#window.note(id)
    return true
  }

  #meta(rows: readonly MessageRow[], coverage: readonly Interval[]): FeedMeta {
    const first = rows[0]
    const newest = coverage.at(-1)
    const known = first === undefined ? newest : intervalAt(coverage, first.id)
    const { loading, canAsk } = this.#revalidation
    const { isEndShown, low, source } = this.#window
    const isOnDisk = low > 0 && source.before(first?.id ?? low, 1).rows.length > 0
    const isEnd = known?.low === 0 && !isOnDisk
    const older = loading === 'older' ? 'loading' : isEnd ? 'none' : isOnDisk || canAsk ? 'more' : 'unreachable'
    const isLive = newest?.high === Infinity
    const isWhole = !isEndShown || (isLive && (first === undefined || known === newest))
    return {
      narrow: this.narrow,
      person: this.narrow.kind === 'sender' ? personName(this.#core.accountState, this.narrow.userId) : null,
      older,
      newer: !isEndShown ? 'more' : loading === 'refresh' ? 'loading' : 'none',
      isPartial: !isWhole,
      isReadByScrolling: isReadByScrolling(this.#core, this.narrow),
    }
  }
}
