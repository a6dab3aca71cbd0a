/** The channel for requests of the delay of an engine's thread. */
export const delayChannel = 'delay of the engine’s thread'

/** The delay in milliseconds since the last request. */
export interface DelayAnswer {
  readonly p99: number
  readonly longest: number
}
