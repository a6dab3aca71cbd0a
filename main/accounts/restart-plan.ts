/** The time for which a death of an engine counts, milliseconds. */
export const deathsCountMs = 300_000
/**
 * The delays before restarts, milliseconds. The first restart is immediate, since a single crash may be an accident.
 */
const pausesMs = [0, 1_000, 2_000, 4_000] as const

export type RestartPlan =
  | { readonly kind: 'restart'; readonly afterMs: number }
  /** `times` is the number of recent deaths. The user is notified and can restart the engine. */
  | { readonly kind: 'give_up'; readonly times: number }

/** The reaction to the last of these deaths, given in UNIX milliseconds. */
export function restartPlan(deaths: readonly number[], now: number): RestartPlan {
  const times = recentDeaths(deaths, now).length
  const afterMs = pausesMs[Math.max(0, times - 1)]
  return afterMs === undefined ? { kind: 'give_up', times } : { kind: 'restart', afterMs }
}

export function recentDeaths(deaths: readonly number[], now: number): number[] {
  // After the clock was set back, times in the future do not count.
  return deaths.filter((at) => at > now - deathsCountMs && at <= now)
}
