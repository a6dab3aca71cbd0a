import type { Connection } from '../../../preload/contract/connection-state.ts'
import type { Core } from '../core.ts'
import type { ShownFailures } from '../views/shown/shown-failures.ts'
import type { ShownUnread } from '../views/shown/shown-unread.ts'

/** Reports the account's status to main after each change. */
export class StatusReporter {
  readonly #core: Core
  readonly #unread: ShownUnread
  readonly #failures: ShownFailures
  readonly #connection: () => Connection
  #told = ''

  constructor(core: Core, unread: ShownUnread, failures: ShownFailures, connection: () => Connection) {
    this.#core = core
    this.#unread = unread
    this.#failures = failures
    this.#connection = connection
    core.onCommit('the status', (changes) => {
      // Counting all unread messages for each part of a registration's list takes far longer than storing the list.
      const isPart = changes.some((change) => change.kind === 'unread_replaced' && change.put.length > 0)
      if (!isPart) this.tell()
    })
  }

  tell(): void {
    const totals = this.#unread.totals()
    const { world, heldUntil, ports } = this.#core
    const status = {
      connection: this.#connection(),
      heldUntil: heldUntil > ports.clock.now() ? heldUntil : null,
      organization: world.organization?.name ?? '',
      unread: totals.unread,
      mentions: totals.mentions,
      badge: totals.badge,
      failed: this.#failures.total,
      email: world.organization?.selfEmail ?? null,
    }
    const text = JSON.stringify(status)
    if (text === this.#told) return
    this.#told = text
    ports.status(status)
  }
}
