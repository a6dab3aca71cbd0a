import type { z } from 'zod'

/** One form of an event: `type`, `op` if the type has several, and the contents. */
export type EventForm = z.ZodType<{ readonly type: string }>

/**
 * The wire format of one resource: its part of a registration and its events. Answers of other calls are not included.
 */
export interface Wire {
  /** Entries of `fetch_event_types` for the registration; events of these types are received as well. */
  readonly fetches?: readonly string[]
  /** Additional entries of `event_types`. */
  readonly listens?: readonly string[]
  /** The schemas of the resource's keys in the answer of a registration. An optional key has a default. */
  readonly shape?: z.ZodRawShape
  /** The forms of the resource's events, in matching order. */
  readonly events?: readonly EventForm[]
  /**
   * Event types that are repeated or whose contents are fetched on display, so that an unreadable event needs no
   * registration (Q12).
   */
  readonly passing?: readonly string[]
}

/** The part of a registration about a resource. */
export type RegisteredIn<W extends Wire> = W extends { readonly shape: infer S extends z.ZodRawShape }
  ? z.output<z.ZodObject<S>>
  : object

/** The common fields of every event. */
export type EventHead = {
  readonly id: number
  /** Set if Skein handles the type but could not read all of the contents. */
  readonly isIncomplete?: true
}

/** The events of a resource. */
export type EventIn<W extends Wire> = W extends { readonly events: readonly (infer F extends EventForm)[] }
  ? z.output<F> & EventHead
  : never
