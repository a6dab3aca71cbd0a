import type { LanguageChoice } from '#contract/app.ts'
import { speak } from '#i18n/catalogue.ts'
import { catalogueOf, languageOf, type Language } from '#i18n/languages.ts'

/** The parts of the program that the language needs. */
export interface ProgramLanguagePorts {
  /** The user's choice; `system` while the settings file cannot be read. */
  readonly choice: () => LanguageChoice
  /** The languages of the system (BCP 47), the preferred one first. */
  readonly preferred: () => readonly string[]
  /** Called when the language has changed: menus and the tray are to be drawn again. The page reloads by itself. */
  readonly onChanged: () => void
}

/** The language of the program: by the user's choice, or that of the system. */
export class ProgramLanguage {
  readonly #ports: ProgramLanguagePorts
  #spoken: Language

  constructor(ports: ProgramLanguagePorts) {
    this.#ports = ports
    this.#spoken = this.#chosen
    speak(catalogueOf(this.#spoken))
  }

  /** Speaks the language that is chosen now. */
  apply(): void {
    const chosen = this.#chosen
    if (chosen === this.#spoken) return
    this.#spoken = chosen
    speak(catalogueOf(chosen))
    this.#ports.onChanged()
  }

  /** The language by which names are sorted (BCP 47): the system's also if the program has no texts in it. */
  get sortLanguage(): string {
    const choice = this.#ports.choice()
    return choice === 'system' ? (this.#ports.preferred()[0] ?? 'en') : choice
  }

  get #chosen(): Language {
    return languageOf(this.#ports.choice(), this.#ports.preferred())
  }
}
