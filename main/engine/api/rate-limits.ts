import { retryAfterSeconds } from './answer.ts'
import type { Transport } from '../ports.ts'

const defaultRetrySeconds = 5

/**
 * Forwards requests and reports the time (UNIX milliseconds) until which the server wants the account to wait, so
 * that pending items can show it. Any request may receive such an answer, and the gate then delays all of them
 * (sync-invariants.md §6.3).
 */
export function withRateLimits(
  transport: Transport,
  now: () => number,
  onRateLimited: (until: number) => void,
): Transport {
  return {
    async request(request, signal) {
      const response = await transport.request(request, signal)
      if (response.status === 429) onRateLimited(now() + (retryAfterSeconds(response) ?? defaultRetrySeconds) * 1000)
      return response
    },
  }
}
