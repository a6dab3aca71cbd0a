import type { LanguageChoice, ProgramLanguage } from '#contract/app.ts'
import { germanCatalogue } from './de/catalogue.ts'
import { englishCatalogue, type Catalogue } from './en/catalogue.ts'

/** All texts of each language. The page loads only its own (`renderer/german.ts`). */
const catalogues: Readonly<Record<ProgramLanguage, Catalogue>> = { en: englishCatalogue, de: germanCatalogue }

/**
 * The language of a choice; `system` and `account` are the first of the preferred languages that the program has, or
 * English.
 * @param preferred BCP 47 tags, the preferred one first
 */
export function languageOf(choice: LanguageChoice, preferred: readonly string[]): ProgramLanguage {
  if (isLanguage(choice)) return choice
  for (const tag of preferred) {
    const language = tag.toLowerCase().split(/[-_]/)[0] ?? ''
    if (language === 'en' || language === 'de') return language
  }
  return 'en'
}

/** Returns whether a choice is a language itself. */
export function isLanguage(choice: LanguageChoice): choice is ProgramLanguage {
  return choice !== 'system' && choice !== 'account'
}

/** The texts of a language; English for a tag that the program does not have. @param tag BCP 47 */
export function catalogueOf(tag: string): Catalogue {
  return tag === 'de' ? catalogues.de : catalogues.en
}
