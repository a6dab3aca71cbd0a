/** Deaths of an engine count for this long. */
export const deathsCountMs = 300_000
/** The pauses before an engine is started again: one that died by accident is back at once. */
const pausesMs = [0, 1_000, 2_000, 4_000] as const

export type RestartPlan =
  | { readonly kind: 'restart'; readonly afterMs: number }
  /** It has died so many times in a few minutes: the user is told, and starts it again. */
  | { readonly kind: 'give_up'; readonly times: number }

/** What follows the last of these deaths, each in UNIX milliseconds. */
export function restartPlan(deaths: readonly number[], now: number): RestartPlan {
  const times = recentDeaths(deaths, now).length
  const afterMs = pausesMs[Math.max(0, times - 1)]
  return afterMs === undefined ? { kind: 'give_up', times } : { kind: 'restart', afterMs }
}

export function recentDeaths(deaths: readonly number[], now: number): number[] {
  // A clock that was set back makes none of them younger than it is.
  return deaths.filter((at) => at > now - deathsCountMs && at <= now)
}
