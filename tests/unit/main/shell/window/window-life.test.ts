import { EventEmitter } from 'node:events'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { app, autoUpdater, powerMonitor } from '#browser-host/electron.ts'
import type { DesktopPlatform } from '#shell/system/desktop-platform.ts'
import { WindowLife } from '#shell/window/window-life.ts'
import type { Closing } from '#contract/app.ts'

class StandIn extends EventEmitter {
  readonly done: string[] = []
  isShown = true
  isFull = false
  isDestroyed = () => false
  isVisible = () => this.isShown
  isMinimized = () => false
  isFocused = () => this.isShown
  isFullScreen = () => this.isFull
  setFullScreen(isOn: boolean) {
    this.done.push(`full screen ${String(isOn)}`)
  }
  hide() {
    this.isShown = false
    this.done.push('hide')
  }

  /** @returns whether Electron would close it */
  close(): boolean {
    let isPrevented = false
    this.emit('close', {
      preventDefault() {
        isPrevented = true
      },
    })
    return !isPrevented
  }
}

interface Over {
  readonly closing: Closing
  readonly hasTray: boolean
  readonly hasIcon: boolean
  readonly staging: Promise<void>
}

function live(platform: DesktopPlatform, over: Partial<Over> = {}) {
  const { closing, hasTray, hasIcon } = { closing: 'auto' as const, hasTray: true, hasIcon: true, ...over }
  const looked: boolean[] = []
  const systemEnds: string[] = []
  const window = new StandIn()
  const life = new WindowLife({
    platform,
    closing: () => closing,
    hasTrayIcon: () => hasIcon,
    hasTrayHost: () => Promise.resolve(hasTray),
    onLookedAt: (isNow) => looked.push(isNow),
    beforeEnd: () => Promise.resolve(),
    stageUpdate: () => over.staging ?? null,
    onSystemEnds: () => systemEnds.push(platform),
    log: () => undefined,
  })
  life.watch(window as never)
  return { life, window, looked, systemEnds }
}

describe('the life of the window', () => {
  beforeEach(() => {
    // The stand-in behaves like Electron’s, but does not end the process.
    vi.spyOn(app, 'quit').mockImplementation(() => {
      app.emit('before-quit', { preventDefault: () => undefined })
    })
    vi.spyOn(app, 'exit').mockReturnValue(undefined)
  })

  afterEach(() => {
    app.removeAllListeners()
    autoUpdater.removeAllListeners()
    powerMonitor.removeAllListeners()
    vi.restoreAllMocks()
  })

  it('hides the window on macOS while the system stages an update at the end', async () => {
    let quits = 0
    vi.spyOn(app, 'quit').mockImplementation(() => {
      quits += 1
      app.emit('before-quit', { preventDefault: () => undefined })
    })
    let take: () => void = () => undefined
    const { window } = live('darwin', { staging: new Promise((found) => (take = found)) })
    const gone = live('darwin', { staging: new Promise(() => undefined) })
    gone.window.emit('closed')
    app.quit()
    await vi.waitFor(() => {
      expect(window.done).toEqual(['hide'])
    })
    expect([gone.window.done, quits]).toEqual([[], 1])
    take()
    await vi.waitFor(() => {
      expect(quits).toBe(2)
    })
  })

  it('leaves full screen before hiding on macOS, and continues without a window', () => {
    const { window, life } = live('darwin', { hasIcon: false, closing: 'quit' })
    window.isFull = true
    expect(window.close()).toBe(false)
    expect(window.done).toEqual(['full screen false'])
    window.isFull = false
    window.emit('leave-full-screen')
    expect(window.done).toEqual(['full screen false', 'hide'])
    app.emit('window-all-closed')
    expect(life.isQuitting).toBe(false)
  })

  it('hides at once on Windows, without a query of the session bus', () => {
    const { window, life } = live('win32', { hasTray: false })
    expect(window.close()).toBe(false)
    expect(window.done).toEqual(['hide'])
    expect(life.isQuitting).toBe(false)
  })

  it('stays hidden on Linux if the desktop has a tray, and ends otherwise', async () => {
    const shown = live('linux')
    expect(shown.window.close()).toBe(false)
    await Promise.resolve()
    expect(shown.life.isQuitting).toBe(false)
    app.removeAllListeners()
    const { window, life } = live('linux', { hasTray: false })
    expect(window.close()).toBe(false)
    expect(window.done).toEqual(['hide'])
    await vi.waitFor(() => {
      expect(life.isQuitting).toBe(true)
    })
  })

  it('continues on Linux if the window is requested before the desktop answers', async () => {
    const { window, life } = live('linux', { hasTray: false })
    window.close()
    window.isShown = true
    await new Promise((done) => setImmediate(done))
    expect(life.isQuitting).toBe(false)
  })

  it('ends with its last window, except on macOS', () => {
    const { window, life } = live('linux', { hasIcon: false })
    expect(window.close()).toBe(true)
    app.emit('window-all-closed')
    expect(life.isQuitting).toBe(true)
  })

  it.each(['win32', 'darwin', 'linux'] as const)(
    'hides no window on %s when an update closes the windows',
    (platform) => {
      const { window } = live(platform)
      autoUpdater.emit('before-quit-for-update')
      expect(window.close()).toBe(true)
      expect(window.done).toEqual([])
    },
  )

  it.each(['darwin', 'linux'] as const)('ends with the system on %s, which waits for it', (platform) => {
    const { life, systemEnds } = live(platform)
    let isHeld = false
    powerMonitor.emit('shutdown', { preventDefault: () => (isHeld = true) })
    expect(isHeld).toBe(true)
    expect(systemEnds).toEqual([platform])
    expect(life.isQuitting).toBe(true)
  })

  it('ends with the session on Windows, which notifies the windows', () => {
    const { life, window, systemEnds } = live('win32')
    powerMonitor.emit('shutdown')
    expect(life.isQuitting).toBe(false)
    window.emit('session-end')
    expect(systemEnds).toEqual(['win32'])
    expect(life.isQuitting).toBe(true)
  })

  it('ends by the way that an update requests, after its work', async () => {
    const { life } = live('linux')
    const last = vi.fn()
    life.endBy(last)
    expect(last).not.toHaveBeenCalled()
    await vi.waitFor(() => {
      expect(last).toHaveBeenCalledOnce()
    })
    expect(life.isQuitting).toBe(true)
  })

  it('notifies the engines whether the user looks at it', () => {
    const { life, window, looked } = live('linux')
    life.pageSays(true)
    window.emit('blur')
    expect(looked).toEqual([true, false])
  })
})
