import { flushSync, tick } from 'svelte'
import { afterFrame, whenIdle } from '#renderer/ui/after-frame.ts'
import { BottomFollower, ReadersMoves } from './bottom-follower.ts'
import { keptKey } from '#renderer/state/routes/routes.ts'
import type { MessageListModel } from '../message-list-model.ts'
import { isInField } from '#renderer/state/routes/fields.ts'
import { articleOf, articlesOnScreen, observationOf, positionOf, keptRow, unreadOffset } from './drawn-articles.ts'
import type { MessageActions } from '../message/message-actions.svelte.ts'
import type { KeptPosition } from '#renderer/ui/list/list-scroll.ts'
import { ReadingProgress } from './reading-progress.ts'
import type { Row } from '../rows.ts'
import { scrollMetricsOf, remainingBelow, type ScrollMetrics } from './scroll-metrics.ts'
import { SteadyList } from './steady-list.svelte.ts'

/** The distance from an end at which more messages are fetched, in CSS pixels. */
const nearEnd = 600
/**
 * The interval at which the rows on screen are checked, in milliseconds: rows that stay there count as read by then.
 */
const lookAgainMs = 250

/** The state of the message list that the scroller reads. */
export interface ScrolledParts {
  readonly conversation: MessageListModel
  readonly actions: Pick<MessageActions, 'isReadingPaused'>
  /** Whether the user is present; an absent user reads nothing. */
  readonly isUserPresent: boolean
}

/**
 * The scroll position of the message list: initially the first unread message or the end, then the reader's position,
 * or the end while it is followed. The scroller fetches more near an end, and reports read messages to the conversation
 * (U8).
 */
