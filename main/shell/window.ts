import { BrowserWindow } from 'electron'
import { showWhenReady } from './first-show.ts'
import { appOrigin } from './protocols.ts'

export interface WindowFiles {
  readonly preloadFile: string
  /** Linux shows it in its taskbar where no installed program has the window's name; the others have the program's own. */
  readonly iconFile: string | null
}

/** The one window. Its place and size are remembered by Electron itself. */
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
  // `did-fail-load` says it where this fails; the promise would be an unhandled rejection besides.
  window.loadURL(`${appOrigin}/index.html`).catch(() => undefined)
}

export function bringToFront(window: BrowserWindow): void {
  if (window.isMinimized()) window.restore()
  window.show()
  window.focus()
}
