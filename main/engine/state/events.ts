import { eventDecoder, type UnexpectedEvent } from '../api/events.ts'
import type { EventIn } from '../api/wire.ts'
import { slices } from './slices.ts'

type KnownEvent = EventIn<(typeof slices)[number]['wire']>

/** A decoded event, or `unexpected` for an event of an unknown type or with unreadable contents. */
export type ServerEvent = KnownEvent | UnexpectedEvent

/** Decodes an event. An event of an unknown type is `unexpected`; the result is undefined if the event has no id. */
export const decodeEvent: (value: unknown) => ServerEvent | undefined = eventDecoder(
  slices.flatMap(({ wire }) => [...wire.events]),
)
