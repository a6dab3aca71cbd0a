import type { Bridge } from '../../preload/contract/bridge.ts'
import type { Narrow } from '../../preload/contract/values.ts'
import type { ConversationMeta } from '../../preload/contract/views/conversation.ts'
import { OnScreenReport, type OnScreen } from './on-screen.ts'
import { ReadToEnd } from './read-to-end.svelte.ts'
import { buildRows, type Row } from './rows.ts'
import type { LiveView, ViewClient } from './view-client.svelte.ts'

/** Reads are told in groups, a moment after the rows were seen. */
const readDelayMs = 300

/** The open conversation: rows for the list, and what the list reports back. */
export class ConversationModel {
  readonly narrow: Narrow
  readonly accountId: string
  readonly #bridge: Bridge
  readonly #views: ViewClient
  readonly #view: LiveView<'conversation'>
  rows = $state.raw<readonly Row[]>([])
  /** Raised when the newest messages are to be seen, wherever the list stands. */
  newestRequests = $state.raw(0)
  /** The message that the conversation was opened at. */
  readonly anchorId: number | null
  /** What is said of the conversation changed: its draft, what its composer may do. */
  onMeta: (meta: ConversationMeta) => void = () => undefined
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

  constructor(bridge: Bridge, views: ViewClient, accountId: string, narrow: Narrow, anchor: 'first_unread' | number) {
    this.#bridge = bridge
    this.#views = views
    this.accountId = accountId
    this.narrow = narrow
    this.anchorId = typeof anchor === 'number' ? anchor : null
    this.readToEnd = new ReadToEnd(bridge, accountId, narrow)
    this.#view = views.open(accountId, { type: 'conversation', narrow, anchor })
    this.#view.onChange = () => {
      this.#update()
    }
  }

  get meta(): ConversationMeta | null {
    return this.#view.meta
  }

  get failure() {
    return this.#view.failure
  }

  /** Asks for the conversation anew, after a failure. */
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
    if (meta !== null) this.onMeta(meta)
  }

  /** To the newest message, and to stay there: the user asked for it, or has sent one (F7). */
  leadToNewest(): void {
    this.newestRequests += 1
  }

  async more(direction: 'older' | 'newer' | 'newest'): Promise<void> {
    await this.#bridge.call('views.more', { accountId: this.accountId, viewId: this.#view.viewId, direction })
  }

  /** Rows that a person can see right now, in a focused window (U8). */
  seen(ids: readonly number[]): void {
    for (const id of ids) if (!this.#told.has(id)) this.#seen.add(id)
    if (this.#seen.size === 0) return
    this.#readTimer ??= setTimeout(() => {
      this.#readTimer = undefined
      this.#tell()
    }, readDelayMs)
  }

  /** Other messages may be on screen: what is in doubt there is asked for first (M8). */
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
      // They stay unread; when they are seen again, it is told again.
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
