import type { AccountSummary } from '#contract/app-state.ts'
import { orderedBy } from '#shared/ordered-by.ts'

export interface RailOrderPorts {
  /** The accounts in order. */
  readonly accounts: () => readonly AccountSummary[]
  /** Takes another order at once, and stores it. Returns whether that was done; otherwise the order is the earlier one. */
  readonly arrange: (accountIds: readonly string[]) => Promise<boolean>
}

/** The order of the organizations in the rail, which the user changes by dragging or by keys. */
export class RailOrder {
  readonly #ports: RailOrderPorts
  /** The order that is shown while an account is dragged. */
  #wanted = $state.raw<readonly string[]>([])
  #dragged = $state.raw<string | null>(null)

  constructor(ports: RailOrderPorts) {
    this.#ports = ports
  }

  get accounts(): readonly AccountSummary[] {
    return orderedBy(this.#ports.accounts(), this.#wanted)
  }

  /** The account that is being dragged; null if none is. */
  get dragged(): string | null {
    return this.#dragged
  }

  /**
   * Moves an account by one place.
   * @returns its place, from 1; null if it is at the end already, or if the order could not be stored
   */
  async move(accountId: string, step: 1 | -1): Promise<number | null> {
    const ids = this.#ids()
    const at = ids.indexOf(accountId)
    if (at < 0 || ids[at + step] === undefined) return null
    return (await this.#ports.arrange(moved(ids, at, at + step))) ? at + step + 1 : null
  }

  drag(accountId: string): void {
    this.#dragged = accountId
  }

  /** The dragged account is over another one, whose place it takes. */
  over(accountId: string): void {
    const ids = this.#ids()
    const [from, to] = [ids.indexOf(this.#dragged ?? ''), ids.indexOf(accountId)]
    if (from >= 0 && to >= 0 && from !== to) this.#wanted = moved(ids, from, to)
  }

  /** It is dropped in the rail. */
  async drop(): Promise<void> {
    if (this.#dragged === null) return
    const ids = this.#ids()
    this.cancel()
    await this.#ports.arrange(ids)
  }

  /** Dragging has ended; what was not dropped in the rail goes back. */
  cancel(): void {
    this.#dragged = null
    this.#wanted = []
  }

  #ids(): string[] {
    return this.accounts.map(({ id }) => id)
  }
}

function moved(ids: readonly string[], from: number, to: number): string[] {
  const rest = ids.toSpliced(from, 1)
  return rest.toSpliced(to, 0, ids[from] ?? '')
}
