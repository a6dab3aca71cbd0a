import type { Json } from './recording.ts'

/** The names of the two dialects: that of the recorded server, and that of the specification. */
export const dialects = ['zulip', 'svc'] as const
export type Dialect = (typeof dialects)[number]

/** A recording in a dialect: the prefix of keys and the type of the extra emoji differ. */
export function inDialect<T extends Json>(value: T, dialect: Dialect): T {
  if (dialect === 'zulip') return value
  return renamed(value) as T // names change, shapes do not
}

function renamed(value: Json): Json {
  if (value === 'zulip_extra_emoji') return 'svc_extra_emoji'
  if (Array.isArray(value)) return value.map(renamed)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key.replace(/^zulip_/, 'svc_'), renamed(inner)]),
  )
}
