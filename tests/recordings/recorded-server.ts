import { textFailure } from '#support/text-failure.ts'
import { TransportError, type Transport, type TransportRequest, type TransportResponse } from '#engine/ports.ts'
import { VirtualClock } from '#support/virtual-clock.ts'
import { inDialect, type Dialect } from './dialects.ts'
import { textOf, type Json, type JsonObject } from './recording.ts'
import { RecordedMessages, type RecordedState, type WireMessage } from './recorded-state.ts'

/** An answer of the server: its fields without the envelope, or a page as text. */
interface Answer {
  readonly status?: number
  readonly body: JsonObject | string
}

interface NarrowTerm {
  readonly operator: string
  readonly operand: Json
}

/**
 * Plays the recorded server to an engine: the first events up to `happen` have occurred, and answers have the state
 * after them. `strange` collects requests without a recorded answer.
 */
export class RecordedServer {
  readonly clock: VirtualClock
  readonly state: RecordedState
  /** Requests for which the recording has no answer. */
  readonly strange: string[] = []
  /** The number of earlier events that are sent again, acknowledged or not. */
  repeats = 0
  readonly #dialect: Dialect
  readonly #messages: RecordedMessages
  readonly #waiting = new Set<() => void>()
  #happened = 0
  #acknowledged = -1
  isQueueLost = false
  registrations = 0

  constructor(state: RecordedState, dialect: Dialect = 'zulip') {
    this.state = state
    this.#dialect = dialect
    this.#messages = new RecordedMessages(state)
    // Before the first step, by the recorded server's clock.
    this.clock = new VirtualClock(Math.floor(Number(state.recording.registerBefore.server_timestamp) * 1000))
  }

  /** The number of events so far. */
  get happened(): number {
    return this.#happened
  }

  get isOver(): boolean {
    return this.#happened === this.state.allEvents.length
  }

  /** Whether an engine has acknowledged all events. */
  get isHeard(): boolean {
    return this.#acknowledged >= this.#happened - 1
  }

