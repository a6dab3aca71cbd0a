/** The channel on which an engine's thread is asked for its delay, and answers. */
export const delayChannel = 'delay of the engine’s thread'

/** Milliseconds, since the last time they were asked for. */
export interface DelayAnswer {
  readonly p99: number
  readonly longest: number
}
