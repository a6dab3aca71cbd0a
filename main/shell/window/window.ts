import { BrowserWindow } from 'electron'
import { appOrigin } from '../protocols/app-protocol.ts'

export interface WindowFiles {
  readonly preloadFile: string
  /** The icon for Linux, whose taskbar shows it if no installed program has the window's name; null elsewhere. */
  readonly iconFile: string | null
}

/** Creates the window. Electron remembers its position and size. */
export function createWindow({ preloadFile, iconFile }: WindowFiles): BrowserWindow {
  const window = new BrowserWindow({
    name: 'main',
    windowStatePersistence: true,
    width: 1280,
    height: 800,
    minWidth: 480,
    minHeight: 400,
    show: false,
    title: 'Skein',
    backgroundColor: '#14171d',
    ...(iconFile === null ? {} : { icon: iconFile }),
    webPreferences: {
      preload: preloadFile,
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      spellcheck: true,
    },
  })
  showWhenReady(window)
  loadPage(window)
  return window
}

export interface MainWindowPorts {
  readonly files: WindowFiles
  /** The open window; null if there is none. */
  readonly openWindow: () => BrowserWindow | null
  /** Called with a new window, before its page has loaded. */
  readonly onOpened: (window: BrowserWindow) => void
  /** Whether the program is quitting: then no window opens. */
  readonly isQuitting: () => boolean
}

/** The program's window: opens at the start, and again or to the front when it is requested. */
export class MainWindow {
  readonly #ports: MainWindowPorts

  constructor(ports: MainWindowPorts) {
    this.#ports = ports
  }

  /** Opens the window. */
  start(): void {
    const { files, onOpened } = this.#ports
    onOpened(createWindow(files))
  }

  /** Opens the window or brings it to the front. */
  show(): void {
    if (this.#ports.isQuitting()) return
    const window = this.#ports.openWindow()
    if (window === null) this.start()
    else bringToFront(window)
  }
}

/** Loads or reloads the page. */
export function loadPage(window: BrowserWindow): void {
  // `did-fail-load` handles a failure; without this the promise would be an unhandled rejection.
  window.loadURL(`${appOrigin}/index.html`).catch(() => undefined)
}

function bringToFront(window: BrowserWindow): void {
  if (window.isMinimized()) window.restore()
  window.show()
  window.focus()
}

/** A window is shown after this time even if no event has reported its first frame, milliseconds. */
export const showAtLatestMs = 2_000

/**
 * Shows a window once, at the first sign of its page. Under Wayland `ready-to-show` may never arrive, since a hidden
 * surface gets no frames there (electron/electron#48859); the program would then run without a window.
 */
export function showWhenReady(window: BrowserWindow): void {
  let isDone = false
  const show = () => {
    if (isDone) return
    isDone = true
    clearTimeout(timer)
    if (!window.isDestroyed()) window.show()
  }
  const timer = setTimeout(show, showAtLatestMs)
  window.once('ready-to-show', show)
  window.webContents.once('did-finish-load', show)
  window.once('closed', () => {
    isDone = true
    clearTimeout(timer)
  })
}
