import type { ServerEvent } from './event-log.ts'
import type { QueueOptions } from './queue-options.ts'

/** The forms that events take for clients of another feature level. */
export interface EventForms {
  /** The forms in which a queue gets an event: none, one or several. */
  event(event: ServerEvent, options: QueueOptions): readonly ServerEvent[]
}
