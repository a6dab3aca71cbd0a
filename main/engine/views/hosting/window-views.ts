import type { ReadCore } from '../../read-core.ts'
import type { Change } from '../../model/changes.ts'
import { mostWindows, type WindowId } from '../../window-id.ts'
import type { Seen, View } from '../view.ts'
import { ViewHost } from './view-host.ts'

/**
 * The open views of all windows. Each window has its own host, so that a hidden, frozen or slow window delays only its
 * own updates, and view ids are valid only within their window.
 */
export class WindowViews {
  readonly #core: ReadCore
  readonly #onClosed: (view: View) => void
  readonly #hosts = new Map<WindowId, ViewHost>()
  /** The last batch of all windows: an acknowledgement that a reloaded page left behind fits no later batch. */
  #batch = 0

  /** @param onClosed called with each view that is closed */
  constructor(core: ReadCore, onClosed: (view: View) => void) {
    this.#core = core
    this.#onClosed = onClosed
    core.onCommit('the views', (changes) => {
      for (const host of this.#hosts.values()) {
        core.isolate('the views of a window', () => {
          host.noteChanges(changes)
        })
      }
    })
  }

  /**
   * The host of a window, which is made on first use.
   * @throws Error when there are `mostWindows` others.
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

  /** The items of a view between two messages; see `ViewHost.shownBetween`. */
  shownBetween(view: View, first: number, last: number): Seen[] {
    return [...this.#hosts.values()].flatMap((host) => host.shownBetween(view, first, last))
  }

  /** Marks views as dirty. */
  invalidate(affects: (view: View) => boolean): void {
    for (const host of this.#hosts.values()) host.invalidate(affects)
  }

  /** The views that the changes concern, including those that fail to decide. */
  affectedBy(changes: readonly Change[]): View[] {
    return [...this.#hosts.values()].flatMap((host) => host.affectedBy(changes))
  }

  /** The page of a window works; without an id, the user has turned to Skein or away from it, in whichever window. */
  noteHeard(windowId?: WindowId): void {
    for (const [id, host] of this.#hosts) if (windowId === undefined || id === windowId) host.noteHeard()
  }

  /** A window was closed or reloaded: its views are closed. */
  drop(windowId: WindowId): void {
    const host = this.#hosts.get(windowId)
    this.#hosts.delete(windowId)
    host?.closeAll()
  }

  /** Closes the views of all windows. */
  close(): void {
    for (const windowId of [...this.#hosts.keys()]) this.drop(windowId)
  }
}
