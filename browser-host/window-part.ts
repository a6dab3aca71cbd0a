import { EventEmitter } from 'node:events'
import { basename } from 'node:path'
import type Electron from 'electron'
import { appPart, preventable } from './app-part.ts'
import { strictPart } from './strict-part.ts'
import type { PageChannel } from './page-channel.ts'
import { record } from './recorder.ts'
import { defaultSession } from './session-part.ts'
import type { WebServer } from './web-server.ts'

/** The parts of the host that windows need; set by browser-host/main.ts before the program is loaded. */
export interface WindowPorts {
  readonly channel: PageChannel
  readonly server: WebServer
  /** Called when a window loads its page. */
  readonly onLoad: () => void
}

let ports: WindowPorts | undefined

export function connectWindows(connected: WindowPorts): void {
  ports = connected
}

function connected(): WindowPorts {
  if (ports === undefined) throw new Error('the browser host is not connected yet')
  return ports
}

type UsedContents = Pick<
  Electron.WebContents,
  | 'send'
  | 'setWindowOpenHandler'
  | 'isDestroyed'
  | 'forcefullyCrashRenderer'
  | 'replaceMisspelling'
  | 'showDefinitionForSelection'
  | 'copyImageAt'
  | 'getZoomLevel'
  | 'setZoomLevel'
>

class HostWebContents extends EventEmitter {
  readonly session = defaultSession
  #zoomLevel = 0

  send(channel: string, ...args: unknown[]): void {
    connected().channel.send(channel, args)
  }

  setWindowOpenHandler(_handler: Parameters<Electron.WebContents['setWindowOpenHandler']>[0]): void {
    // The page's policy and its link handler prevent new windows.
  }

  isDestroyed(): boolean {
    return false
  }

  replaceMisspelling(text: string): void {
    record.edits.push(`replace by ${text}`)
  }

  showDefinitionForSelection(): void {
    record.edits.push('look up')
  }

  copyImageAt(x: number, y: number): void {
    record.edits.push(`copy the image at ${x},${y}`)
  }

  /** Returns the stored level; the browser has its own zoom. */
  getZoomLevel(): number {
    return this.#zoomLevel
  }

  setZoomLevel(level: number): void {
    this.#zoomLevel = level
  }

  /** The page in the browser stays open; the next page replaces it when it loads. */
  forcefullyCrashRenderer(): void {
    this.emit('render-process-gone', {}, { reason: 'killed', exitCode: 9 })
  }
}

let current: HostWindow | undefined

/** The window that tests refer to; undefined while none is open. */
export function currentWindow(): HostWindow | undefined {
  return current
}

type UsedWindow = Pick<
  Electron.BrowserWindow,
  | 'show'
  | 'hide'
  | 'focus'
  | 'restore'
  | 'isMinimized'
  | 'isVisible'
  | 'isFocused'
  | 'isFullScreen'
  | 'setFullScreen'
  | 'isDestroyed'
  | 'loadURL'
  | 'close'
>

/** Actions of the user and the system on the window, which tests send over the control channel. */
export type WindowDeed = 'close' | 'focus' | 'blur' | 'minimize' | 'enter-full-screen' | 'session-end'

export function doToWindow(deed: WindowDeed): void {
  current?.undergo(deed)
}

/** `electron.BrowserWindow`: the page in the user's browser. The page stays open when the window is hidden. */
class HostWindow extends EventEmitter {
  readonly webContents = strictPart('webContents', new HostWebContents() satisfies UsedContents)
  #isDestroyed = false

  constructor(options: Electron.BrowserWindowConstructorOptions = {}) {
    super()
    // oxlint-disable-next-line @typescript-eslint/no-this-alias -- whoever speaks for the desktop has no other way to it
    current = this
    appPart.emit('web-contents-created', {}, this.webContents)
    const { channel, server } = connected()
    const { preload, sandbox, contextIsolation, nodeIntegration } = options.webPreferences ?? {}
    if (sandbox !== true || contextIsolation !== true || nodeIntegration !== false) {
      throw new Error('the browser host shows sandboxed, isolated windows only')
    }
    if (preload !== undefined) server.setPreload(preload)
    channel.event = {
      sender: this.webContents,
      senderFrame: { url: 'app://skein/index.html', parent: null },
    }
    const isVisible = options.show !== false
    const icon = typeof options.icon === 'string' ? basename(options.icon) : ''
    record.window = { isOpen: true, isVisible, isMinimized: false, isFocused: isVisible, isFullScreen: false, icon }
  }

  /** With SKEIN_HOST_READY_TO_SHOW=never the event is missing, as sometimes under Wayland. */
  loadURL(_url: string): Promise<void> {
    connected().onLoad()
    queueMicrotask(() => {
      if (process.env.SKEIN_HOST_READY_TO_SHOW !== 'never') this.emit('ready-to-show')
      this.webContents.emit('did-finish-load')
    })
    return Promise.resolve()
  }

  show(): void {
    record.windowShown += 1
    const wasVisible = record.window.isVisible
    record.window.isVisible = true
    if (!wasVisible) this.emit('show')
    this.#focus()
  }

  hide(): void {
    if (!record.window.isVisible) return
    record.window.isVisible = false
    this.#blur()
    this.emit('hide')
  }

  focus(): void {
    record.windowShown += 1
    this.#focus()
  }

  restore(): void {
    record.windowShown += 1
    if (!record.window.isMinimized) return
    record.window.isMinimized = false
    this.emit('restore')
  }

  isMinimized(): boolean {
    return record.window.isMinimized
  }

  isVisible(): boolean {
    return record.window.isVisible
  }

  isFocused(): boolean {
    return record.window.isFocused
  }

  isFullScreen(): boolean {
    return record.window.isFullScreen
  }

  /** Enters or leaves full screen. Leaving takes a moment on macOS; the event reports its end. */
  setFullScreen(isOn: boolean): void {
    setImmediate(() => {
      record.window.isFullScreen = isOn
      this.emit(isOn ? 'enter-full-screen' : 'leave-full-screen')
    })
  }

  isDestroyed(): boolean {
    return this.#isDestroyed
  }

  /** Windows only, as in Electron. */
  setOverlayIcon(overlay: { readonly file: string } | null, description: string): void {
    record.overlays.push({ image: overlay === null ? null : basename(overlay.file), description })
  }

  flashFrame(isOn: boolean): void {
    record.isFlashing = isOn
  }

  close(): void {
    if (this.#isDestroyed) return
    const event = preventable()
    this.emit('close', event)
    if (event.defaultPrevented) return
    this.#isDestroyed = true
    record.window = { ...record.window, isOpen: false, isVisible: false, isFocused: false }
    if (current === this) current = undefined
    this.emit('closed')
    appPart.emit('window-all-closed')
  }

  undergo(deed: WindowDeed): void {
    switch (deed) {
      case 'close':
        this.close()
        return
      case 'focus':
        this.#focus()
        return
      case 'blur':
        this.#blur()
        return
      case 'minimize':
        record.window.isMinimized = true
        this.#blur()
        this.emit('minimize')
        return
      case 'enter-full-screen':
        this.setFullScreen(true)
        return
      case 'session-end':
        this.emit('session-end', preventable())
    }
  }

  #focus(): void {
    if (record.window.isFocused) return
    record.window.isFocused = true
    this.emit('focus')
  }

  #blur(): void {
    if (!record.window.isFocused) return
    record.window.isFocused = false
    this.emit('blur')
  }
}

export const BrowserWindowPart = HostWindow satisfies new (
  options?: Electron.BrowserWindowConstructorOptions,
) => UsedWindow
