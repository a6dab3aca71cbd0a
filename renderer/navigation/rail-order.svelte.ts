import type { AccountSummary } from '../../preload/contract/app-state.ts'

export interface RailOrderPorts {
  /** The accounts in the order that is stored. */
  readonly accounts: () => readonly AccountSummary[]
  /** Stores another order. Returns whether that was done. */
  readonly arrange: (accountIds: readonly string[]) => Promise<boolean>
}

/** The order of the organizations in the rail, which the user changes by dragging or by keys. */
export class RailOrder {
  readonly #ports: RailOrderPorts
  /** The order that is shown while it is not stored. */
  #wanted = $state.raw<readonly string[] | null>(null)
  #dragged = $state.raw<string | null>(null)
  #before: readonly string[] | null = null

  constructor(ports: RailOrderPorts) {
    this.#ports = ports
  }

  get accounts(): readonly AccountSummary[] {
    const stored = this.#ports.accounts()
    const wanted = this.#wanted
    if (wanted === null) return stored
    const placeOf = ({ id }: AccountSummary) => (wanted.includes(id) ? wanted.indexOf(id) : wanted.length)
    return stored.toSorted((a, b) => placeOf(a) - placeOf(b))
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
    return (await this.#store(moved(ids, at, at + step))) ? at + step + 1 : null
  }

  drag(accountId: string): void {
    this.#dragged = accountId
    this.#before = this.#wanted
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
    this.#dragged = null
    await this.#store(this.#ids())
  }

  /** Dragging has ended; what was not dropped in the rail goes back. */
  cancel(): void {
    if (this.#dragged === null) return
    this.#dragged = null
    this.#wanted = this.#before
  }

  #ids(): string[] {
    return this.accounts.map(({ id }) => id)
  }

  async #store(ids: readonly string[]): Promise<boolean> {
    this.#wanted = ids
    const isStored = await this.#ports.arrange(ids)
    // A later change is still on its way.
    if (this.#wanted === ids) this.#wanted = null
    return isStored
  }
}

function moved(ids: readonly string[], from: number, to: number): string[] {
  const rest = ids.toSpliced(from, 1)
  return rest.toSpliced(to, 0, ids[from] ?? '')
}
