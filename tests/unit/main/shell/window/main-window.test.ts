import type { EventEmitter } from 'node:events'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createWindow, MainWindow, showAtLatestMs } from '#shell/window/window.ts'

const desktop: Desktop = vi.hoisted(() => ({
  done: [],
  opened: [],
  isMinimized: false,
  isDestroyed: false,
  icon: undefined,
}))

interface Desktop {
  done: string[]
  opened: string[]
  isMinimized: boolean
  isDestroyed: boolean
  icon: unknown
}

vi.mock('electron', async () => {
  const { EventEmitter: Emitter } = await import('node:events')
  class Contents extends Emitter {
    onOpen: unknown
    setWindowOpenHandler(handler: unknown) {
      this.onOpen = handler
    }
  }
  class BrowserWindow extends Emitter {
    readonly webContents = new Contents()
    constructor(options: { icon?: unknown }) {
      super()
      desktop.icon = options.icon
    }
    isDestroyed = () => desktop.isDestroyed
    isMinimized = () => desktop.isMinimized
    restore = () => desktop.done.push('restore')
    show = () => desktop.done.push('show')
    focus = () => desktop.done.push('focus')
    loadURL(url: string) {
      desktop.done.push(`load ${url}`)
      return Promise.resolve()
    }
  }
  const shell = { openExternal: (url: string) => Promise.resolve(void desktop.opened.push(url)) }
  return { BrowserWindow, shell, protocol: {} }
})

interface Contents extends EventEmitter {
  readonly onOpen: (details: Pick<Electron.HandlerDetails, 'url'>) => Electron.WindowOpenHandlerResponse
}

function open(iconFile: string | null = null): { window: ReturnType<typeof createWindow>; contents: Contents } {
  const window = createWindow({ preloadFile: '/preload.cjs', iconFile })
  return { window, contents: window.webContents as unknown as Contents } // the stand-in above
}

function mainWindow() {
  const state: { window: Electron.BrowserWindow | null; isQuitting: boolean } = { window: null, isQuitting: false }
  const main = new MainWindow({
    files: { preloadFile: '/preload.cjs', iconFile: null },
    openWindow: () => state.window,
    onOpened: (window) => (state.window = window),
    isQuitting: () => state.isQuitting,
  })
  return { main, state }
}

describe('the window', () => {
  beforeEach(() => {
    desktop.done = []
    desktop.opened = []
    desktop.isMinimized = false
    desktop.isDestroyed = false
    vi.useFakeTimers()
  })

  afterEach(() => {
    vi.useRealTimers()
  })

  it('loads the page, and shows itself at the first frame', () => {
    const { window } = open()
    expect(desktop.done).toEqual(['load app://skein/index.html'])
    window.emit('ready-to-show')
    expect(desktop.done.at(-1)).toBe('show')
  })

  it('shows itself once after the load if no event reports the first frame (Wayland)', () => {
    const { window, contents } = open()
    contents.emit('did-finish-load')
    window.emit('ready-to-show')
    vi.advanceTimersByTime(showAtLatestMs)
    expect(desktop.done.filter((step) => step === 'show')).toHaveLength(1)
  })

  it('shows itself after two seconds in any case', () => {
    open()
    vi.advanceTimersByTime(showAtLatestMs - 1)
    expect(desktop.done).not.toContain('show')
    vi.advanceTimersByTime(1)
    expect(desktop.done.at(-1)).toBe('show')
  })

  it('stays closed if it is closed before it is shown', () => {
    const { window } = open()
    desktop.isDestroyed = true
    window.emit('closed')
    vi.advanceTimersByTime(showAtLatestMs)
    expect(desktop.done).not.toContain('show')
  })

  it('has its own icon if there is one', () => {
    open()
    expect(desktop.icon).toBeUndefined()
    open('/icons/512.png')
    expect(desktop.icon).toBe('/icons/512.png')
  })

  it('opens when it is requested, unless the program is quitting', () => {
    const { main, state } = mainWindow()
    state.isQuitting = true
    main.show()
    expect(state.window).toBeNull()
    state.isQuitting = false
    main.show()
    expect(state.window).not.toBeNull()
    expect(desktop.done).toEqual(['load app://skein/index.html'])
  })

  it('comes to the front, also from the taskbar', () => {
    const { main } = mainWindow()
    main.start()
    desktop.done = []
    main.show()
    expect(desktop.done).toEqual(['show', 'focus'])
    desktop.isMinimized = true
    main.show()
    expect(desktop.done).toEqual(['show', 'focus', 'restore', 'show', 'focus'])
  })
})
