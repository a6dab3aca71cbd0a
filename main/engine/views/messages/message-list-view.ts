import type { GapItem } from '#contract/messages.ts'
import type { ReadCore } from '../../core/read-core.ts'
import { affectedMessages } from '../../actions/kinds.ts'
import type { PreferencesProjection } from '../../projections/preferences.ts'
import type { UnreadProjection } from '../../projections/unread.ts'
import type { WaitReasons } from '../../projections/wait-reason.ts'
import type { Change } from '../../state/changes.ts'
import type { MessageRow } from '../../store/message-row.ts'
import type { Interval } from '../../values/ranges.ts'
import type { MoreDirection } from '../view.ts'
import { MessageItems } from './message-items.ts'
import { MessageWindow, type WindowSizes } from './message-window.ts'
import type { RowSource } from './row-source.ts'
import { WindowRevalidation, type WindowRevalidationPorts } from './window-revalidation.ts'

/** The parts of the engine that a list of messages needs. */
export interface MessageListPorts extends WindowRevalidationPorts {
  readonly waiting: WaitReasons
}

/** How a list is opened. */
export interface MessageListOpening {
  readonly source: RowSource
  readonly sizes: WindowSizes
  /** The message around which the window is placed; null at the end. */
  readonly anchor: number | null
}

/** A change of unread marks. */
export type UnreadChange = Extract<Change, { kind: 'unread_added' | 'unread_removed' | 'unread_replaced' }>

/**
 * A list of messages around an anchor: a window of stored rows with gaps between them. It shows stored rows at once,
 * then fetches missing and stale ones (M8, M9). What a conversation and a feed do differently is abstract.
 */
export abstract class MessageListView<Item, Meta> {
  protected readonly core: ReadCore
  protected readonly ports: MessageListPorts
  protected readonly items: MessageItems
  protected readonly window: MessageWindow
  protected readonly revalidation: WindowRevalidation
  /** The reader has moved the window, so that no answer may place it again. */
  protected isMoved = false
  #anchor: number | null

  constructor(
    core: ReadCore,
    unread: UnreadProjection,
    preferences: PreferencesProjection,
    ports: MessageListPorts,
    { source, sizes, anchor }: MessageListOpening,
  ) {
    this.core = core
    this.ports = ports
    this.#anchor = anchor
    this.items = new MessageItems(core, unread, preferences, ports.waiting)
    this.window = new MessageWindow(core, source, sizes, ports.onDirty)
    this.window.place(anchor)
    this.revalidation = new WindowRevalidation(core, this.window, ports, {
      canAsk: () => this.canAsk(),
      anchor: () => this.anchorOfAnswers(),
      mayReposition: () => !this.isMoved && this.isPositionUnproven(),
      wantsNewest: () => this.wantsNewest(),
      onNewest: () => {
        this.noteNewest()
      },
    })
  }

  /** The kind of view, for the log. */
  protected abstract readonly kind: 'conversation' | 'feed'

  /**
   * Whether a message that is older than the window changes the view. `older` of a conversation depends on it; a feed
   * would be computed for every old message that the disk receives.
   */
  protected abstract readonly isAffectedByOlder: boolean

  /** Returns whether a message belongs to the list, as far as that is known without the window's rows. */
  protected abstract contains(id: number, conversation: string): boolean

  /** Returns whether messages of a stream may be in the list. */
  protected abstract mayContainStream(streamId: number): boolean

  /** Returns whether a change concerns the view for a reason that only its kind has. */
  protected abstract isOwnChange(change: Change): boolean

  /**
   * Returns whether messages may be missing between two neighbouring rows. A conversation must not join them without a
   * proof; a feed shows rows outside of its ranges as they are cached, and says that it is partial.
   */
  protected abstract isGap(coverage: readonly Interval[], before: number, after: number): boolean

  /** Returns the items of rows, in their order. */
  protected abstract itemsOf(rows: readonly MessageRow[]): readonly Item[]

  protected abstract meta(rows: readonly MessageRow[], coverage: readonly Interval[]): Meta

  /**
   * Returns whether the first answer decides where the window is. The ranges of a conversation are often known before
   * it is opened, so its anchor counts; a feed has ranges of its own only after an answer.
   */
  protected abstract isPositionUnproven(): boolean

  /** Returns whether the server can search the list. */
  protected canAsk(): boolean {
    return true
  }

  /** Returns the message around which an answer places the window, if it does; null for the end. */
  protected anchorOfAnswers(): number | null {
    return this.#anchor
  }

  /** Returns whether to request the newest messages although nothing is stale; `noteNewest` follows the answer. */
  protected wantsNewest(): boolean {
    return false
  }

  /** Records that the newest messages were requested. */
  protected noteNewest(): void {
    // A list that does not want them forgets it.
  }

