import type { LanguageChoice } from '#contract/app.ts'
import { germanCatalogue } from './de/catalogue.ts'
import { englishCatalogue, type Catalogue } from './en/catalogue.ts'

/** A language of the program, as its `lang` (BCP 47). */
export type Language = Exclude<LanguageChoice, 'system'>

/** All texts of each language. The page loads only its own (`renderer/german.ts`). */
const catalogues: Readonly<Record<Language, Catalogue>> = { en: englishCatalogue, de: germanCatalogue }

/**
 * The language of a choice; `system` is the first of the system's languages that the program has, or English.
 * @param preferred BCP 47 tags, the preferred one first
 */
export function languageOf(choice: LanguageChoice, preferred: readonly string[]): Language {
  if (choice !== 'system') return choice
  for (const tag of preferred) {
    const language = tag.toLowerCase().split(/[-_]/)[0] ?? ''
    if (language === 'en' || language === 'de') return language
  }
  return 'en'
}

/** The texts of a language; English for a tag that the program does not have. @param tag BCP 47 */
export function catalogueOf(tag: string): Catalogue {
  return tag === 'de' ? catalogues.de : catalogues.en
}
