import type { Effect } from './sized-client.ts'

type Worst = Effect & { readonly failure: string }

/** The bytes that a field left behind after all of its sizes. */
export interface Kept {
  readonly memory: number
  readonly disk: number
}

const mib = 1024 * 1024

/** The effects of each size of each field on the client, and the memory and disk left in use. */
export class SizeTable {
  readonly #sizes: readonly number[]
  readonly #rows = new Map<string, Map<number, Worst>>()
  readonly #kept = new Map<string, Kept>()

  constructor(sizes: readonly number[]) {
    this.#sizes = sizes
  }

  note(field: string, size: number, effect: Effect, failure = ''): void {
    const row = this.#rows.get(field) ?? new Map<number, Worst>()
    this.#rows.set(field, row)
    const known = row.get(size)
    row.set(size, {
      heldMs: Math.max(effect.heldMs, known?.heldMs ?? 0),
      size: Math.max(effect.size, known?.size ?? 0),
      hasRegistered: effect.hasRegistered || known?.hasRegistered === true,
      failure: failure || (known?.failure ?? ''),
    })
  }

  noteKept(field: string, { memory, disk }: Kept): void {
    const known = this.#kept.get(field) ?? { memory: 0, disk: 0 }
    this.#kept.set(field, { memory: Math.max(memory, known.memory), disk: Math.max(disk, known.disk) })
  }

  lines(): string[] {
    const cell = (worst: Worst | undefined): string => {
      if (worst === undefined) return '–'
      const result = worst.failure !== '' ? 'FAILED' : worst.hasRegistered ? 'anew' : 'ok'
      return `${result} ${worst.heldMs} ms ${worst.size} B`
    }
    const keptCell = (kept: Kept | undefined) =>
      kept === undefined ? '– | –' : `${(kept.memory / mib).toFixed(1)} | ${(kept.disk / mib).toFixed(1)}`
    return [
      `| Field | ${this.#sizes.join(' | ')} | kept in memory, MiB | on disk, MiB |`,
      `| --- | ${this.#sizes.map(() => '---').join(' | ')} | --- | --- |`,
      ...[...this.#rows].map(
        ([field, row]) =>
          `| ${field} | ${this.#sizes.map((size) => cell(row.get(size))).join(' | ')} | ${keptCell(this.#kept.get(field))} |`,
      ),
    ]
  }

  /** The fields that blocked the engine longest, in descending order. */
  slowest(count: number): { readonly heldMs: number; readonly what: string }[] {
    const all = [...this.#rows].flatMap(([field, row]) =>
      [...row].map(([size, { heldMs }]) => ({ heldMs, what: `${heldMs} ms: ${field} at ${size}` })),
    )
    return all.sort((a, b) => b.heldMs - a.heldMs).slice(0, count)
  }

  /** The fields that left the most in memory or on disk, in descending order. */
  heaviest(count: number): { readonly bytes: number; readonly what: string }[] {
    const all = [...this.#kept].map(([field, { memory, disk }]) => ({
      bytes: Math.max(memory, disk),
      what: `${(memory / mib).toFixed(1)} MiB in memory, ${(disk / mib).toFixed(1)} on disk: ${field}`,
    }))
    return all.sort((a, b) => b.bytes - a.bytes).slice(0, count)
  }
}
