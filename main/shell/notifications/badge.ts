import { join } from 'node:path'
import { app, nativeImage, type BrowserWindow } from 'electron'
import { attentionFor, noAttention, overlayOf, type AttentionStep, type News } from './attention.ts'
import type { DesktopPlatform } from '../system/desktop-platform.ts'

/** The time for which a test shows its number, milliseconds. */
const testMs = 5_000

/** The members of a window that a badge uses. */
type BadgedWindow = Pick<BrowserWindow, 'isDestroyed' | 'isFocused' | 'setOverlayIcon' | 'flashFrame'> & {
  on(event: 'focus' | 'closed', listener: () => void): unknown
}

/** The number on the program's icon, and its flashing. */
export class Badge {
  readonly #platform: DesktopPlatform
  readonly #iconFolder: string
  #shown = noAttention
  #news: News = { badge: 0, mentions: 0, doNotDisturb: false }
  #window: BadgedWindow | null = null
  #isUserPresent = true

  constructor(platform: DesktopPlatform, iconFolder: string) {
    this.#platform = platform
    this.#iconFolder = iconFolder
  }

  /** Uses the taskbar button of a new window for overlay and flashing. */
  watch(window: BadgedWindow): void {
    if (this.#platform !== 'win32') return
    this.#window = window
    window.on('focus', () => {
      this.#show(false)
    })
    window.on('closed', () => {
      if (this.#window === window) this.#window = null
    })
    this.#show(true)
  }

  /** Notes the user's presence: while the user is absent, the button flashes even if the window has the focus. */
  setPresent(isPresent: boolean): void {
    this.#isUserPresent = isPresent
    this.#show(false)
  }

  showCounts(news: News): void {
    this.#news = news
    this.#show(false)
  }

  /** Shows the number 1 on the icon for some seconds. Returns whether the system has taken it. */
  test(): boolean {
    setTimeout(() => {
      this.#put(this.#shown.badge)
    }, testMs).unref()
    return this.#put(1)
  }

  /** Puts a number on the icon. Returns whether the system has taken it. */
  #put(count: number): boolean {
    if (this.#platform !== 'win32') return app.setBadgeCount(count)
    const window = this.#window === null || this.#window.isDestroyed() ? null : this.#window
    this.#take(overlayOf(count), window)
    return window !== null
  }

  #show(isNew: boolean): void {
    const window = this.#window === null || this.#window.isDestroyed() ? null : this.#window
    const state = window === null ? null : { isFocused: this.#isUserPresent && window.isFocused(), isNew }
    const { now, steps } = attentionFor(this.#platform, this.#shown, this.#news, state)
    this.#shown = now
    for (const step of steps) this.#take(step, window)
  }

  #take(step: AttentionStep, window: BadgedWindow | null): void {
    switch (step.kind) {
      case 'count':
        app.setBadgeCount(step.count)
        return
      case 'overlay': {
        const file = step.picture === null ? null : join(this.#iconFolder, `overlay-${step.picture}.png`)
        window?.setOverlayIcon(file === null ? null : nativeImage.createFromPath(file), step.description)
        return
      }
      case 'flash':
        window?.flashFrame(step.isOn)
    }
  }
}
