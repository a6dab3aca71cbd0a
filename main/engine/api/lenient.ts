import { z } from 'zod'

/** Keeps the entries that parse; a malformed one must not hide the others. */
export function lenientArray<T>(schema: z.ZodType<T>) {
  return z.array(z.unknown()).transform((values) =>
    values.flatMap((value) => {
      const parsed = schema.safeParse(value)
      return parsed.success ? [parsed.data] : []
    }),
  )
}

/** The same for an object that is a map: a malformed entry costs itself alone. */
export function lenientRecord<T>(schema: z.ZodType<T>) {
  return z.record(z.string(), z.unknown()).transform((values): Record<string, T> => {
    const entries = Object.entries(values).flatMap(([key, value]) => {
      const parsed = schema.safeParse(value)
      return parsed.success ? [[key, parsed.data] as const] : []
    })
    return Object.fromEntries(entries)
  })
}
