import type { Bridge } from '#contract/bridge.ts'
import type { MessageId } from '#shared/ids.ts'
import { OnScreenReport, type OnScreen } from '../../ui/on-screen.ts'

/** The delay after which read messages are reported as a group, in milliseconds. */
const readDelayMs = 300

/** Reports to the engine which rows of a message list are on screen, and which were read. */
export class ListReports {
  readonly #bridge: Bridge
  readonly #accountId: string
  readonly #viewId: () => string
  readonly #seen = new Set<MessageId>()
  #readTimer: ReturnType<typeof setTimeout> | undefined
  readonly #reported = new Set<MessageId>()
  readonly #onScreen: OnScreenReport

  /** @param viewId the id of the view that the list shows now */
  constructor(bridge: Bridge, accountId: string, viewId: () => string) {
    this.#bridge = bridge
    this.#accountId = accountId
    this.#viewId = viewId
    this.#onScreen = new OnScreenReport(viewId, (shown) => {
      this.reportOnScreen(shown)
    })
  }

  /** Reports messages that are visible in a focused window (U8). */
  seen(ids: readonly MessageId[]): void {
    for (const id of ids) if (!this.#reported.has(id)) this.#seen.add(id)
    if (this.#seen.size === 0) return
    this.#readTimer ??= setTimeout(() => {
      this.#readTimer = undefined
      this.#report()
    }, readDelayMs)
  }

  /** Reports a possible change of the rows on screen: the engine verifies stale ones first (M9). */
  onScreenChanged(measure: () => OnScreen): void {
    this.#onScreen.changed(measure)
  }

  /** Reports which rows are on screen; null if none is known. */
  reportOnScreen(shown: OnScreen): void {
    const { first, last } = shown ?? { first: null, last: null }
    const input = { accountId: this.#accountId, viewId: this.#viewId(), first, last }
    void this.#bridge.call('views.look', input).then((result) => {
      if (!result.ok) this.#onScreen.forget()
    })
  }

  async more(direction: 'older' | 'newer' | 'newest'): Promise<void> {
    await this.#bridge.call('views.more', { accountId: this.#accountId, viewId: this.#viewId(), direction })
  }

  #report(): void {
    const messageIds = [...this.#seen]
    this.#seen.clear()
    if (messageIds.length === 0) return
    for (const id of messageIds) this.#reported.add(id)
    void this.#bridge.call('messages.markRead', { accountId: this.#accountId, messageIds }).then((result) => {
      // The messages stay unread, and are reported again when they are seen again.
      if (!result.ok) for (const id of messageIds) this.#reported.delete(id)
    })
  }

  /** Ends the reports of a closed list, and reports the read messages at once. */
  close(): void {
    this.#onScreen.close()
    clearTimeout(this.#readTimer)
    this.#report()
  }
}
