import type { Change } from './changes.ts'
import { slices } from './slices.ts'
import type { ReducerContext } from './context.ts'
import type { ServerEvent } from './events.ts'

const reducers = new Map(slices.flatMap((slice) => [...slice.reducers]))

/**
 * Applies one event inside the current transaction. It is idempotent, because every event may be delivered twice
 * (Q2).
 */
export function applyEvent(context: ReducerContext, event: ServerEvent): readonly Change[] {
  const reduce = reducers.get(event.type)
  return reduce?.(context, event as never) ?? [] // the reducer of a type accepts its form
}
