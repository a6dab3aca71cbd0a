import type { NameRank } from '../../values/folded-text.ts'

interface Entry<T> {
  readonly item: T
  readonly rank: NameRank
  readonly order: readonly number[]
}

/** Collects the best of many items, by the rank of their names and then by further numbers, the lowest first. */
export class Best<T> {
  readonly #most: number
  readonly #entries: Entry<T>[] = []

  constructor(most: number) {
    this.#most = most
  }

  get items(): T[] {
    return this.#entries.map(({ item }) => item)
  }

  /** Returns whether an item of this rank and order would be among the best. */
  wouldTake(rank: NameRank, order: readonly number[]): boolean {
    const last = this.#entries[this.#most - 1]
    if (last === undefined || rank < last.rank) return true
    return rank === last.rank && isBefore({ item: null, rank, order }, last)
  }

  /**
   * Offers an item. `order` is called only if the rank does not decide. Equal items stay in the order in which they
   * are offered.
   */
  offer(item: T, rank: NameRank, order: () => readonly number[]): void {
    const entries = this.#entries
    const last = entries[this.#most - 1]
    if (last !== undefined && last.rank < rank) return
    const entry = { item, rank, order: order() }
    if (last !== undefined && !isBefore(entry, last)) return
    const at = entries.findIndex((other) => isBefore(entry, other))
    entries.splice(at < 0 ? entries.length : at, 0, entry)
    if (entries.length > this.#most) entries.pop()
  }
}

function isBefore(a: Entry<unknown>, b: Entry<unknown>): boolean {
  if (a.rank !== b.rank) return a.rank < b.rank
  for (let index = 0; index < a.order.length; index += 1) {
    const [value, other] = [a.order[index] ?? 0, b.order[index] ?? 0]
    if (value !== other) return value < other
  }
  return false
}
