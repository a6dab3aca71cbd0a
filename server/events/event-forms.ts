import type { ServerEvent } from './event-log.ts'
import type { QueueOptions } from './queue-options.ts'

/** The forms of events for clients of another feature level. */
export interface EventForms {
  /** The forms of an event for a queue: none, one or several. */
  event(event: ServerEvent, options: QueueOptions): readonly ServerEvent[]
}
