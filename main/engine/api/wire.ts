import type { z } from 'zod'

/** One form of an event: `type`, `op` if there are several, and the contents. */
export type EventForm = z.ZodType<{ readonly type: string }>

/** The wire format of one resource except the answers to calls: its part of a registration, and its events. */
export interface Wire {
  /** Entries of `fetch_event_types` for the registration. Events of these types are received as well. */
  readonly fetches?: readonly string[]
  /** Additional entries of `event_types`. */
  readonly listens?: readonly string[]
  /** The schemas of its keys in the answer of a registration. An optional key has a default. */
  readonly shape?: z.ZodRawShape
  /** The forms of its events, in matching order. */
  readonly events?: readonly EventForm[]
  /**
   * Types of its events that are repeated, or whose contents are fetched where they are shown: one that cannot be read needs
   * no registration (Q12).
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
  /** Set if Skein handles the type but could not read all contents. */
  readonly isIncomplete?: true
}

/** The events of a resource. */
export type EventIn<W extends Wire> = W extends { readonly events: readonly (infer F extends EventForm)[] }
  ? z.output<F> & EventHead
  : never
