import type { BrowserWindow, WebContents } from 'electron'
import { channels } from '../../preload/channels.ts'
import type { Update } from '../../preload/contract/bridge.ts'
import { mostWindows, type WindowId } from '../engine/window-id.ts'

/** An open window with a page, and the id that the engines know it by. */
export interface PageWindow {
  readonly id: WindowId
  readonly window: BrowserWindow
}

interface OpenWindow extends PageWindow {
  /** A window that is gone cannot be asked for its contents. */
  readonly contents: WebContents
}

/** The open windows: whose page makes a call, and the delivery of updates to the window that they are for. */
export class PageWindows {
  readonly #windows = new Map<WindowId, OpenWindow>()
  readonly #onClosed: (id: WindowId) => void
  #lastId = 0

  /** @param onClosed a window is gone, and its id with it */
  constructor(onClosed: (id: WindowId) => void) {
    this.#onClosed = onClosed
  }

  /**
   * A window was opened; its id is a new one.
   * @throws Error when there are `mostWindows` others.
   */
  add(window: BrowserWindow): WindowId {
    if (this.#windows.size >= mostWindows) throw new Error(`there are ${mostWindows} windows already`)
    this.#lastId += 1
    const id = this.#lastId as WindowId // the one place where ids are made
    this.#windows.set(id, { id, window, contents: window.webContents })
    window.on('closed', () => {
      this.#windows.delete(id)
      this.#onClosed(id)
    })
    return id
  }

  /** The window that shows these contents; undefined for contents that no window of ours shows. */
  of(contents: WebContents): PageWindow | undefined {
    return [...this.#windows.values()].find((candidate) => candidate.contents === contents)
  }

  /** The window that was opened first of those that are open; null where none is. */
  get first(): BrowserWindow | null {
    const [open] = this.#windows.values()
    return open?.window ?? null
  }

  /** Sends an update, as JSON text, to one window; nothing happens where it is gone. */
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