  /** Returns the items after the last row. A feed has none, because unsent messages are in their conversations only. */
  protected itemsAfterRows(_rows: readonly MessageRow[], _coverage: readonly Interval[]): readonly (Item | GapItem)[] {
    return []
  }

  isAffected(change: Change): boolean {
    return this.#isSharedChange(change) || this.isOwnChange(change)
  }

  #isSharedChange(change: Change): boolean {
    switch (change.kind) {
      case 'epoch':
        this.window.noteAll()
        return true
      case 'organization':
      case 'preferences':
        return true
      case 'waiting':
        return this.items.hasPending
      case 'people':
        return this.items.showsPeople(change)
      case 'message':
        return this.#noteMessage(change)
      case 'outbox':
        return this.#isActionShown(change.queueKey)
      case 'unread_added':
      case 'unread_removed':
      case 'unread_replaced':
        return isUnreadOf(change, (id) => this.window.shows(id))
      case 'ranges':
      case 'ranges_lost': {
        const isOwn = this.window.source.containers.includes(change.container)
        if (isOwn && change.kind === 'ranges_lost') this.revalidation.forget()
        return isOwn
      }
      case 'groups':
      case 'part':
      case 'attachments':
      case 'notifications':
      case 'presence':
      case 'typing':
      case 'topics':
      case 'drafts':
      case 'progress':
      case 'streams':
      case 'subscribers':
      case 'moved':
      case 'history':
        return false
    }
  }

  #noteMessage({ id, conversation }: Extract<Change, { kind: 'message' }>): boolean {
    if (conversation === '*') {
      this.window.noteAll()
      return true
    }
    const isReached = this.window.reaches(id)
    const isOlder = this.isAffectedByOlder && id < this.window.low
    if (!isReached && !isOlder) return false
    if (!this.window.shows(id) && !this.contains(id, conversation)) return false
    if (isReached) this.window.note(id)
    return true
  }

  /** Returns whether rows of this queue may change messages of the window. */
  #isActionShown(queueKey: string): boolean {
    const shown = affectedMessages(queueKey)
    if (shown === null || shown === 'every_message') return shown !== null
    return 'message' in shown ? this.window.shows(shown.message) : this.mayContainStream(shown.stream)
  }

  look(shown: Interval | null): void {
    this.window.look(shown)
    this.core.runInBackground(`a ${this.kind}`, this.refresh())
  }

  anchor(): number | null {
    return this.#anchor
  }

  noteAll(): void {
    this.window.noteAll()
    this.revalidation.forget()
  }

  compute(): { items: (Item | GapItem)[]; meta: Meta } {
    const rows = this.window.take()
    const coverage = this.window.coverage()
    const items: (Item | GapItem)[] = []
    let previous: MessageRow | undefined
    for (const [index, item] of this.itemsOf(rows).entries()) {
      const row = rows[index]
      if (previous !== undefined && row !== undefined && this.isGap(coverage, previous.id, row.id)) {
        items.push(gapAfter(previous))
      }
      items.push(item)
      previous = row
    }
    items.push(...this.itemsAfterRows(rows, coverage))
    return { items, meta: this.meta(rows, coverage) }
  }

  /** Returns whether there are newer messages than those of the window. */
  protected newer(): 'none' | 'more' | 'loading' {
    if (!this.window.isEndShown) return 'more'
    return this.revalidation.loading === 'refresh' ? 'loading' : 'none'
  }

  close(): void {
    this.revalidation.close()
  }

  /** Loads more on one side: from disk if that is complete, otherwise from the server. */
  async more(direction: MoreDirection): Promise<void> {
    this.isMoved = true
    if (direction === 'older') {
      await this.revalidation.older()
      return
    }
    if (direction === 'newest') {
      this.#anchor = null
      this.window.place(null)
    } else if (!this.window.isAtEnd) this.window.growNewer()
    this.ports.onDirty()
    await this.refresh()
  }

  /** Fetches the missing and stale messages of the window, until there are none. */
  refresh(): Promise<void> {
    return this.revalidation.refresh()
  }

  /** Returns the first id of the window. */
  lowestShown(): number {
    return this.window.rows()[0]?.id ?? Infinity
  }
}

/** Returns the item that stands for messages which may be missing after a row. */
export function gapAfter({ id }: MessageRow): GapItem {
  return { key: `gap:${id}`, kind: 'gap' }
}

/** Returns whether some of these messages were read or marked as unread. */
export function isUnreadOf(change: UnreadChange, isOne: (id: number) => boolean): boolean {
  if (change.kind !== 'unread_replaced') return isOne(change.id)
  return change.put.some((row) => isOne(row.message_id)) || change.gone.some(isOne)
}
