import { EventEmitter } from 'node:events'
import { basename } from 'node:path'
import type Electron from 'electron'
import { loud } from './loud.ts'
import type { PageChannel } from './page-channel.ts'
import { record } from './recorder.ts'
import type { WebServer } from './web-server.ts'

/** What windows need of the host; set by host/main.ts before the program is loaded. */
export interface WindowPorts {
  readonly channel: PageChannel
  readonly server: WebServer
  /** A window wants to be looked at. */
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
  'send' | 'setWindowOpenHandler' | 'isDestroyed' | 'forcefullyCrashRenderer'
>

class HostWebContents extends EventEmitter {
  send(channel: string, ...args: unknown[]): void {
    connected().channel.send(channel, args)
  }

  setWindowOpenHandler(_handler: Parameters<Electron.WebContents['setWindowOpenHandler']>[0]): void {
    // The page's policy and its own link handler keep it from opening windows.
  }

  isDestroyed(): boolean {
    return false
  }

  /** The page in the browser is left alone; another one takes its place as it is loaded. */
  forcefullyCrashRenderer(): void {
    this.emit('render-process-gone', {}, { reason: 'killed', exitCode: 9 })
  }
}

let current: HostWindow | undefined

/** The window that tests speak of; undefined while none is open. */
export function currentWindow(): HostWindow | undefined {
  return current
}

type UsedWindow = Pick<
  Electron.BrowserWindow,
  'show' | 'focus' | 'restore' | 'isMinimized' | 'isDestroyed' | 'loadURL' | 'close'
>

/** `electron.BrowserWindow`: the page in somebody's browser. */
class HostWindow extends EventEmitter {
  readonly webContents = loud('webContents', new HostWebContents() satisfies UsedContents)
  #isDestroyed = false

  constructor(options: Electron.BrowserWindowConstructorOptions = {}) {
    super()
    // eslint-disable-next-line @typescript-eslint/no-this-alias -- whoever speaks for the desktop has no other way to it
    current = this
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
  }

  loadURL(_url: string): Promise<void> {
    connected().onLoad()
    queueMicrotask(() => this.emit('ready-to-show'))
    return Promise.resolve()
  }

  show(): void {
    record.windowShown += 1
  }

  focus(): void {
    record.windowShown += 1
  }

  restore(): void {
    record.windowShown += 1
  }

  isMinimized(): boolean {
    return false
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
    this.#isDestroyed = true
    if (current === this) current = undefined
    this.emit('closed')
  }
}

export const BrowserWindowPart = HostWindow satisfies new (
  options?: Electron.BrowserWindowConstructorOptions,
) => UsedWindow
