import type { z } from 'zod'

/** The shape of one form of an event: `type`, where there are several `op`, and what it tells. */
export type EventForm = z.ZodType<{ readonly type: string }>

/** What the client reads of one resource besides answers to its own calls: its part of a registration, and its events. */
export interface Wire {
  /** Names for `fetch_event_types`: what a registration brings. Events of these types are listened to as well. */
  readonly fetches?: readonly string[]
  /** Further names for `event_types`. */
  readonly listens?: readonly string[]
  /** The schemas of its keys in the answer of a registration. A key that is optional has a default. */
  readonly shape?: z.ZodRawShape
  /** The forms of its events, in the order in which they are tried. */
  readonly events?: readonly EventForm[]
}

/** What a registration says of a resource. */
export type RegisteredIn<W extends Wire> = W extends { readonly shape: infer S extends z.ZodRawShape }
  ? z.output<z.ZodObject<S>>
  : object

/** What every event has beside its own keys. */
export type EventHead = {
  readonly id: number
  /** It is of a type that Skein acts on, and not all of what it tells can be read. */
  readonly isIncomplete?: true
}

/** The events of a resource. */
export type EventIn<W extends Wire> = W extends { readonly events: readonly (infer F extends EventForm)[] }
  ? z.output<F> & EventHead
  : never
