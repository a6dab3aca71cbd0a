import type { LanguageChoice, ProgramLanguage as Language } from '#contract/app.ts'
import { speak } from '#i18n/catalogue.ts'
import { catalogueOf, isLanguage, languageOf } from '#i18n/languages.ts'

/** The parts of the program that the language needs. */
export interface ProgramLanguagePorts {
  /** The user's choice; `system` while the settings file cannot be read. */
  readonly choice: () => LanguageChoice
  /** The language of the first account, as its server writes it; null if it is unknown. */
  readonly ofAccount: () => string | null
  /** The languages of the system (BCP 47), the preferred one first. */
  readonly preferred: () => readonly string[]
  /** Called when the language has changed: menus and the tray are to be drawn again. The page reloads by itself. */
  readonly onChanged: () => void
}

/** The language of the program: by the user's choice, or that of the first account or of the system. */
export class ProgramLanguage {
  readonly #ports: ProgramLanguagePorts
  #spoken: Language
  #sorted: string

  constructor(ports: ProgramLanguagePorts) {
    this.#ports = ports
    this.#spoken = this.#chosen
    this.#sorted = this.sortLanguage
    speak(catalogueOf(this.#spoken))
  }

  /** The language of the texts. */
  get spoken(): Language {
    return this.#spoken
  }

  /** The language by which names have been sorted since the last `apply` (BCP 47). */
  get sorted(): string {
    return this.#sorted
  }

  /** Speaks the language that is chosen now. @returns whether names are sorted by another language than before */
  apply(): boolean {
    const [chosen, sorted, before] = [this.#chosen, this.sortLanguage, this.#sorted]
    this.#sorted = sorted
    if (chosen !== this.#spoken) {
      this.#spoken = chosen
      speak(catalogueOf(chosen))
      this.#ports.onChanged()
    }
    return sorted !== before
  }

  /** The language by which names are sorted (BCP 47): also one in which the program has no texts. */
  get sortLanguage(): string {
    const choice = this.#ports.choice()
    return isLanguage(choice) ? choice : (this.#preferred[0] ?? 'en')
  }

  get #chosen(): Language {
    return languageOf(this.#ports.choice(), this.#preferred)
  }

  /** The languages to look for (BCP 47): that of the account, if it decides, before those of the system. */
  get #preferred(): readonly string[] {
    const { choice, ofAccount, preferred } = this.#ports
    const tag = choice() === 'account' ? tagOf(ofAccount() ?? '') : null
    return tag === null ? preferred() : [tag, ...preferred()]
  }
}

/** A language as BCP 47 writes it; null for a text that is none. Servers also write `pt_BR`. */
function tagOf(text: string): string | null {
  try {
    return Intl.getCanonicalLocales(text.replaceAll('_', '-'))[0] ?? null
  } catch {
    return null
  }
}
