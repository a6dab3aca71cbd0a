import { retryAfterSeconds } from '../api/answer.ts'
import type { Transport } from '../ports.ts'

const unsaidSeconds = 5

/**
 * Passes requests on, and tells until when the server wants the whole account to wait (UNIX milliseconds). Any request
 * may be told so, and the gate then holds all of them (sync-invariants.md §6.3): what waits can say it, too (F9).
 */
export function withHolds(transport: Transport, now: () => number, onHold: (until: number) => void): Transport {
  return {
    async request(request, signal) {
      const response = await transport.request(request, signal)
      if (response.status === 429) onHold(now() + (retryAfterSeconds(response) ?? unsaidSeconds) * 1000)
      return response
    },
  }
}
