import type { MessageEventOf } from '../../api/resources/messages.ts'
import type { ReducerContext } from '../context.ts'

/** Returns the time of a change in UNIX seconds, which is the current time if the event lacks it. */
export function timeOf({ now }: ReducerContext, event: MessageEventOf<'update_message'>): number {
  return Math.floor(event.edit_timestamp ?? now / 1000)
}
