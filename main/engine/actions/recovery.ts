import type { Core } from '../core.ts'
import { setUnreadableAside } from './set-aside.ts'

/** How long confirmed rows are remembered, against repeated calls and double claims. */
const sentMemoryMs = 30 * 86_400_000

/** Brings the outbox into order when an engine starts: what an earlier one was sending when it ended is now unknown. */
export function recoverOutbox({ store, ports }: Core): void {
  store.transaction(() => {
    const aside = setUnreadableAside(store)
    if (aside > 0) ports.log('error', `${aside} rows of the outbox cannot be read; they are kept and say so`)
    store.outbox.recoverInterrupted()
    store.outbox.forgetSent(ports.clock.now() - sentMemoryMs)
  })
}
