import { app, autoUpdater, powerMonitor, type BrowserWindow } from 'electron'
import type { Closing } from '#contract/app.ts'
import type { LogLevel } from '#engine/ports.ts'
import { closingStep } from './closing.ts'
import type { DesktopPlatform } from '../system/desktop-platform.ts'
import { LookedAt } from './looked-at.ts'
import { endReporter, Shutdown } from './shutdown.ts'
import { hasTrayHost } from '../tray/host.ts'

export interface WindowLifePorts {
  readonly platform: DesktopPlatform
  readonly closing: () => Closing
  /** Whether Electron has created a tray icon. */
  readonly hasTrayIcon: () => boolean
  readonly onLookedAt: (isLookedAt: boolean) => void
  /** The work before the program ends. */
  readonly beforeEnd: () => Promise<void>
  /** Stages an update after that work; null if none is ready. */
  readonly stageUpdate?: () => Promise<void> | null
  /** Called at a shutdown of the system. */
  readonly onSystemEnds: () => void
  readonly log: (level: LogLevel, message: string) => void
  /** Whether a Linux desktop shows icons now. */
  readonly hasTrayHost?: () => Promise<boolean>
}

/** Decides when the window hides and when the program ends, and tracks whether the user looks at it. */
export class WindowLife {
  readonly #ports: WindowLifePorts
  readonly #lookedAt: LookedAt
  readonly #shutdown: Shutdown
  readonly #windows = new Set<BrowserWindow>()

  constructor(ports: WindowLifePorts) {
    this.#ports = ports
    this.#lookedAt = new LookedAt(ports.onLookedAt)
    this.#shutdown = new Shutdown({
      work: ports.beforeEnd,
      stage: () => this.#stageUpdate(),
      quit: () => {
        app.quit()
      },
      exit: () => {
        app.exit(0)
      },
      log: ports.log,
    })
    app.on('before-quit', (event) => {
      if (this.#shutdown.beforeQuit() === 'wait') event.preventDefault()
    })
    // Before an update the windows close first, and `before-quit` comes after them.
    autoUpdater.on('before-quit-for-update', () => {
      this.#shutdown.announce()
    })
    if (endReporter(ports.platform) === 'powerMonitor') {
      // The type of the listener lacks the documented event.
      powerMonitor.on('shutdown', (event?: Electron.Event) => {
        event?.preventDefault()
        this.#systemEnds()
      })
    }
    app.on('window-all-closed', () => {
      if (ports.platform !== 'darwin') app.quit()
    })
  }

  get isQuitting(): boolean {
    return this.#shutdown.isQuitting
  }

  /** Notes the focus that the page reports. */
  pageSays(isFocused: boolean): void {
    this.#lookedAt.pageSays(isFocused)
  }

  /** Notes whether the user is present. */
  setPresent(isPresent: boolean): void {
    this.#lookedAt.setPresent(isPresent)
  }

  /** Watches a new window. */
  watch(window: BrowserWindow): void {
    this.#lookedAt.watch(window)
    this.#windows.add(window)
    window.on('closed', () => {
      this.#windows.delete(window)
    })
    window.on('close', (event) => {
      this.#close(window, event)
    })
    if (endReporter(this.#ports.platform) === 'window') {
      window.on('session-end', () => {
        this.#systemEnds()
      })
    }
  }

  /** Ends the program with `last`: see `Shutdown.endBy`. */
  endBy(last: () => void): void {
    this.#shutdown.endBy(last)
  }

  /** Stages an update with hidden windows, since the page has no engine any more. */
  #stageUpdate(): Promise<void> | null {
    const staging = this.#ports.stageUpdate?.() ?? null
    if (staging === null) return null
    for (const window of this.#windows) window.hide()
    return staging
  }

  #systemEnds(): void {
    this.#ports.onSystemEnds()
    this.#shutdown.systemEnds()
  }

  #close(window: BrowserWindow, event: Electron.Event): void {
    const { platform, closing, hasTrayIcon } = this.#ports
    const step = closingStep({
      platform,
      choice: closing(),
      isQuitting: this.#shutdown.isQuitting,
      hasTrayIcon: hasTrayIcon(),
      isFullScreen: window.isFullScreen(),
    })
    if (step === 'close') return
    event.preventDefault()
    switch (step) {
      case 'hide':
        window.hide()
        return
      case 'leave full screen, then hide':
        window.once('leave-full-screen', () => {
          window.hide()
        })
        window.setFullScreen(false)
        return
      case 'hide, and quit without a tray':
        window.hide()
        void this.#quitWithoutTray(window)
    }
  }

  async #quitWithoutTray(window: BrowserWindow): Promise<void> {
    if (await (this.#ports.hasTrayHost ?? hasTrayHost)()) return
    // The window was requested in the meantime.
    if (window.isDestroyed() || window.isVisible()) return
    this.#ports.log('info', 'the window was closed on a desktop without a tray')
    app.quit()
  }
}
