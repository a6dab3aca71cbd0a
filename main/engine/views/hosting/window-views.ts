import type { ReadCore } from '../../core/read-core.ts'
import type { Service } from '../../core/service.ts'
import type { Change } from '../../state/changes.ts'
import { mostWindows, type WindowId } from '../../ports.ts'
import type { View } from '../view.ts'
import type { MessageItemRef } from '../../sync/revalidation/row-revalidator.ts'
import { ViewHost } from './view-host.ts'

/**
 * The open views of all windows. Each window has a separate host, so that a hidden, frozen or slow window delays only
 * its own updates, and view ids are valid only within their window.
 */
export class WindowViews implements Service {
  readonly #core: ReadCore
  readonly #onClosed: (view: View) => void
  readonly #hosts = new Map<WindowId, ViewHost>()
  /** The last batch of all windows. The acknowledgement of a page that was reloaded since matches no later batch. */
  #batch = 0

  /** @param onClosed called with each view that is closed */
  constructor(core: ReadCore, onClosed: (view: View) => void) {
    this.#core = core
    this.#onClosed = onClosed
  }

  onCommit(changes: readonly Change[]): void {
    for (const host of this.#hosts.values()) {
      this.#core.isolate('the views of a window', () => {
        host.noteChanges(changes)
      })
    }
  }

  onFocus(): void {
    for (const host of this.#hosts.values()) host.noteHeard()
  }

  /**
   * Returns the host of a window, which is created on first use.
   * @throws Error if there are `mostWindows` others
   */
  of(windowId: WindowId): ViewHost {
    const known = this.#hosts.get(windowId)
    if (known !== undefined) return known
    if (this.#hosts.size >= mostWindows) throw new Error(`there are ${mostWindows} windows with views already`)
    const { ports } = this.#core
    const host = new ViewHost(this.#core, {
      nextBatch: () => (this.#batch += 1),
      send: (batch, updates) => {
        ports.publish({ type: 'views', accountId: ports.accountId, batch, updates }, windowId)
      },
      onClosed: this.#onClosed,
    })
    this.#hosts.set(windowId, host)
    return host
  }

  views(): View[] {
    return [...this.#hosts.values()].flatMap((host) => host.views())
  }

  /** Returns the items of a view between two messages (`ViewHost.shownBetween`). */
  shownBetween(view: View, first: number, last: number): MessageItemRef[] {
    return [...this.#hosts.values()].flatMap((host) => host.shownBetween(view, first, last))
  }

  /** Marks views as dirty. */
  invalidate(affects: (view: View) => boolean): void {
    for (const host of this.#hosts.values()) host.invalidate(affects)
  }

  /** Returns the views that the changes concern, including those that fail to decide. */
  affectedBy(changes: readonly Change[]): View[] {
    return [...this.#hosts.values()].flatMap((host) => host.affectedBy(changes))
  }

  /** Records that the page of a window works. */
  noteHeard(windowId: WindowId): void {
    this.#hosts.get(windowId)?.noteHeard()
  }

  /** Closes the views of a window that was closed or reloaded. */
  drop(windowId: WindowId): void {
    const host = this.#hosts.get(windowId)
    this.#hosts.delete(windowId)
    host?.closeAll()
  }

  /** Closes the views of all windows. */
  stop(): void {
    for (const windowId of [...this.#hosts.keys()]) this.drop(windowId)
  }
}
