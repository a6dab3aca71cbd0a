import type { Settings } from '#contract/app.ts'

/** The members of a `MediaQueryList` that `WindowLook` uses. */
interface Preference {
  readonly matches: boolean
  addEventListener(type: 'change', listener: () => void): void
  removeEventListener(type: 'change', listener: () => void): void
}

/** The appearance of the window: the choice in the settings, or else that of the system. */
export class WindowLook {
  readonly #settings: () => Pick<Settings, 'theme' | 'contrast'>
  readonly #darkness: Preference
  readonly #contrast: Preference
  #isDark = $state(false)
  #hasMoreContrast = $state(false)

  /** @param ask the window's `matchMedia` */
  constructor(settings: () => Pick<Settings, 'theme' | 'contrast'>, ask: (query: string) => Preference) {
    this.#settings = settings
    this.#darkness = ask('(prefers-color-scheme: dark)')
    this.#contrast = ask('(prefers-contrast: more)')
    this.#read()
  }

  get theme(): 'light' | 'dark' {
    const { theme } = this.#settings()
    if (theme !== 'system') return theme
    return this.#isDark ? 'dark' : 'light'
  }

  /** The contrast; each theme has a variant with more of it. Forced colours of the system do not change this value. */
  get contrast(): 'usual' | 'more' {
    return this.#settings().contrast === 'more' || this.#hasMoreContrast ? 'more' : 'usual'
  }

  /** Follows the system until the returned function is called. */
  follow(): () => void {
    const read = () => {
      this.#read()
    }
    const preferences = [this.#darkness, this.#contrast]
    for (const preference of preferences) preference.addEventListener('change', read)
    return () => {
      for (const preference of preferences) preference.removeEventListener('change', read)
    }
  }

  #read(): void {
    this.#isDark = this.#darkness.matches
    this.#hasMoreContrast = this.#contrast.matches
  }
}
