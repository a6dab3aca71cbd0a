import { eventDecoder, type UnexpectedEvent } from '../api/events.ts'
import type { EventIn } from '../api/wire.ts'
import { slices } from './slices.ts'
import type { Change } from './changes.ts'
import type { ReducerContext } from './context.ts'

type KnownEvent = EventIn<(typeof slices)[number]['wire']>

/** A decoded event, or `unexpected` for an event of an unknown type or with unreadable contents. */
export type ServerEvent = KnownEvent | UnexpectedEvent

/** Decodes an event. An event of an unknown type is `unexpected`; the result is undefined if the event has no id. */
export const decodeEvent: (value: unknown) => ServerEvent | undefined = eventDecoder(
  slices.flatMap(({ wire }) => [...wire.events]),
)

const reducers = new Map(slices.flatMap((slice) => [...slice.reducers]))

/**
 * Applies one event inside the current transaction. It is idempotent, because every event may be delivered twice
 * (Q2).
 */
export function applyEvent(context: ReducerContext, event: ServerEvent): readonly Change[] {
  const reduce = reducers.get(event.type)
  return reduce?.(context, event as never) ?? [] // the reducer of a type accepts its form
}
