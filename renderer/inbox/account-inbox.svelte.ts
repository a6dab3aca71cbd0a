import type { Bridge } from '#contract/bridge.ts'
import type { Failure } from '#contract/values.ts'
import type { InboxMeta } from '#contract/views/inbox.ts'
import type { KeptViews } from '../bridge/kept-views.ts'
import type { LiveView } from '../bridge/view-client.svelte.ts'
import { ReadToEnd } from '../conversation/read-to-end.svelte.ts'
import { MoreRows } from '../ui/list/more-rows.ts'
import { OnScreenReport, type OnScreen } from '../ui/on-screen.ts'
import { mergedRows, type AccountRows, type InboxRow } from './inbox-rows.ts'

export interface AccountInboxParts {
  readonly bridge: Bridge
  readonly lists: KeptViews
  readonly accountId: string
  /** The key of the entry in which the user writes; null for none. */
  readonly held: () => string | null
}

/** The unread conversations of one account, as the inbox lists them. */
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
  /** Entries that the user marked, with their newest message then: the engine may still list them. */
  readonly #removed = new Map<string, number>()
  /** Unread entries that the list, which was opened again, has not reached yet. */
  readonly #awaited = new Set<string>()
  /** The engine's list that was merged last. */
  #merged = ''
  #mergedRevision = -1
  readonly #onScreen = new OnScreenReport(
    () => this.#view.viewId,
    (shown) => void this.#tellOnScreen(shown),
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

  /** Once the end was reached, what comes has its place between the rows. */
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
      // The engine has removed it as well, or something came after it was marked.
      if (entry === undefined || entry.newestId > newestId) this.#removed.delete(key)
    }
    this.#awaitRows(listed)
    if (meta?.hasMore === false) this.#isWhole = true
    else if (meta !== null && !this.#isWhole) this.#isLong = true
    const entries = items.filter(({ key }) => !this.#removed.has(key))
    // What was read while the list rested was not read under the reader's eyes, and keeps no place.
    const isOlder = this.#mergedRevision < this.#view.freshFrom
    this.#mergedRevision = this.#view.revision
    this.#rows = mergedRows(this.accountId, isOlder ? [] : this.#rows, entries, this.#held(), this.#awaited)
    if (this.#awaited.size > 0) void this.reach(this.#rows.length, this.#rows.length)
  }

  /** Requests more conversations near the end of the list of all accounts. */
  reach(index: number, length: number): Promise<void> {
    return this.#more.reach(this.#view, index, length)
  }

  /** A list that is opened again, as after a failure, starts with its first step: the rows beyond it are not read. */
  #awaitRows(listed: ReadonlyMap<string, unknown>): void {
    const { viewId, meta } = this.#view
    if (viewId !== this.#merged) for (const { entry, isRead } of this.#rows) if (!isRead) this.#awaited.add(entry.key)
    this.#merged = viewId
    if (meta?.hasMore !== true) this.#awaited.clear()
    for (const key of listed.keys()) this.#awaited.delete(key)
  }

  /**
   * Marks a conversation as read and takes it from the list at once. It comes back if that is refused.
   * @returns what was marked, null if it was read before; or why it was refused
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

  /** What is made unread again may be listed. */
  forgetRemoved(): void {
    this.#removed.clear()
  }

  /** Reports which conversations are on screen: those in doubt are verified first (M8). */
  onScreenChanged(measure: () => OnScreen): void {
    this.#onScreen.changed(measure)
  }

  async #tellOnScreen(shown: OnScreen): Promise<void> {
    const { viewId } = this.#view
    const { first, last } = shown ?? { first: null, last: null }
    const result = await this.#bridge.call('views.look', { accountId: this.accountId, viewId, first, last })
    if (!result.ok) this.#onScreen.forget()
  }

  close(): void {
    this.#onScreen.close()
    void this.#tellOnScreen(null)
    this.#lists.leave(this.#view)
  }
}
