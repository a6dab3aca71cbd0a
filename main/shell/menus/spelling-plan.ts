import type { SpellingChoice } from '#accounts/state-file.ts'
import type { DesktopPlatform } from '../system/desktop-platform.ts'

export interface SpellingPlan {
  readonly isEnabled: boolean
  /** The languages that Skein sets; null if the system decides. */
  readonly languages: readonly string[] | null
  /** Whether enabling it downloads dictionaries. */
  readonly isFetched: boolean
}

export interface SpellingSurroundings {
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
  if (platform === 'darwin') return { isEnabled: choice.isOn ?? true, languages: null, isFetched: false }
  const isWanted = choice.isOn ?? false
  if (!isWanted) return { isEnabled: false, languages: [], isFetched: true }
  const chosen = choice.languages.filter((language) => available.includes(language))
  const languages = chosen.length > 0 ? chosen : usualLanguages(available, preferred)
  return { isEnabled: languages.length > 0, languages, isFetched: true }
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
