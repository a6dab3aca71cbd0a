import type { Json } from './recording.ts'

/** The names that the wire has for the same things: those of the recorded server, and those of the specification. */
export const dialects = ['zulip', 'svc'] as const
export type Dialect = (typeof dialects)[number]

/** What was recorded as a server of the dialect says it: keys begin with its name, and so does the extra emoji's type. */
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
