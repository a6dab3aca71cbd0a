import type { MessageEventOf } from '../../api/resources/messages.ts'
import type { ReducerContext } from '../context.ts'

/** When a message was changed, in UNIX seconds: just now where the event does not say. */
export function timeOf({ now }: ReducerContext, event: MessageEventOf<'update_message'>): number {
  return Math.floor(event.edit_timestamp ?? now / 1000)
}
