import type { z } from 'zod'
import type { ListKind, ListRow } from '../../store/lists.ts'
import type { ReadStore, Store } from '../../store/store.ts'

/** Converts entries to rows that keep their order. */
export function listRows<T extends object>(
  kind: ListKind,
  entries: readonly T[],
  keyOf: (entry: T) => string | number,
) {
  return entries.map((entry, position): ListRow => ({
    kind,
    key: String(keyOf(entry)),
    position,
    value: JSON.stringify(entry),
  }))
}

/** Reads the stored entries of a kind; unreadable ones are left out. */
export function readList<T>(tables: ReadStore['lists'], kind: ListKind, schema: z.ZodType<T>): readonly T[] {
  return tables.all(kind).flatMap((row) => schema.safeParse(JSON.parse(row.value)).data ?? [])
}

/** Stores one entry at its position, or after the last one if it is new. */
export function putEntry(lists: Store['lists'], kind: ListKind, key: string, entry: object): void {
  const position = lists.get(kind, key)?.position ?? lists.nextPosition(kind)
  lists.put({ kind, key, position, value: JSON.stringify(entry) })
}
