import { flushSync, tick } from 'svelte'
import { BottomFollower } from './bottom-follower.ts'
import type { ConversationModel } from './conversation-model.svelte.ts'
import { articleOf, articlesOnScreen, observationOf } from './drawn-articles.ts'
import type { MessageActions } from './message-actions.svelte.ts'
import { ReadersMoves } from './readers-moves.ts'
import { ReadingProgress } from './reading-progress.ts'
import type { Row } from './rows.ts'
import { placeOf, restBelow, type ScrollPlace } from './scroll-place.ts'
import { SteadyList } from './steady-list.svelte.ts'

/** Nearer to an end than this, more is fetched. */
const nearEnd = 600
/** What is on screen is looked at again after so long, in milliseconds: a row at rest is read by then. */
const lookAgainMs = 250

/** What the list of messages works with at the moment. */
export interface ScrolledParts {
  readonly conversation: ConversationModel
  readonly actions: Pick<MessageActions, 'isReadingPaused'>
}

/**
 * Where the list of messages stands: at the first unread message or the end at first, then where the reader scrolls, or
 * at its end while that is followed (F7). Fetches more near an end, and tells the conversation what was read (U8).
 */
export class MessageScroller {
  viewport = $state<HTMLElement>()
  /** Null once the list has gone: what was scrolled before may be told after that. */
  scroller = $state<HTMLElement | null>()
  isAtBottom = $state(true)
  isPlaced = $state(false)
  isScrolling = $state(false)
  readonly moves = new ReadersMoves()
  readonly steady = new SteadyList<Row>(() => {
    // An event tells of scrolling only when the next frame begins; what was scrolled past counts as read.
    this.#noteScrolling()
    this.settle()
  })
  readonly #parts: () => ScrolledParts
  readonly #unread: ReadonlySet<number> = $derived.by(
    () =>
      // What has not come yet is not read.
      new Set(
        this.#parts().conversation.rows.flatMap(({ item }) =>
          item.kind === 'message' && !item.isRead && item.html !== null ? [item.id] : [],
        ),
      ),
  )
  readonly #follower = new BottomFollower()
  readonly #reading = new ReadingProgress()
  #isAsking = false
  /** What is drawn ends with the newest message: the end of a part is not the end that is followed. */
  #isWhole = false
  #isSettling = false
  #isFocusAwaited = false
  /** The unread ones of the rows that are drawn: other rows may be about to take their place. */
  #drawnUnread: ReadonlySet<number> = new Set()
  #lookTimer: ReturnType<typeof setTimeout> | undefined

  constructor(parts: () => ScrolledParts) {
    this.#parts = parts
  }

  get #conversation(): ConversationModel {
    return this.#parts().conversation
  }

  close(): void {
    clearTimeout(this.#lookTimer)
  }

  /** The rows are about to change: what was scrolled before is looked at while the old ones are still drawn. */
  rowsChange(rows: readonly Row[]): void {
    this.#noteScrolling()
    this.steady.change(rows)
  }

  /** There are rows, the first or others: the list is put in its place once they are drawn. */
  rowsChanged(rows: readonly Row[]): void {
    if (this.isPlaced) this.#settleSoon()
    else
      void tick().then(() => {
        this.#place(rows)
      })
  }

  /** To the end, and to stay there. */
  follow(): void {
    this.#noteScrolling()
    this.#follower.follow()
    if (this.#conversation.meta?.newer === 'more') void this.#conversation.more('newest')
    this.#settleSoon()
  }

  /** The newest message takes the focus once it is drawn: who walks by keyboard goes on from there. */
  awaitFocus(isAwaited: boolean): void {
    this.#isFocusAwaited = isAwaited
  }

  readonly onscroll = (): void => {
    if (this.scroller == null || !this.isPlaced) return
    if (this.steady.noteScrolling() !== 0) this.isScrolling = true
    this.#noteScrolled()
    // Rows that come on screen by this are drawn, and seen there, before the next scrolling takes them away again.
    this.settle()
  }

  readonly onscrollend = (): void => {
    this.isScrolling = false
    const list = this.scroller
    if (list == null || !this.isPlaced) return
    // It may have been scrolled again since the event before this one.
    this.#noteScrolling()
    this.steady.rest()
    if (!list.isConnected) return
    this.#follower.placed(placeOf(list))
    this.#tellOnScreen()
  }

  toTop(): void {
    if (this.scroller != null) this.scroller.scrollTop = 0
    this.onscroll()
  }

  #place(rows: readonly Row[]): void {
    if (this.scroller == null || this.isPlaced) return
    const { anchorId } = this.#conversation
    const unreadIndex = rows.findIndex((row) => row.isFirstUnread)
    const anchor = rows.findIndex((row) => row.item.kind === 'message' && row.item.id === anchorId)
    if (anchor >= 0) this.steady.place({ index: anchor, align: 'center' })
    else if (unreadIndex >= 0) this.steady.place({ index: unreadIndex, align: 'start', offset: 80 })
    else {
      this.#follower.follow()
      this.steady.place({ index: rows.length - 1, align: 'end' })
    }
    this.isPlaced = true
    flushSync()
    if (!this.#follower.isFollowing) this.#noteScrolled()
    this.settle()
    if (anchor >= 0) articleOf(this.viewport, anchorId ?? 0)?.focus({ preventScroll: true })
  }

  /** Takes account of what was scrolled and not told yet. */
  #noteScrolling(): void {
    // Between two lists there is none.
    if (this.scroller?.isConnected !== true) return
    const isOther = this.#follower.hasMoved(placeOf(this.scroller))
    this.steady.noteScrolling()
    if (isOther) this.#noteScrolled()
  }

  /** Scrolled, by whomever; what is drawn is still what was drawn before. */
  #noteScrolled(): void {
    if (this.scroller == null || !this.isPlaced) return
    const place = placeOf(this.scroller)
    const now = performance.now()
    this.#follower.scrolled(place, this.#isWhole, { isReader: this.moves.mayBeAt(now), now })
    this.isAtBottom = this.#follower.isFollowing || restBelow(place) <= 0
    this.look('scroll')
    this.#fetchNearEnds(place)
  }

  #tellOnScreen(): void {
    this.#conversation.onScreenChanged(() => articlesOnScreen(this.viewport))
  }

  #fetchNearEnds(place: ScrollPlace): void {
    const { meta } = this.#conversation
    if (this.steady.restAbove < nearEnd && meta?.older === 'more') void this.#ask('older')
    else if (restBelow(place) < nearEnd && meta?.newer === 'more') void this.#ask('newer')
  }

  async #ask(direction: 'older' | 'newer'): Promise<void> {
    if (this.#isAsking) return
    this.#isAsking = true
    await this.#conversation.more(direction)
    this.#isAsking = false
  }

  /** There are other rows: once they are drawn, and before they are shown, everything is put in its place. */
  #settleSoon(): void {
    if (this.#isSettling) return
    this.#isSettling = true
    void tick().then(() => {
      this.#isSettling = false
      this.settle()
    })
  }

  /** Heights, rows or the place have changed: the list goes after its end, or keeps what is under the eye. */
  settle(): void {
    const list = this.scroller
    if (list == null || !this.isPlaced) return
    this.#noteScrolling()
    this.#isWhole = this.#conversation.meta?.newer !== 'more'
    const follower = this.#follower
    const before = placeOf(list)
    const isDue =
      follower.isFollowing && (follower.resized(before, this.#isWhole, performance.now()) || restBelow(before) < 1)
    // A list that has become shorter may stand at its end until it is put right: who was elsewhere does not follow that.
    const keepsEnd = isDue && this.#isWhole
    this.steady.settle(keepsEnd)
    // A row that cannot be drawn takes the list with it, in the midst of this.
    if (!list.isConnected) return
    const place = placeOf(list)
    this.#drawnUnread = this.#unread
    // Where the change has led to the very end, that is followed from now on.
    follower.resized(place, this.#isWhole, performance.now())
    follower.placed(place)
    this.isAtBottom = follower.isFollowing || restBelow(place) <= 0
    this.look(keepsEnd && place.top !== before.top ? 'follow' : 'layout')
    this.#focusNewest()
    this.#fetchNearEnds(place)
    this.#tellOnScreen()
  }

  /**
   * Tells what was read, in a focused window (U8). Measured on the page itself: the list's own sizes are estimates until
   * a row was drawn.
   */
  look(cause: 'scroll' | 'follow' | 'layout'): void {
    clearTimeout(this.#lookTimer)
    const { conversation, actions } = this.#parts()
    if (!this.isPlaced || this.viewport === undefined || this.#drawnUnread.size === 0) return
    if (conversation.meta?.isReadByScrolling !== true) return
    if (actions.isReadingPaused || !document.hasFocus() || document.visibilityState !== 'visible') {
      this.#reading.forget()
      return
    }
    const observation = observationOf(this.viewport, this.#drawnUnread)
    if (observation === null) return
    const { read, isWaiting } = this.#reading.observe(cause, observation, performance.now())
    conversation.seen(read)
    if (isWaiting) {
      this.#lookTimer = setTimeout(() => {
        this.#noteScrolling()
        this.look('layout')
      }, lookAgainMs)
    }
  }

  /** The newest message gets the focus once it is drawn, unless the user has gone elsewhere. */
  #focusNewest(): void {
    const { rows, meta } = this.#conversation
    const last = rows.at(-1)?.item
    if (!this.#isFocusAwaited || meta?.newer === 'more' || last?.kind !== 'message') return
    const { activeElement } = document
    const isElsewhere = activeElement !== document.body && this.viewport?.contains(activeElement) === false
    const article = articleOf(this.viewport, last.id)
    if (!isElsewhere) article?.focus({ preventScroll: true })
    // Before it is drawn it takes no focus.
    this.#isFocusAwaited = !isElsewhere && document.activeElement !== article
  }
}
