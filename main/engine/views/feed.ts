import type { FeedItem, FeedMeta, FeedNarrow } from '#contract/conversations.ts'
import type { ReadCore } from '../core/read-core.ts'
import type { Change } from '../state/changes.ts'
import { intervalAt, type Interval } from '../values/ranges.ts'
import { personName } from '../projections/headings.ts'
import type { MessageRow } from '../store/message-row.ts'
import { feedTerms } from '../sync/narrow-terms.ts'
import { MessageListView, type MessageListPorts } from './messages/message-list-view.ts'
import { MessageHeadings } from './messages/message-headings.ts'
import { isReadByScrolling } from './messages/read-by-scrolling.ts'
import { feedSource } from './messages/row-source.ts'
import type { PreferencesProjection } from '../projections/preferences.ts'
import type { UnreadProjection } from '../projections/unread.ts'
import type { RefreshableView } from './view.ts'

const sizes = { atEnd: 100, before: 60, after: 100 }

/**
 * The view of messages of many conversations in one list: first the stored ones, then as the server has them. For a
 * narrow that the server cannot search, it shows the cached messages and says so.
 */
export class FeedView extends MessageListView<FeedItem, FeedMeta> implements RefreshableView<'feed'> {
  protected override readonly kind = 'feed'
  protected override readonly isAffectedByOlder = false
  readonly #headings: MessageHeadings
  readonly #preferences: PreferencesProjection
  readonly #narrow: FeedNarrow
  /** The message at which the feed was opened; null at the end. */
  readonly #openedAt: number | null

  constructor(
    core: ReadCore,
    unread: UnreadProjection,
    preferences: PreferencesProjection,
    ports: MessageListPorts,
    query: { readonly narrow: FeedNarrow; readonly anchor: 'newest' | number },
  ) {
    const anchor = query.anchor === 'newest' ? null : query.anchor
    super(core, unread, preferences, ports, { source: feedSource(core, preferences, query.narrow), sizes, anchor })
    this.#headings = new MessageHeadings(core, preferences)
    this.#preferences = preferences
    this.#narrow = query.narrow
    this.#openedAt = anchor
  }

  /** The user's settings decide which messages the feed contains. */
  get #isChosenBySettings(): boolean {
    return this.#narrow.kind === 'combined' || this.#narrow.kind === 'followed'
  }

  override isAffected(change: Change): boolean {
    const isAffected = super.isAffected(change)
    const mayChooseOthers = change.kind === 'preferences' || change.kind === 'streams' || change.kind === 'outbox'
    if (isAffected && mayChooseOthers && this.#isChosenBySettings) this.window.noteAll()
    return isAffected
  }

  /** The reader keeps the messages that were seen, although a first answer is still missing. */
  override look(shown: Interval | null): void {
    if (shown !== null) this.isMoved = true
    super.look(shown)
  }

  protected override contains(id: number): boolean {
    const row = this.core.store.messages.get(id)
    return row !== undefined && this.window.source.has(row)
  }

  protected override mayContainStream(): boolean {
    return true
  }

  protected override isOwnChange(change: Change): boolean {
    if (change.kind === 'people') return this.#namesPeople(change)
    return change.kind === 'streams' && (this.#isChosenBySettings || this.items.showsStreams(change))
  }

  /** Returns whether a heading, or the feed itself, names one of these people. */
  #namesPeople(change: Extract<Change, { kind: 'people' }>): boolean {
    const named = new Set([
      this.core.accountState.selfId,
      ...(this.#narrow.kind === 'sender' ? [this.#narrow.userId] : []),
    ])
    return this.#headings.showsPeople(change) || change.put.some(({ id }) => named.has(id))
  }

  /** A gap is at each position where a complete range ends or begins. */
  protected override isGap(coverage: readonly Interval[], before: number, after: number): boolean {
    return intervalAt(coverage, before) !== intervalAt(coverage, after)
  }

  /** Rows that were fetched with their conversations are not the complete feed, which its first answer defines. */
  protected override isPositionUnproven(): boolean {
    return this.window.coverage().length === 0
  }

  protected override canAsk(): boolean {
    return feedTerms(this.core, this.#narrow) !== null
  }

  /** A feed without rows is placed where it was opened, even if the reader has gone to its end since. */
  protected override anchorOfAnswers(): number | null {
    return this.#openedAt
  }

  protected override itemsOf(rows: readonly MessageRow[]): readonly FeedItem[] {
    return this.#headings.add(rows, this.items.items(rows))
  }

  protected override meta(rows: readonly MessageRow[], coverage: readonly Interval[]): FeedMeta {
    const first = rows[0]
    const newest = coverage.at(-1)
    const known = first === undefined ? newest : intervalAt(coverage, first.id)
    const { loading, canAsk } = this.revalidation
    const { isEndShown, low, source } = this.window
    const isOnDisk = low > 0 && source.before(first?.id ?? low, 1).rows.length > 0
    const isEnd = known?.low === 0 && !isOnDisk
    const older = loading === 'older' ? 'loading' : isEnd ? 'none' : isOnDisk || canAsk ? 'more' : 'unreachable'
    const isLive = newest?.high === Infinity
    const isWhole = !isEndShown || (isLive && (first === undefined || known === newest))
    return {
      narrow: this.#narrow,
      person: this.#narrow.kind === 'sender' ? personName(this.core.accountState, this.#narrow.userId) : null,
      older,
      newer: this.newer(),
      isPartial: !isWhole,
      isReadByScrolling: isReadByScrolling(this.#preferences, this.#narrow),
    }
  }
}
