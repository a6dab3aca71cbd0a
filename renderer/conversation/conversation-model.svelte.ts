import type { MessageId } from '../../shared/ids.ts'
import type { Bridge } from '../../preload/contract/bridge.ts'
import type { Narrow } from '../../preload/contract/values.ts'
import type { ConversationMeta } from '../../preload/contract/views/conversation.ts'
import { OnScreenReport, type OnScreen } from '../ui/on-screen.ts'
import type { KeptPosition } from '../ui/kept-position.ts'
import { ReadToEnd } from './read-to-end.svelte.ts'
import type { ConversationViews } from './conversation-views.ts'
import { buildRows, type Row } from './rows.ts'
import type { LiveView } from '../bridge/view-client.svelte.ts'

/** Read messages are reported in groups, with this delay. */
const readDelayMs = 300

/** The open conversation: rows for the list, and the list's reports. */
export class ConversationModel {
  readonly narrow: Narrow
  readonly accountId: string
  readonly #bridge: Bridge
  readonly #views: Pick<ConversationViews, 'open' | 'close'>
  readonly #view: LiveView<'conversation'>
  rows = $state.raw<readonly Row[]>([])
  /** Incremented to scroll to the newest messages. */
  newestRequests = $state.raw(0)
  /** The message at which the conversation was opened. */
  readonly anchorId: MessageId | null
  /** Where the reader was when the place was left; null on arrival. */
  readonly kept: KeptPosition | null
  /** Measures where the reader is; set by the list while it is drawn. */
  measure: () => KeptPosition | null = () => null
  #onMeta: (meta: ConversationMeta) => void = () => undefined
  readonly readToEnd: ReadToEnd
  readonly #seen = new Set<number>()
  #readTimer: ReturnType<typeof setTimeout> | undefined
  readonly #told = new Set<number>()
  readonly #onScreen = new OnScreenReport(
    () => this.#view.viewId,
    (shown) => {
      this.#tellOnScreen(shown)
    },
  )

  constructor(
    bridge: Bridge,
    views: Pick<ConversationViews, 'open' | 'close'>,
    accountId: string,
    narrow: Narrow,
    anchor: 'first_unread' | number,
    kept: KeptPosition | null = null,
  ) {
    this.#bridge = bridge
    this.#views = views
    this.accountId = accountId
    this.narrow = narrow
    this.kept = kept
    this.anchorId = typeof anchor === 'number' ? anchor : null
    this.readToEnd = new ReadToEnd(bridge, accountId, narrow)
    this.#view = views.open(accountId, {
      type: 'conversation',
      narrow,
      anchor: kept === null ? anchor : Number(kept.row),
    })
    this.#view.onChange = () => {
      this.#update()
    }
    if (this.#view.meta === null) return
    // A prepared view is here already. The engine learns that it is shown now, also without rows.
    this.#tellOnScreen(null)
    this.#update()
  }

  get meta(): ConversationMeta | null {
    return this.#view.meta
  }

  /** Called with the conversation's metadata, now and whenever they change: its draft, the composer's permissions. */
  followMeta(onMeta: (meta: ConversationMeta) => void): void {
    this.#onMeta = onMeta
    if (this.meta !== null) onMeta(this.meta)
  }

  get failure() {
    return this.#view.failure
  }

  /** Where the reader is; null as long as the list is not drawn. */
  position(): KeptPosition | null {
    return this.measure()
  }

  /** Reopens the conversation after a failure. */
  retry(): void {
    this.#view.retry()
  }

  #update(): void {
    this.rows = buildRows(this.#view.items, {
      firstUnreadId: this.#view.meta?.firstUnreadId ?? null,
      showTopics: this.narrow.kind === 'stream',
      now: Date.now(),
    })
    const { meta } = this.#view
    if (meta !== null) this.#onMeta(meta)
  }

  /** Scrolls to the newest message and stays there: on request, or after sending (F7). */
  leadToNewest(): void {
    this.newestRequests += 1
  }

  async more(direction: 'older' | 'newer' | 'newest'): Promise<void> {
    await this.#bridge.call('views.more', { accountId: this.accountId, viewId: this.#view.viewId, direction })
  }

  /** Reports rows that are visible in a focused window (U8). */
  seen(ids: readonly number[]): void {
    for (const id of ids) if (!this.#told.has(id)) this.#seen.add(id)
    if (this.#seen.size === 0) return
    this.#readTimer ??= setTimeout(() => {
      this.#readTimer = undefined
      this.#tell()
    }, readDelayMs)
  }

  /** Reports a possible change of the rows on screen: those in doubt are verified first (M8). */
  onScreenChanged(measure: () => OnScreen): void {
    this.#onScreen.changed(measure)
  }

  #tellOnScreen(shown: OnScreen): void {
    const { viewId } = this.#view
    const { first, last } = shown ?? { first: null, last: null }
    void this.#bridge.call('views.look', { accountId: this.accountId, viewId, first, last }).then((result) => {
      if (!result.ok) this.#onScreen.forget()
    })
  }

  #tell(): void {
    const messageIds = [...this.#seen]
    this.#seen.clear()
    if (messageIds.length === 0) return
    for (const id of messageIds) this.#told.add(id)
    void this.#bridge.call('messages.markRead', { accountId: this.accountId, messageIds }).then((result) => {
      // The messages stay unread; when they are seen again, they are reported again.
      if (!result.ok) for (const id of messageIds) this.#told.delete(id)
    })
  }

  close(): void {
    this.#onScreen.close()
    clearTimeout(this.#readTimer)
    this.#tell()
    this.#views.close(this.#view)
  }
}
