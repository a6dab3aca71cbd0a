import type { Change } from './changes.ts'
import { concerns } from './concerns.ts'
import type { ReducerContext } from './context.ts'
import type { ServerEvent } from './events.ts'

const reducers = new Map(concerns.flatMap((concern) => [...concern.reducers]))

/** Applies one event inside the current transaction. Idempotent: every event may be delivered twice (Q2). */
export function applyEvent(context: ReducerContext, event: ServerEvent): readonly Change[] {
  const reduce = reducers.get(event.type)
  return reduce?.(context, event as never) ?? [] // the reducer of a type accepts its form
}
