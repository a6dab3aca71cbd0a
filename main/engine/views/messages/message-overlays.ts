import type { ReadCore } from '../../core/read-core.ts'
import type { MessageRow } from '../../store/message-row.ts'
import type { OutboxRow } from '../../store/outbox.ts'
import type { MessageOverlay, ProjectedMessage } from '../../projections/overlay.ts'
import { definitionOf, kindsWhere, namesWhere } from '../../actions/kinds.ts'
import type { WaitReasons } from '../../projections/wait-reason.ts'

const kindNames = namesWhere(({ overlay }) => overlay?.message !== undefined)
const queueKeyFunctions = kindsWhere(({ overlay }) => overlay?.message !== undefined).flatMap(
  ({ overlay }) => overlay?.message?.queueKeyOf ?? [],
)

/** The pending actions on messages at the time of one computation of a view. */
export class MessageOverlays {
  readonly #core: ReadCore
  readonly #waiting: WaitReasons
  readonly #byQueueKey: ReadonlyMap<string, readonly OutboxRow[]>

  constructor(core: ReadCore, waiting: WaitReasons) {
    this.#core = core
    this.#waiting = waiting
    this.#byQueueKey = Map.groupBy(core.store.outbox.ofKinds(kindNames), (row) => row.queue_key)
  }

  /** Whether an action for the message is pending. */
  has(message: MessageRow): boolean {
    return this.#byQueueKey.size > 0 && this.#rowsOf(message).some((rows) => rows.length > 0)
  }

  /** The message with its pending actions applied to the server state. */
  over(message: MessageRow, base: ProjectedMessage): ProjectedMessage {
    if (this.#byQueueKey.size === 0) return base
    const { accountState } = this.#core
    return this.#rowsOf(message).reduce((before, rows) => {
      const reasonOf = (row: OutboxRow) => this.#waiting.of(row, aheadOf(row, rows))
      return rows.reduce((shown, row) => overlayOf(row)?.apply(shown, row, { accountState, reasonOf }) ?? shown, before)
    }, base)
  }

  /** The rows for a message, grouped by queue key. */
  #rowsOf(message: MessageRow): OutboxRow[][] {
    const queueKeys = new Set(queueKeyFunctions.map((queueKeyOf) => queueKeyOf(message)))
    return [...queueKeys].map((queueKey) => {
      const rows = queueKey === null ? [] : (this.#byQueueKey.get(queueKey) ?? [])
      return rows.filter((row) => overlayOf(row)?.appliesTo?.(row, message) ?? true)
    })
  }
}

function overlayOf(row: OutboxRow): MessageOverlay | undefined {
  return definitionOf(row).overlay?.message
}

function aheadOf(row: OutboxRow, rows: readonly OutboxRow[]): OutboxRow | null {
  const [first] = rows
  return first === undefined || first.local_id === row.local_id ? null : first
}