  /** Lets the next events occur; one answer delivers all of them to a waiting poll. */
  happen(count: number): void {
    for (const event of this.state.allEvents.slice(this.#happened, this.#happened + count)) this.#messages.apply(event)
    this.#happened = Math.min(this.state.allEvents.length, this.#happened + count)
    for (const wake of [...this.#waiting]) wake()
  }

  /** Ends the queue, and lets all events occur before the next request. */
  loseQueue(): void {
    this.isQueueLost = true
    this.happen(this.state.allEvents.length)
  }

  /** Forgets acknowledgements, as before a restart. */
  forgetAcknowledged(): void {
    this.#acknowledged = -1
  }

  readonly transport: Transport = {
    request: async (request, signal) => {
      const said = await this.#answer(request, signal)
      return this.#response(said ?? { status: 404, body: '(a page of HTML)' })
    },
  }

  #response({ status = 200, body }: Answer): TransportResponse {
    if (typeof body === 'string') return { status, headers: {}, body }
    const envelope = status === 200 ? { result: 'success', msg: '' } : { result: 'error', msg: 'no' }
    return { status, headers: {}, body: JSON.stringify(inDialect({ ...envelope, ...body }, this.#dialect)) }
  }

  async #answer(
    { method, path, form }: TransportRequest,
    signal: AbortSignal | undefined,
  ): Promise<Answer | undefined> {
    const call = `${method} ${path.replace('/api/v1', '')}`
    const single = /^GET \/messages\/(\d+)$/.exec(call)
    if (single !== null) return this.#single(Number(single[1]))
    const stream = /^GET \/users\/me\/(\d+)\/topics$/.exec(call)
    if (stream !== null) return { body: { topics: this.#topics(Number(stream[1])) } }
    switch (call) {
      case 'POST /register':
        return this.#register()
      case 'GET /events':
        return this.#events(form, signal)
      case 'GET /messages':
        return { body: this.#page(form) }
      case 'GET /attachments':
        return this.isOver ? { body: this.#attachments() } : undefined
      case 'POST /users/me/presence':
        return {
          body: {
            presences:
              this.#happened > this.state.lastPresence ? (this.state.recording.registerAfter.presences ?? {}) : {},
            server_timestamp: this.clock.now() / 1000,
          },
        }
      case 'GET /static/generated/emoji/emoji_api.json':
        return { status: 404, body: '(a page of HTML)' }
    }
    this.strange.push(call)
    return undefined
  }

  #attachments(): JsonObject {
    const { answers } = this.state.recording
    return answers.find((one) => one.path === '/attachments')?.body as JsonObject // it is one of them
  }

  #register(): Answer {
    this.registrations += 1
    if (!this.isQueueLost && this.#happened === 0) return { body: this.state.recording.registerBefore }
    if (!this.isOver) this.strange.push(`POST /register after ${this.#happened} events`)
    return { body: this.state.recording.registerAfter }
  }

  async #events(form: Readonly<Record<string, string>>, signal: AbortSignal | undefined): Promise<Answer> {
    const isFirst = form.queue_id === this.state.recording.registerBefore.queue_id
    if (isFirst && this.isQueueLost) return { status: 400, body: { code: 'BAD_EVENT_QUEUE_ID' } }
    const last = Number(form.last_event_id)
    if (isFirst) this.#acknowledged = last
    for (;;) {
      const from = Math.max(0, last + 1 - this.repeats)
      const events = isFirst && this.#happened > last + 1 ? this.state.allEvents.slice(from, this.#happened) : []
      if (events.length > 0 || form.dont_block === 'true') return { body: { events, queue_id: form.queue_id ?? '' } }
      await this.#happening(signal)
      if (isFirst && this.isQueueLost) return { status: 400, body: { code: 'BAD_EVENT_QUEUE_ID' } }
    }
  }

  /** Resolves at the next event. @throws TransportError when the poll is aborted */
  #happening(signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const wake = () => {
        this.#waiting.delete(wake)
        resolve()
      }
      this.#waiting.add(wake)
      signal?.addEventListener('abort', () => {
        this.#waiting.delete(wake)
        reject(new TransportError('aborted', textFailure('given up'), false))
      })
    })
  }

  /** The topics of a stream, the newest first (wire-protocol.md §2.6). */
  #topics(streamId: number): JsonObject[] {
    const newestFirst = this.#messages
      .all(true)
      .filter((message) => message.stream_id === streamId)
      .reverse()
    const topics = new Map<string, JsonObject>()
    for (const { subject, id } of newestFirst) {
      const key = subject.toLowerCase()
      if (!topics.has(key)) topics.set(key, { name: subject, max_id: id })
    }
    return [...topics.values()]
  }

  #single(id: number): Answer {
    const message = this.#messages.all().find((one) => one.id === id)
    return message === undefined
      ? { status: 400, body: { code: 'BAD_REQUEST' } }
      : { body: { message: message as unknown as JsonObject, raw_content: '' } }
  }

  #page(form: Readonly<Record<string, string>>): JsonObject {
    const terms = JSON.parse(form.narrow ?? '[]') as readonly NarrowTerm[]
    const isStream = terms.some((term) => term.operator === 'stream' || term.operator === 'channel')
    const all = this.#messages.all(isStream).filter((message) => terms.every((term) => this.#fits(message, term)))
    const anchor = form.anchor === 'newest' ? 1e16 : form.anchor === 'oldest' ? 0 : Number(form.anchor)
    const before = all.filter((message) => message.id < anchor)
    const after = all.filter((message) => message.id > anchor)
    const at = form.include_anchor === 'false' ? [] : all.filter((message) => message.id === anchor)
    const older = before.slice(Math.max(0, before.length - Number(form.num_before)))
    const newer = after.slice(0, Number(form.num_after))
    return {
      messages: [...older, ...at, ...newer] as unknown as readonly JsonObject[],
      found_anchor: at.length > 0,
      found_oldest: older.length === before.length,
      found_newest: newer.length === after.length,
      history_limited: false,
      anchor,
    }
  }

  #fits(message: WireMessage, { operator, operand }: NarrowTerm): boolean {
    switch (`${operator}:${operator === 'is' ? textOf(operand) : ''}`) {
      case 'stream:':
      case 'channel:':
        return message.stream_id === operand
      case 'topic:':
        return message.subject.toLowerCase() === textOf(operand).toLowerCase()
      case 'is:dm':
        return message.type === 'private'
      case 'is:mentioned':
        return message.flags.some((flag) => flag.endsWith('mentioned'))
      case 'is:unread':
        return !message.flags.includes('read')
      default:
        this.strange.push(`narrow ${operator}`)
        return false
    }
  }
}
