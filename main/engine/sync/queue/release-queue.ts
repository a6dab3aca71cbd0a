import { deleteQueue } from '../../api/events.ts'
import type { Core } from '../../core/core.ts'

const timeoutMs = 2_000

/**
 * Deletes the event queue on the server at sign-out. It takes at most two seconds, ignores failures, and never
 * throws.
 */
export async function releaseQueue({ store, api }: Core): Promise<void> {
  const queue = store.meta.queue()
  if (queue === undefined) return
  try {
    await deleteQueue(api, queue.queueId, { priority: 'foreground', timeoutMs })
  } catch {
    // The server drops a queue without polls after its lifetime.
  }
}
