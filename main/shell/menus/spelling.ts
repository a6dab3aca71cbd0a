import { app, dialog, type BrowserWindow, type Session } from 'electron'
import type { Notice, SpellingState } from '#contract/app.ts'
import { catalogue } from '#i18n/catalogue.ts'
import type { SpellingChoice } from '#accounts/state-file.ts'
import type { LogLevel } from '#engine/ports.ts'
import type { DesktopPlatform } from '../system/desktop-platform.ts'

interface SpellingPlan {
  readonly isEnabled: boolean
  /** The languages that Skein sets; null if the system decides. */
  readonly languages: readonly string[] | null
}

interface SpellingSurroundings {
  /** The languages for which the checker has dictionaries. */
  readonly available: readonly string[]
  /** The user's languages in order of preference. */
  readonly preferred: readonly string[]
}

/**
 * The plan of spell checking. macOS checks with its own dictionaries. On Windows and Linux Chromium downloads
 * dictionaries from a Google server as soon as it checks a language, so the check is off there until the user enables
 * it.
 */
export function spellingPlan(
  platform: DesktopPlatform,
  choice: SpellingChoice,
  { available, preferred }: SpellingSurroundings,
): SpellingPlan {
  if (platform === 'darwin') return { isEnabled: choice.isOn ?? true, languages: null }
  const isWanted = choice.isOn ?? false
  if (!isWanted) return { isEnabled: false, languages: [] }
  const chosen = choice.languages.filter((language) => available.includes(language))
  const languages = chosen.length > 0 ? chosen : usualLanguages(available, preferred)
  return { isEnabled: languages.length > 0, languages }
}

/** The user's first language with a dictionary, as a locale (`en-GB`) or a language (`en`); empty if there is none. */
export function usualLanguages(available: readonly string[], preferred: readonly string[]): readonly string[] {
  for (const language of preferred) {
    const base = language.split('-')[0] ?? language
    const found =
      available.find((code) => code.toLowerCase() === language.toLowerCase()) ??
      available.find((code) => code.toLowerCase() === base.toLowerCase()) ??
      available.find((code) => code.toLowerCase().startsWith(`${base.toLowerCase()}-`))
    if (found !== undefined) return [found]
  }
  return []
}

export interface SpellingPorts {
  readonly platform: DesktopPlatform
  readonly session: Session
  readonly choice: () => SpellingChoice
  /** @throws StateFileError if the choice cannot be stored */
  readonly choose: (choice: SpellingChoice) => void
  readonly window: () => BrowserWindow | null
  /** Shows a notice to the user. */
  readonly notify: (notice: Notice) => void
  readonly log: (level: LogLevel, message: string) => void
}

/** Applies the user's choice of spell checking; dictionaries are fetched only with their consent. */
export class Spelling {
  readonly #ports: SpellingPorts

  /** Create it before the first window, since a loaded page starts checking. */
  constructor(ports: SpellingPorts) {
    this.#ports = ports
    const { session, log, notify } = ports
    session.on('spellcheck-dictionary-download-failure', (_event, language) => {
      log('warn', `the dictionary of ${language} was not fetched`)
      notify({ code: 'DICTIONARY_NOT_FETCHED', values: { language } })
    })
    this.apply()
  }

  /** Applies the stored choice: at the start, and when the settings file is read late. */
  apply(): void {
    const { isEnabled, languages } = this.#plan()
    const { session } = this.#ports
    // The languages are set first, because enabling the check fetches the dictionaries of the present ones.
    if (languages !== null) session.setSpellCheckerLanguages([...languages])
    session.setSpellCheckerEnabled(isEnabled)
  }

  /** The state for menus and for the page. */
  get state(): SpellingState {
    const { isEnabled, languages } = this.#plan()
    if (languages === null) return { isEnabled, languages: [], available: [], chosen: [], usual: [] }
    const available = this.#available
    return {
      isEnabled,
      languages,
      available,
      chosen: this.#ports.choice().languages.filter((language) => available.includes(language)),
      usual: this.#usual,
    }
  }

  /** Makes a choice; asks the user before the first download of a dictionary. No languages means the system's. */
  async change({ isOn, languages }: { readonly isOn: boolean; readonly languages: readonly string[] }): Promise<void> {
    const choice = { isOn, languages: [...new Set(languages)] }
    const wanted = this.#planOf(choice)
    if (isOn && wanted.languages !== null) {
      const checked = this.state.languages
      const fetched = wanted.languages.filter((language) => !checked.includes(language))
      if (wanted.languages.length === 0) this.#ports.notify({ code: 'NO_DICTIONARY' })
      else if (fetched.length > 0 && !(await this.#mayFetch(fetched))) return
    }
    this.#choose(choice)
  }

  /** Switches the check on or off. */
  async toggle(): Promise<void> {
    await this.change({ isOn: !this.#plan().isEnabled, languages: this.#ports.choice().languages })
  }

  /** Adds or removes a checked language; removing the last one switches the check off. */
  async toggleLanguage(language: string): Promise<void> {
    const { languages } = this.state
    const rest = languages.filter((other) => other !== language)
    if (rest.length < languages.length) await this.change({ isOn: rest.length > 0, languages: rest })
    else await this.change({ isOn: true, languages: [...languages, language] })
  }

  get #available(): readonly string[] {
    return this.#ports.session.availableSpellCheckerLanguages
  }

  get #usual(): readonly string[] {
    return usualLanguages(this.#available, app.getPreferredSystemLanguages())
  }

  #plan(): SpellingPlan {
    return this.#planOf(this.#ports.choice())
  }

  #planOf(choice: SpellingChoice): SpellingPlan {
    const { platform } = this.#ports
    return spellingPlan(platform, choice, {
      available: platform === 'darwin' ? [] : this.#available,
      preferred: app.getPreferredSystemLanguages(),
    })
  }

  async #mayFetch(languages: readonly string[]): Promise<boolean> {
    const window = this.#ports.window()
    const options = {
      type: 'question' as const,
      message: catalogue.dialogs.dictionaryQuestion,
      detail: catalogue.dialogs.dictionaryDetail(languages),
      buttons: [catalogue.dialogs.fetch, catalogue.dialogs.cancel],
      defaultId: 0,
      cancelId: 1,
      noLink: true,
    }
    const { response } = await (window === null
      ? dialog.showMessageBox(options)
      : dialog.showMessageBox(window, options))
    return response === 0
  }

  #choose(choice: SpellingChoice): void {
    try {
      this.#ports.choose(choice)
    } catch (error) {
      this.#ports.notify({ code: 'SPELLING_NOT_STORED' })
      this.#ports.log('warn', `the choice of spelling was not kept: ${String(error)}`)
    }
    this.apply()
  }
}
