import type { SettingsProblem } from '#contract/app-state.ts'
import { words } from './words.ts'

/** The sentence about a damaged settings file; null if there is none. */
export function damagedSentence(problem: SettingsProblem | null): string | null {
  if (problem?.kind !== 'damaged') return null
  const { keptAs, nothingRecovered, partRecovered } = words.damagedSettings
  return `${keptAs(problem.keptAs)} ${problem.accounts === 0 ? nothingRecovered : partRecovered}`
}
