import { eventDecoder, type UnexpectedEvent } from '../api/events.ts'
import type { EventIn } from '../api/wire.ts'
import { concerns } from './concerns.ts'

type KnownEvent = EventIn<(typeof concerns)[number]['wire']>

/** An event that was understood, or `unexpected`: one of a type that Skein does not know or cannot read. */
export type ServerEvent = KnownEvent | UnexpectedEvent

/** Reads one event; unknown types are normal, an event without an id is no event. */
export const decodeEvent: (value: unknown) => ServerEvent | undefined = eventDecoder(
  concerns.flatMap(({ wire }) => [...wire.events]),
)
