import type { SettingsProblem } from '../../preload/contract/app-state.ts'

/** What the user is told of a settings file that was damaged; null where it was not. */
export function damagedSentence(problem: SettingsProblem | null): string | null {
  if (problem?.kind !== 'damaged') return null
  const next =
    problem.accounts === 0
      ? 'Sign in again to go on.'
      : 'What could be read of it is here; sign in again to any account that is missing.'
  return `The list of accounts was damaged, and is kept as ${problem.keptAs}. ${next}`
}
