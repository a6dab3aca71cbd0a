import type { AccountSummary } from '#contract/accounts.ts'
import { orderedBy } from '#shared/ordered-by.ts'

/** The parts of the page that the order uses. */
export interface RailOrderPorts {
  /** Returns the accounts in their stored order. */
  readonly accounts: () => readonly AccountSummary[]
  /** Applies another order at once and stores it. @returns false if it could not be stored and was reverted */
  readonly arrange: (accountIds: readonly string[]) => Promise<boolean>
}

/** The order of the organizations in the rail, which the user changes by dragging, by keys or in the settings. */
export class RailOrder {
  readonly #ports: RailOrderPorts
  /** The order while an account is dragged; empty otherwise. */
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
   * Moves an account by one position.
   * @returns its new position, from 1; null if it is at the end already, or if the order could not be stored
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

  /** Moves the dragged account to the position of another one. */
  over(accountId: string): void {
    const ids = this.#ids()
    const [from, to] = [ids.indexOf(this.#dragged ?? ''), ids.indexOf(accountId)]
    if (from >= 0 && to >= 0 && from !== to) this.#wanted = moved(ids, from, to)
  }

  /** Stores the new order after the account was dropped in the rail. */
  async drop(): Promise<void> {
    if (this.#dragged === null) return
    const ids = this.#ids()
    this.cancel()
    await this.#ports.arrange(ids)
  }

  /** Ends the dragging; an account that was not dropped in the rail returns to its position. */
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
