import { BrowserWindow } from 'electron'
import { showWhenReady } from './first-show.ts'
import { appOrigin } from './protocols.ts'

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

/** Loads or reloads the page. */
export function loadPage(window: BrowserWindow): void {
  // `did-fail-load` handles a failure; without this the promise would be an unhandled rejection.
  window.loadURL(`${appOrigin}/index.html`).catch(() => undefined)
}

export function bringToFront(window: BrowserWindow): void {
  if (window.isMinimized()) window.restore()
  window.show()
  window.focus()
}
