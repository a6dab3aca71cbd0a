import type { TransportRequest, TransportResponse } from '#engine/ports.ts'
import type { VirtualClock } from '#support/virtual-clock.ts'

/** The time after which a poll that waits for delayed events gets an empty answer, before the client's timeout. */
const longestWaitMs = 45_000

/**
 * The event queue of a server under load: events arrive later by this time, while fetches and answers are current. It
 * survives restarts of the engine.
 */
export class LaggingQueue {
  readonly #clock: VirtualClock
  /** The time at which an event was first seen at the server, by queue and id. */
  readonly #seen = new Map<string, number>()
  lagMs = 0

  constructor(clock: VirtualClock) {
    this.#clock = clock
  }

  /** Answers a request through `ask`; polls get only events that are old enough. */
  async answer(request: TransportRequest, ask: () => Promise<TransportResponse>): Promise<TransportResponse> {
    if (this.lagMs === 0 || request.method !== 'GET' || !request.path.endsWith('/events')) return ask()
    const until = this.#clock.now() + longestWaitMs
    for (;;) {
      const response = await ask()
      if (response.status !== 200) return response
      const answer = JSON.parse(response.body) as { events: { id: number }[] } // shape of GET /events
      const now = this.#clock.now()
      const due = answer.events.map(({ id }) => this.#seenAt(`${request.form.queue_id ?? ''}:${id}`, now) + this.lagMs)
      const held = due.findIndex((time) => time > now)
      const events = held < 0 ? answer.events : answer.events.slice(0, held)
      const isOver = answer.events.length === 0 || request.form.dont_block === 'true' || now >= until
      if (events.length > 0 || isOver) return { ...response, body: JSON.stringify({ ...answer, events }) }
      const waitMs = Math.min(due[held] ?? until, until) - now
      await new Promise<void>((resolve) => this.#clock.schedule(waitMs, resolve))
    }
  }

  #seenAt(event: string, now: number): number {
    const known = this.#seen.get(event)
    if (known !== undefined) return known
    this.#seen.set(event, now)
    return now
  }
}
