import type { ReadCore } from '../read-core.ts'
import type { MessageRow } from '../store/message-row.ts'
import type { OutboxRow } from '../store/outbox.ts'
import type { MessageOverlay, ShownMessage } from './definition.ts'
import { definitionOf, kindsWhere, namesWhere } from './kinds.ts'
import type { WaitReasons } from './wait-reason.ts'

const kindNames = namesWhere(({ overlay }) => overlay?.message !== undefined)
const lineFunctions = kindsWhere(({ overlay }) => overlay?.message !== undefined).flatMap(
  ({ overlay }) => overlay?.message?.lineOf ?? [],
)

/** The pending actions of messages, as one computation of a view finds them. */
export class MessageOverlays {
  readonly #core: ReadCore
  readonly #waiting: WaitReasons
  readonly #byLine: ReadonlyMap<string, readonly OutboxRow[]>

  constructor(core: ReadCore, waiting: WaitReasons) {
    this.#core = core
    this.#waiting = waiting
    this.#byLine = Map.groupBy(core.store.outbox.ofKinds(kindNames), (row) => row.conversation)
  }

  /** Whether an action for the message is pending. */
  has(message: MessageRow): boolean {
    return this.#byLine.size > 0 && this.#rowsOf(message).some((rows) => rows.length > 0)
  }

  /** What a message shows: what the server said, with the pending actions over it. */
  over(message: MessageRow, base: ShownMessage): ShownMessage {
    if (this.#byLine.size === 0) return base
    const { world } = this.#core
    return this.#rowsOf(message).reduce((before, rows) => {
      const reasonOf = (row: OutboxRow) => this.#waiting.of(row, aheadOf(row, rows))
      return rows.reduce((shown, row) => overlayOf(row)?.apply(shown, row, { world, reasonOf }) ?? shown, before)
    }, base)
  }

  /** The rows for a message, by line. */
  #rowsOf(message: MessageRow): OutboxRow[][] {
    const lines = new Set(lineFunctions.map((lineOf) => lineOf(message)))
    return [...lines].map((line) => {
      const rows = line === null ? [] : (this.#byLine.get(line) ?? [])
      return rows.filter((row) => overlayOf(row)?.concerns?.(row, message) ?? true)
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
