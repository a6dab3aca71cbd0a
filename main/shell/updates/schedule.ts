const minuteMs = 60_000

/** The first question after a start: when the accounts have caught up. */
export const firstCheckMs = minuteMs
/** The usual time between two questions. */
export const usualCheckMs = 6 * 60 * minuteMs
const firstRetryMs = 15 * minuteMs

/**
 * When the address of updates is asked again. Times are spread by a quarter, so that not all computers come at once.
 * @param failures questions and downloads in a row that came to nothing
 * @param chance 0 to 1
 * @returns milliseconds
 */
export function nextCheckMs(step: 'first' | 'next', failures: number, chance: number): number {
  if (step === 'first') return firstCheckMs * (1 + chance)
  const usual = failures === 0 ? usualCheckMs : Math.min(firstRetryMs * 2 ** Math.min(failures - 1, 10), usualCheckMs)
  return usual * (0.75 + chance / 2)
}
