import type { SettingsProblem } from '../preload/contract/app-state.ts'

/** The sentence about a damaged settings file; null if there is none. */
export function damagedSentence(problem: SettingsProblem | null): string | null {
  if (problem?.kind !== 'damaged') return null
  const next =
    problem.accounts === 0
      ? 'Sign in again to go on.'
      : 'What could be read of it is here; sign in again to any account that is missing.'
  return `The list of accounts was damaged, and is kept as ${problem.keptAs}. ${next}`
}
