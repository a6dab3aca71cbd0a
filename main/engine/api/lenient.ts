import { z } from 'zod'
import { bringWithinBounds } from './bounded.ts'

/** Entries that were left out of what is being read; reading is synchronous, so that there is one count. */
let leftOut = 0

/** Reads something, and says whether lists or maps in it had entries that nobody can read. */
export function noticeLeftOut<T>(read: () => T): { readonly value: T; readonly isWhole: boolean } {
  leftOut = 0
  const value = read()
  return { value, isWhole: leftOut === 0 }
}

/** Keeps the entries that parse; a malformed one must not hide the others. */
export function lenientArray<T>(schema: z.ZodType<T>) {
  return z.array(z.unknown()).transform((values) => values.flatMap((value) => readEntry(schema, value)))
}

/** The same for a list of an answer: so many of its first entries count, each within the bounds of an event. */
export function boundedArray<T>(schema: z.ZodType<T>, most: number) {
  return z
    .array(z.unknown())
    .transform((values) =>
      values.slice(0, most).flatMap((value) => (bringWithinBounds(value) ? readEntry(schema, value) : [])),
    )
}

/** The same for an object that is a map: a malformed entry costs itself alone. */
export function lenientRecord<T>(schema: z.ZodType<T>) {
  return z.record(z.string(), z.unknown()).transform((values): Record<string, T> => {
    const entries = Object.entries(values).flatMap(([key, value]) =>
      readEntry(schema, value).map((entry) => [key, entry] as const),
    )
    return Object.fromEntries(entries)
  })
}

/** Something that should have been there is not: `noticeLeftOut` says so. */
export function leaveOut(): void {
  leftOut += 1
}

function readEntry<T>(schema: z.ZodType<T>, value: unknown): readonly T[] {
  const parsed = schema.safeParse(value)
  if (parsed.success) return [parsed.data]
  leaveOut()
  return []
}
