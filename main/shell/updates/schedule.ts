const minuteMs = 60_000

/** The delay of the first check after a start, when the accounts have caught up, milliseconds. */
export const firstCheckMs = minuteMs
/** The usual interval of checks, milliseconds. */
export const usualCheckMs = 6 * 60 * minuteMs
const firstRetryMs = 15 * minuteMs

/**
 * The time until the next check. Times vary by a quarter, so that computers do not check all at once.
 * @param failures the number of checks and downloads in a row that failed
 * @param chance 0 to 1
 * @returns milliseconds
 */
export function nextCheckMs(step: 'first' | 'next', failures: number, chance: number): number {
  if (step === 'first') return firstCheckMs * (1 + chance)
  const usual = failures === 0 ? usualCheckMs : Math.min(firstRetryMs * 2 ** Math.min(failures - 1, 10), usualCheckMs)
  return usual * (0.75 + chance / 2)
}
