/** What the window says of itself. */
export interface WindowSight {
  readonly isVisible: boolean
  readonly isMinimized: boolean
  readonly isFocused: boolean
}

/**
 * Whether the user looks at the page: the window must have the focus, and the page must say so. Each alone is wrong at
 * times: a page hears of no blur when its window is hidden or gone, and a window has the focus while its developer tools
 * are in front of the page.
 */
export function isLookedAt(window: WindowSight | null, pageSaysSo: boolean): boolean {
  return window !== null && window.isVisible && !window.isMinimized && window.isFocused && pageSaysSo
}

/** What is needed of a window; `BrowserWindow` has it. */
export interface SightedWindow {
  isDestroyed(): boolean
  isVisible(): boolean
  isMinimized(): boolean
  isFocused(): boolean
  on(event: 'focus' | 'blur' | 'show' | 'hide' | 'minimize' | 'restore' | 'closed', listener: () => void): unknown
}

/** Tells the engines when the user begins and ends to look at Skein. */
export class LookedAt {
  readonly #onChange: (isLookedAt: boolean) => void
  #window: SightedWindow | null = null
  #pageSaysSo = false
  #told = false

  constructor(onChange: (isLookedAt: boolean) => void) {
    this.#onChange = onChange
  }

  watch(window: SightedWindow): void {
    this.#window = window
    // Its page has said nothing yet.
    this.#pageSaysSo = false
    const look = (isFocused?: boolean) => {
      if (this.#window === window) this.#look(isFocused)
    }
    // Told by the event itself: what the window answers changes at another time on some systems.
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

  /** The page's own word. */
  pageSays(isFocused: boolean): void {
    this.#pageSaysSo = isFocused
    this.#look()
  }

  #look(isFocused?: boolean): void {
    const isNow = isLookedAt(this.#sight(isFocused), this.#pageSaysSo)
    if (isNow === this.#told) return
    this.#told = isNow
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
