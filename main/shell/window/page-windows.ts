import type { BrowserWindow, WebContents } from 'electron'
import { channels, type Update } from '#contract/bridge.ts'
import { mostWindows, type WindowId } from '#engine/ports.ts'

/** An open window with a page, and its id for the engines. */
export interface PageWindow {
  readonly id: WindowId
  readonly window: BrowserWindow
}

interface OpenWindow extends PageWindow {
  /** Whether the window is closed: then its contents are inaccessible. */
  readonly contents: WebContents
}

/** The open windows: finds the window of a calling page and delivers updates to windows. */
export class PageWindows {
  readonly #windows = new Map<WindowId, OpenWindow>()
  readonly #onClosed: (id: WindowId) => void
  #lastId = 0

  /** @param onClosed called after a window was closed; its id is not reused */
  constructor(onClosed: (id: WindowId) => void) {
    this.#onClosed = onClosed
  }

  /**
   * Adds an opened window under a new id.
   * @throws Error if `mostWindows` others are open
   */
  add(window: BrowserWindow): WindowId {
    if (this.#windows.size >= mostWindows) throw new Error(`there are ${mostWindows} windows already`)
    this.#lastId += 1
    const id = this.#lastId as WindowId // the only place that creates ids
    this.#windows.set(id, { id, window, contents: window.webContents })
    window.on('closed', () => {
      this.#windows.delete(id)
      this.#onClosed(id)
    })
    return id
  }

  /** The window with these contents; undefined if none has them. */
  of(contents: WebContents): PageWindow | undefined {
    return [...this.#windows.values()].find((candidate) => candidate.contents === contents)
  }

  /** The oldest open window; null if there is none. */
  get first(): BrowserWindow | null {
    const [open] = this.#windows.values()
    return open?.window ?? null
  }

  /** Sends an update, as JSON text, to one window; does nothing if it is closed. */
  send(text: string, to: WindowId): void {
    const open = this.#windows.get(to)
    if (open !== undefined && !open.window.isDestroyed()) open.contents.send(channels.update, text)
  }

  sendToAll(update: Update): void {
    const text = JSON.stringify(update)
    for (const id of this.#windows.keys()) this.send(text, id)
  }

  sendToFirst(text: string): void {
    const [id] = this.#windows.keys()
    if (id !== undefined) this.send(text, id)
  }
}
