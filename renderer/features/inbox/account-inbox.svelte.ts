import type { Failure } from '#contract/base/failures.ts'
import type { Bridge } from '#contract/bridge.ts'
import type { InboxMeta } from '#contract/navigation.ts'
import type { KeptViews } from '../../bridge/kept-views.ts'
import type { LiveView } from '../../bridge/view-client.svelte.ts'
import { ReadToEnd } from '../../parts/messages/read-to-end.svelte.ts'
import { MoreRows } from '../../bridge/more-rows.ts'
import { OnScreenReport, type OnScreen } from '../../ui/on-screen.ts'
import { mergedRows, type AccountRows, type InboxRow } from './inbox-rows.ts'

/** The parts of the page that the inbox of an account uses. */
export interface AccountInboxParts {
  readonly bridge: Bridge
  readonly lists: KeptViews
  readonly accountId: string
  /** Returns the key of the entry in which the user writes; null for none. */
  readonly held: () => string | null
}

/** The unread conversations of one account, as rows of the inbox. */
export class AccountInbox implements AccountRows {
  readonly accountId: string
  readonly #bridge: Bridge
  readonly #lists: KeptViews
  readonly #held: () => string | null
  readonly #more: MoreRows
  readonly #view: LiveView<'inbox'>
  #rows = $state.raw<readonly InboxRow[]>([])
  #isWhole = $state.raw(false)
  #isLong = $state.raw(false)
  /** Entries that the user has marked, with their newest message at that time; the engine may still list them. */
  readonly #removed = new Map<string, number>()
  /** Unread entries that a reopened list has not reached yet. */
  readonly #awaited = new Set<string>()
  /** The id of the engine's view that was merged last. */
  #merged = ''
  #mergedRevision = -1
  readonly #onScreen = new OnScreenReport(
    () => this.#view.viewId,
    (shown) => void this.#reportOnScreen(shown),
  )

  constructor({ bridge, lists, accountId, held }: AccountInboxParts) {
    this.accountId = accountId
    this.#bridge = bridge
    this.#lists = lists
    this.#held = held
    this.#more = new MoreRows(bridge)
    this.#view = lists.open(accountId, { type: 'inbox' })
    this.#view.onChange = () => {
      this.#update()
    }
    if (this.#view.meta !== null) this.#update()
  }

  get rows(): readonly InboxRow[] {
    return this.#rows
  }

  get meta(): InboxMeta | null {
    return this.#view.meta
  }

  get renewals(): number {
    return this.#view.renewals
  }

  get failure(): Failure | null {
    return this.#view.failure
  }

  get isDrawable(): boolean {
    return this.#view.isDrawable
  }

  /** Whether the end of the list was not reached yet. After that, new entries are inserted between the rows. */
  get isGrowing(): boolean {
    return !this.#isWhole && this.failure === null
  }

  get isLong(): boolean {
    return this.#isLong
  }

  /** Reopens the list after a failure. */
  retry(): void {
    this.#view.retry()
  }

  #update(): void {
    const { items, meta } = this.#view
    const listed = new Map(items.map((entry) => [entry.key, entry]))
    for (const [key, newestId] of this.#removed) {
      const entry = listed.get(key)
      // The engine has removed the entry as well, or a message came after it was marked.
      if (entry === undefined || entry.newestId > newestId) this.#removed.delete(key)
    }
    this.#awaitRows(listed)
    if (meta?.hasMore === false) this.#isWhole = true
    else if (meta !== null && !this.#isWhole) this.#isLong = true
    const entries = items.filter(({ key }) => !this.#removed.has(key))
    // Entries that were read while the list was not shown are dropped: the reader has not seen them become read.
    const isOlder = this.#mergedRevision < this.#view.freshFrom
    this.#mergedRevision = this.#view.revision
    this.#rows = mergedRows(this.accountId, isOlder ? [] : this.#rows, entries, this.#held(), this.#awaited)
    if (this.#awaited.size > 0) void this.reach(this.#rows.length, this.#rows.length)
  }

  /** Requests more conversations if an index is near the end of the list of all accounts. */
  reach(index: number, length: number): Promise<void> {
    return this.#more.reach(this.#view, index, length)
  }

  /**
   * Records the rows that a reopened list has not reached yet: it starts with its first step, and the rows beyond it
   * are not read.
   */
  #awaitRows(listed: ReadonlyMap<string, unknown>): void {
    const { viewId, meta } = this.#view
    if (viewId !== this.#merged) for (const { entry, isRead } of this.#rows) if (!isRead) this.#awaited.add(entry.key)
    this.#merged = viewId
    if (meta?.hasMore !== true) this.#awaited.clear()
    for (const key of listed.keys()) this.#awaited.delete(key)
  }

  /**
   * Marks a conversation as read and removes it from the list at once; it returns if the server refuses that.
   * @returns the marked messages, null if it was read before, or the failure
   */
  async markRead({ key, entry, isRead }: InboxRow): Promise<ReadToEnd | null | Failure> {
    this.#removed.set(entry.key, entry.newestId)
    this.#rows = this.#rows.filter((each) => each.key !== key)
    if (isRead) return null
    const marked = new ReadToEnd(this.#bridge, this.accountId, () => entry.narrow)
    const failure = await marked.read()
    if (failure === null) return marked
    this.#removed.delete(entry.key)
    this.#update()
    return failure
  }

  /**
   * Shows the removed entries again that the engine still lists, since their messages become unread again. Their list
   * may never change: the engine tells nothing of an entry that is read and unread again between two of its updates.
   */
  restoreRemoved(): void {
    this.#removed.clear()
    this.#update()
  }

  /** Reports which conversations are on screen: the engine verifies stale ones first (M9). */
  onScreenChanged(measure: () => OnScreen): void {
    this.#onScreen.changed(measure)
  }

  async #reportOnScreen(shown: OnScreen): Promise<void> {
    const { viewId } = this.#view
    const { first, last } = shown ?? { first: null, last: null }
    const result = await this.#bridge.call('views.look', { accountId: this.accountId, viewId, first, last })
    if (!result.ok) this.#onScreen.forget()
  }

  close(): void {
    this.#onScreen.close()
    void this.#reportOnScreen(null)
    this.#lists.leave(this.#view)
  }
}
