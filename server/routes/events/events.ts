import type { ServerContext } from '../../context/context.ts'
import { WrittenAnswer, type Endpoints } from '../../http/endpoint.ts'

/** `GET /events` and `DELETE /events` (wire-protocol.md §2.1). */
export function eventRoutes(api: Endpoints, context: ServerContext): void {
  api.authenticated('GET', '/events', async ({ parameters, user, onClosed }) => {
    const queueId = parameters.text('queue_id')
    const lastEventId = parameters.integer('last_event_id')
    const dontBlock = parameters.boolean('dont_block', false)
    const events = await context.events.poll({ queueId, userId: user.id, lastEventId, dontBlock }, onClosed)
    // As upstream, the queue is named only if this call opened it.
    return new WrittenAnswer(eventsField(events))
  })

  api.authenticated('DELETE', '/events', ({ parameters, user }) => {
    context.events.remove(parameters.text('queue_id'), user.id)
    return {}
  })
}

/** The events of an answer of `GET /events`, which are already JSON text. */
export function eventsField(events: readonly string[]): Readonly<Record<string, string>> {
  return { events: `[${events.join(',')}]` }
}
