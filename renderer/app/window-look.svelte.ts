import type { Settings } from '#contract/settings.ts'

/** The part of a `MediaQueryList` that is used. */
interface Preference {
  readonly matches: boolean
  addEventListener(type: 'change', listener: () => void): void
  removeEventListener(type: 'change', listener: () => void): void
}

/** How the window looks: as its settings say, or else as the system does. */
export class WindowLook {
  readonly #settings: () => Pick<Settings, 'theme' | 'contrast'>
  readonly #darkness: Preference
  readonly #contrast: Preference
  #isDark = $state(false)
  #hasMoreContrast = $state(false)

  /** @param ask `matchMedia` of the window */
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

  /** The look with more contrast is one of each theme. Colours that the system forces are not told by this. */
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
