import { z } from 'zod'
import { bringWithinBounds } from './bounded.ts'

/** The number of entries dropped by the current parse; parsing is synchronous, so there is one counter. */
let leftOut = 0

/** Parses a value and returns whether all entries of its lists and maps were readable. */
export function noticeLeftOut<T>(read: () => T): { readonly value: T; readonly isWhole: boolean } {
  leftOut = 0
  const value = read()
  return { value, isWhole: leftOut === 0 }
}

/** A list schema that drops malformed entries, so that they do not hide the others. */
export function lenientArray<T>(schema: z.ZodType<T>) {
  return z.array(z.unknown()).transform((values) => values.flatMap((value) => readEntry(schema, value)))
}

/** A lenient list with a limit: only the first `most` entries count, each within the limits of an event. */
export function boundedArray<T>(schema: z.ZodType<T>, most: number) {
  return z
    .array(z.unknown())
    .transform((values) =>
      values.slice(0, most).flatMap((value) => (bringWithinBounds(value) ? readEntry(schema, value) : [])),
    )
}

/** A map schema that drops malformed entries. */
export function lenientRecord<T>(schema: z.ZodType<T>) {
  return z.record(z.string(), z.unknown()).transform((values): Record<string, T> => {
    const entries = Object.entries(values).flatMap(([key, value]) =>
      readEntry(schema, value).map((entry) => [key, entry] as const),
    )
    return Object.fromEntries(entries)
  })
}

/** Counts a missing value for `noticeLeftOut`. */
export function leaveOut(): void {
  leftOut += 1
}

function readEntry<T>(schema: z.ZodType<T>, value: unknown): readonly T[] {
  const parsed = schema.safeParse(value)
  if (parsed.success) return [parsed.data]
  leaveOut()
  return []
}
