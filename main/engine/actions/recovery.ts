import type { Core } from '../core/core.ts'
import { setUnreadableAside } from './set-aside.ts'

/**
 * Milliseconds for which confirmed rows are remembered, so that a repeated call does not send again and no message is
 * claimed twice.
 */
const sentMemoryMs = 30 * 86_400_000

/** Repairs the outbox when an engine starts: rows that an earlier engine was sending become `unknown`. */
export function recoverOutbox({ store, ports }: Core): void {
  store.transaction(() => {
    const aside = setUnreadableAside(store)
    if (aside > 0)
      ports.log('error', `${aside} rows of the outbox cannot be read; they are kept and shown as unreadable`)
    store.outbox.recoverInterrupted()
    store.outbox.forgetSent(ports.clock.now() - sentMemoryMs)
  })
}