export class MessageScroller {
  viewport = $state<HTMLElement>()
  /** The scrolling element; null once the list is removed, after which earlier scrolling may still be reported. */
  scroller = $state<HTMLElement | null>()
  isAtBottom = $state(true)
  isPositioned = $state(false)
  isScrolling = $state(false)
  readonly moves = new ReadersMoves()
  readonly steady: SteadyList<Row>
  readonly #parts: () => ScrolledParts
  readonly #unread: ReadonlySet<number> = $derived.by(
    () =>
      // A message whose content is still loading does not count as read.
      new Set(
        this.#parts().conversation.rows.flatMap(({ item }) =>
          item.kind === 'message' && !item.isRead && item.html !== null ? [item.id] : [],
        ),
      ),
  )
  readonly #follower = new BottomFollower()
  readonly #reading = new ReadingProgress()
  #isAsking = false
  /** Whether the drawn rows end with the newest message: the end of a part is not followed. */
  #isWhole = false
  #isSettling = false
  #isFocusAwaited = false
  /** The unread messages among the drawn rows, which may differ from the next rows. */
  #drawnUnread: ReadonlySet<number> = new Set()
  #lookTimer: ReturnType<typeof setTimeout> | undefined

  constructor(parts: () => ScrolledParts) {
    this.#parts = parts
    const { accountId, narrow } = this.#conversation
    this.steady = new SteadyList(keptKey(accountId, narrow), () => {
      // A scroll event fires only with the next frame, but rows that were scrolled past before it count as read.
      this.#noteScrolling()
      this.restoreScroll()
    })
  }

  get #conversation(): MessageListModel {
    return this.#parts().conversation
  }

  close(): void {
    clearTimeout(this.#lookTimer)
  }

  /** Evaluates earlier scrolling while the old rows are drawn; called before the rows change. */
  rowsChange(rows: readonly Row[]): void {
    this.#noteScrolling()
    this.steady.change(rows)
  }

  /**
   * Positions a new list once its rows are drawn, or corrects the position of an existing one; called after the rows
   * have changed.
   */
  rowsChanged(rows: readonly Row[]): void {
    if (this.isPositioned) this.#restoreScrollSoon()
    else
      void tick().then(() => {
        this.#restorePosition(rows)
      })
  }

  /** Scrolls to the end and follows it. */
  follow(): void {
    this.#noteScrolling()
    this.#follower.follow()
    if (this.#conversation.meta?.newer === 'more') void this.#conversation.reports.more('newest')
    this.#restoreScrollSoon()
  }

  /** Focuses the newest message once it is drawn, for keyboard navigation. */
  awaitFocus(isAwaited: boolean): void {
    this.#isFocusAwaited = isAwaited
  }

  readonly onscroll = (): void => {
    if (this.scroller == null || !this.isPositioned) return
    if (this.steady.noteScrolling() !== 0) this.isScrolling = true
    this.#noteScrolled()
    // Rows that come on screen are drawn and recorded before the next scroll event removes them.
    this.restoreScroll()
  }

  readonly onscrollend = (): void => {
    const wasScrolling = this.isScrolling
    this.isScrolling = false
    if (wasScrolling) this.#finishScroll()
    // The list has set its position itself, and the frame that shows it does not wait. A gesture that begins meanwhile
    // has an end event of its own.
    else
      whenIdle(() => {
        if (!this.isScrolling) this.#finishScroll()
      })
  }

  #finishScroll(): void {
    const list = this.scroller
    if (list == null || !document.contains(list) || !this.isPositioned) return
    // The list may have been scrolled or resized since the previous event. The observer reports a new size later in the
    // same frame, when the position below already contains it.
    this.restoreScroll()
    this.steady.correctSpaceAbove()
    if (!list.isConnected) return
    this.#follower.placed(scrollMetricsOf(list))
    this.#reportOnScreen()
  }

  /** Records that the window was resized; called before the scroll events of the same frame. */
  windowResized(): void {
    this.#follower.windowResized()
    afterFrame(() => this.#follower.windowPainted(performance.now()))
  }

  toTop(): void {
    if (this.scroller != null) this.scroller.scrollTop = 0
    this.onscroll()
  }

  /** Returns the reader's position; null before the list is positioned. */
  position(): KeptPosition | null {
    const list = this.scroller
    if (list?.isConnected !== true || !this.isPositioned) return null
    const { rows, meta } = this.#conversation
    const index = rows.findLastIndex(({ item }) => item.kind === 'message')
    const last = rows[index]?.item
    if (this.#follower.isFollowing && meta?.newer !== 'more' && last?.kind === 'message') {
      return { row: String(last.id), index, offset: 0, isAtEnd: true }
    }
    return positionOf(list)
  }

  #restorePosition(rows: readonly Row[]): void {
    if (this.scroller?.isConnected !== true || this.isPositioned) return
    const { anchorId, kept } = this.#conversation
    const keptOffset = kept === null ? undefined : keptRow(rows, kept)
    const unreadIndex = rows.findIndex((row) => row.isFirstUnread)
    const anchor = rows.findIndex((row) => row.item.kind === 'message' && row.item.id === anchorId)
    // The text is aligned, since the headings of a row may differ from those of the last visit.
    if (keptOffset != null) this.steady.positionAt({ ...keptOffset, isText: true })
    else if (keptOffset === undefined && anchor >= 0) this.steady.positionAt({ index: anchor, align: 'center' })
    else if (keptOffset === undefined && unreadIndex >= 0) {
      this.steady.positionAt({ index: unreadIndex, align: 'start', offset: unreadOffset })
    } else {
      this.#follower.follow()
      this.steady.positionAt({ index: rows.length - 1, align: 'end' })
    }
    this.isPositioned = true
    flushSync()
    if (!this.#follower.isFollowing) this.#noteScrolled()
    this.restoreScroll()
    // The loaded rows around the last seen message may not reach the end.
    if (keptOffset === null && this.#conversation.meta?.newer === 'more') void this.#conversation.reports.more('newest')
    // Late rows do not take the focus from a user who is writing already.
    if (keptOffset !== undefined || anchor < 0 || isInField(document.activeElement)) return
    articleOf(this.viewport, anchorId ?? 0)?.focus({ preventScroll: true })
  }

  /** Evaluates scrolling that no event has reported yet. */
  #noteScrolling(): void {
    // The element is missing while the list is replaced.
    if (this.scroller?.isConnected !== true) return
    const isOther = this.#follower.hasMoved(scrollMetricsOf(this.scroller))
    this.steady.noteScrolling()
    if (isOther) this.#noteScrolled()
  }

  /** Evaluates a scroll of any origin, before anything is redrawn. */
  #noteScrolled(): void {
    if (this.scroller == null || !this.isPositioned) return
    const offset = scrollMetricsOf(this.scroller)
    const now = performance.now()
    this.#follower.scrolled(offset, this.#isWhole, { isReader: this.moves.mayBeAt(now), now })
    this.isAtBottom = this.#follower.isFollowing || remainingBelow(offset) <= 0
    this.look('scroll')
    this.#fetchNearEnds(offset)
  }

  #reportOnScreen(): void {
    this.#conversation.reports.onScreenChanged(() => articlesOnScreen(this.viewport))
  }

  #fetchNearEnds(offset: ScrollMetrics): void {
    const { meta } = this.#conversation
    if (this.steady.remainingAbove < nearEnd && meta?.older === 'more') void this.#ask('older')
    else if (remainingBelow(offset) < nearEnd && meta?.newer === 'more') void this.#ask('newer')
  }

  async #ask(direction: 'older' | 'newer'): Promise<void> {
    if (this.#isAsking) return
    this.#isAsking = true
    await this.#conversation.reports.more(direction)
    this.#isAsking = false
  }

  /** Corrects the position once changed rows are drawn, before they are painted. */
  #restoreScrollSoon(): void {
    if (this.#isSettling) return
    this.#isSettling = true
    void tick().then(() => {
      this.#isSettling = false
      this.restoreScroll()
    })
  }

  /** Follows the end, or restores the reading position, after a change of heights, rows or position. */
  restoreScroll(): void {
    const list = this.scroller
    // A list that is removed while it is drawn stays bound for a moment.
    if (list == null || !this.isPositioned || !document.contains(list)) return
    this.#noteScrolling()
    this.#isWhole = this.#conversation.meta?.newer !== 'more'
    const follower = this.#follower
    const before = scrollMetricsOf(list)
    const isDue =
      follower.isFollowing && (follower.resized(before, this.#isWhole, performance.now()) || remainingBelow(before) < 1)
    // A list that became shorter may be at its end only temporarily, which does not start following.
    const keepsEnd = isDue && this.#isWhole
    this.steady.restoreScroll(keepsEnd)
    // A row that throws while it is drawn removes the list.
    if (!list.isConnected) return
    const offset = scrollMetricsOf(list)
    this.#drawnUnread = this.#unread
    // The list follows its end from now on if the change has led to it.
    follower.resized(offset, this.#isWhole, performance.now())
    follower.placed(offset)
    this.isAtBottom = follower.isFollowing || remainingBelow(offset) <= 0
    this.look(keepsEnd && offset.top !== before.top ? 'follow' : 'layout')
    this.#focusNewest()
    this.#fetchNearEnds(offset)
    this.#reportOnScreen()
  }

  /**
   * Reports read messages, in a focused window of a present user (U8). Positions are measured in the DOM, since the
   * list's own sizes are estimates until a row is drawn.
   */
  look(cause: 'scroll' | 'follow' | 'layout'): void {
    clearTimeout(this.#lookTimer)
    const { conversation, actions, isUserPresent } = this.#parts()
    if (!this.isPositioned || this.viewport === undefined || this.#drawnUnread.size === 0) return
    if (conversation.meta?.isReadByScrolling !== true) return
    const isSeen = isUserPresent && document.hasFocus() && document.visibilityState === 'visible'
    if (actions.isReadingPaused || !isSeen) {
      this.#reading.forget()
      return
    }
    const observation = observationOf(this.viewport, this.#drawnUnread)
    if (observation === null) return
    const { read, isWaiting } = this.#reading.observe(cause, observation, performance.now())
    conversation.reports.seen(read)
    if (isWaiting) {
      this.#lookTimer = setTimeout(() => {
        this.#noteScrolling()
        this.look('layout')
      }, lookAgainMs)
    }
  }

  /** Focuses the newest message once it is drawn, unless the user has moved the focus. */
  #focusNewest(): void {
    const { rows, meta } = this.#conversation
    const last = rows.at(-1)?.item
    if (!this.#isFocusAwaited || meta?.newer === 'more' || last?.kind !== 'message') return
    const { activeElement } = document
    const isElsewhere = activeElement !== document.body && this.viewport?.contains(activeElement) === false
    const article = articleOf(this.viewport, last.id)
    if (!isElsewhere) article?.focus({ preventScroll: true })
    // The article cannot take the focus before it is drawn.
    this.#isFocusAwaited = !isElsewhere && document.activeElement !== article
  }
}
