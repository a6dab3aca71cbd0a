import type { SettingsProblem } from '#contract/app.ts'
import { catalogue } from './catalogue.ts'

/** The sentence about a damaged settings file; null if there is none. */
export function damagedSentence(problem: SettingsProblem | null): string | null {
  if (problem?.kind !== 'damaged') return null
  const { keptAs, nothingRecovered, partRecovered } = catalogue.damagedSettings
  return `${keptAs(problem.keptAs)} ${problem.accounts === 0 ? nothingRecovered : partRecovered}`
}
