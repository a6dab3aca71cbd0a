import { retryAfterSeconds } from '../api/answer.ts'
import type { Transport } from '../ports.ts'

const unsaidSeconds = 5

/**
 * Forwards requests and reports until when the server wants the account to wait (UNIX milliseconds). Any request may
 * receive such an answer, and the gate then holds all of them (sync-invariants.md §6.3), so that pending items can show
 * it.
 */
export function withRateLimits(
  transport: Transport,
  now: () => number,
  onRateLimited: (until: number) => void,
): Transport {
  return {
    async request(request, signal) {
      const response = await transport.request(request, signal)
      if (response.status === 429) onRateLimited(now() + (retryAfterSeconds(response) ?? unsaidSeconds) * 1000)
      return response
    },
  }
}
