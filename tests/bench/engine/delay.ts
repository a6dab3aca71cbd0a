/** The channel that asks an engine's thread for its delay. */
export const delayChannel = 'delay of the engine’s thread'

/** Milliseconds since the last question. */
export interface DelayAnswer {
  readonly p99: number
  readonly longest: number
}
