import type { SpellingChoice } from '../accounts/state-file.ts'
import type { DesktopPlatform } from './desktop-platform.ts'

export interface SpellingPlan {
  readonly isEnabled: boolean
  /** Null where the system decides. */
  readonly languages: readonly string[] | null
  /** Whether switching it on fetches dictionaries from elsewhere. */
  readonly isFetched: boolean
}

export interface SpellingSurroundings {
  /** What the checker has dictionaries for. */
  readonly available: readonly string[]
  /** The languages of the user, the first one first. */
  readonly preferred: readonly string[]
}

/**
 * How spelling is checked. macOS checks by itself, with what it has. On Windows and Linux Chromium fetches dictionaries
 * from a server of Google's as soon as it checks in a language: there nothing is checked until the user wants it.
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

/** The user's first language that there is a dictionary for, in its own form (`en-GB`), or as a language (`en`). */
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
