/** The state of the window. */
export interface WindowSight {
  readonly isVisible: boolean
  readonly isMinimized: boolean
  readonly isFocused: boolean
}

/**
 * Whether the user looks at the page: the user is present, and both the window and the page have the focus. A page gets
 * no blur event when its window is hidden or destroyed; a window keeps the focus while its developer tools have it; and
 * both keep it on a locked screen (`activity/user-activity.ts`).
 */
export function isLookedAt(window: WindowSight | null, pageSaysSo: boolean, isPresent: boolean): boolean {
  return isPresent && window !== null && window.isVisible && !window.isMinimized && window.isFocused && pageSaysSo
}

/** The members of `BrowserWindow` that are used. */
export interface SightedWindow {
  isDestroyed(): boolean
  isVisible(): boolean
  isMinimized(): boolean
  isFocused(): boolean
  on(event: 'focus' | 'blur' | 'show' | 'hide' | 'minimize' | 'restore' | 'closed', listener: () => void): unknown
}

/** Notifies the engines when the user starts or stops looking at Skein. */
export class LookedAt {
  readonly #onChange: (isLookedAt: boolean) => void
  #window: SightedWindow | null = null
  #pageSaysSo = false
  #isPresent = true
  #reported = false

  constructor(onChange: (isLookedAt: boolean) => void) {
    this.#onChange = onChange
  }

  watch(window: SightedWindow): void {
    this.#window = window
    // The new window's page has not reported its focus.
    this.#pageSaysSo = false
    const look = (isFocused?: boolean) => {
      if (this.#window === window) this.#look(isFocused)
    }
    // The event counts, because on some systems the window's own state changes at another time.
    window.on('focus', () => {
      look(true)
    })
    window.on('blur', () => {
      look(false)
    })
    window.on('show', () => {
      look()
    })
    window.on('hide', () => {
      look(false)
    })
    window.on('minimize', () => {
      look(false)
    })
    window.on('restore', () => {
      look()
    })
    window.on('closed', () => {
      if (this.#window !== window) return
      this.#window = null
      this.#look()
    })
    this.#look()
  }

  /** Notes the focus that the page reports. */
  pageSays(isFocused: boolean): void {
    this.#pageSaysSo = isFocused
    this.#look()
  }

  /** Notes whether the user is present. */
  setPresent(isPresent: boolean): void {
    this.#isPresent = isPresent
    this.#look()
  }

  #look(isFocused?: boolean): void {
    const isNow = isLookedAt(this.#sight(isFocused), this.#pageSaysSo, this.#isPresent)
    if (isNow === this.#reported) return
    this.#reported = isNow
    this.#onChange(isNow)
  }

  #sight(isFocused?: boolean): WindowSight | null {
    const window = this.#window
    if (window === null || window.isDestroyed()) return null
    return {
      isVisible: window.isVisible(),
      isMinimized: window.isMinimized(),
      isFocused: isFocused ?? window.isFocused(),
    }
  }
}
