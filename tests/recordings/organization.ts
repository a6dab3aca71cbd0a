import type { ServerOptions } from '#server/base/options.ts'
import type { Account, TestServer } from '#support/test-server.ts'
import { compare } from './compare.ts'
import type { Difference } from './deviations.ts'
import { makeOrganization, type Made } from './first-organization.ts'
import type { IdMap } from './id-map.ts'
import type { Played, Player } from './player.ts'
import {
  textOf,
  type Json,
  type JsonObject,
  type PersonKey,
  type RecordedCall,
  type RecordedLevel,
  type RecordedStep,
  type Recording,
} from './recording.ts'
import { unrecordedCalls } from './unrecorded-calls.ts'

/** The capabilities that the recorded queue declared beside those of level 237. */
const laterCapabilities: Readonly<Record<RecordedLevel, readonly string[]>> = {
  237: [],
  372: ['archived_channels', 'empty_topic_name', 'include_deactivated_groups'],
}

/** The call of the recorded queue, with all kinds of events and all capabilities of the level. */
function registerCall(level: RecordedLevel): RecordedCall {
  return {
    ...callOf('POST', '/register'),
    form: {
      apply_markdown: 'true',
      client_gravatar: 'false',
      slim_presence: 'true',
      include_subscribers: 'true',
      client_capabilities: JSON.stringify({
        notification_settings_null: true,
        bulk_message_deletion: true,
        user_avatar_url_field_optional: false,
        stream_typing_notifications: true,
        user_settings_object: true,
        linkifier_url_template: true,
        user_list_incomplete: true,
        ...Object.fromEntries(laterCapabilities[level].map((name) => [name, true])),
      }),
    },
  }
}

export interface PlayedStep {
  readonly answers: readonly Played[]
  /** The events of iris's queue, in order. */
  readonly events: readonly JsonObject[]
}

/**
 * The recorded organization on our server at the recorded level and time, in the stock dialect: the six users, streams
 * and settings of `register-before.json`, and the queue of iris.
 */
export class RecordedOrganization {
  readonly server: TestServer
  readonly accounts: Readonly<Record<PersonKey, Account>>
  readonly ids: IdMap
  readonly player: Player
  /** The registration that opened iris's queue. */
  readonly registered: JsonObject
  readonly recording: Recording
  readonly #queueId: string
  #lastEventId: number
  #nextStep = 0

  private constructor(recording: Recording, made: Made, registered: JsonObject) {
    this.recording = recording
    this.server = made.server
    this.accounts = made.accounts
    this.ids = made.ids
    this.player = made.player
    this.registered = registered
    this.#queueId = textOf(registered.queue_id)
    this.#lastEventId = Number(registered.last_event_id)
  }

  /** Creates the organization before the steps, and opens the queue of iris. */
  static async create(recording: Recording, options: ServerOptions = {}): Promise<RecordedOrganization> {
    const made = await makeOrganization(recording, options)
    const answer = await made.player.play(registerCall(recording.level))
    made.ids.learnText(textOf(recording.registerBefore.queue_id), textOf((answer.body as JsonObject).queue_id))
    return new RecordedOrganization(recording, made, answer.body as JsonObject) // a registration
  }

  /** Another registration of iris, like `register.json`. */
  async register(): Promise<JsonObject> {
    return (await this.player.play(registerCall(this.recording.level))).body as JsonObject // a registration
  }

  /** Plays the next step, after its unrecorded preparations. */
  async playStep(): Promise<PlayedStep> {
    const { level, steps } = this.recording
    const step = steps[this.#nextStep]
    if (step === undefined) throw new Error('every step was played')
    await this.#waitUntil(step)
    for (const hidden of unrecordedCalls(level).get(this.#nextStep) ?? []) {
      const call = { ...hidden, status: 200, body: null }
      const { status, body } = await this.player.play(call)
      if (status !== 200) throw new Error(`${hidden.method} ${hidden.path}: ${JSON.stringify(body)}`)
      const [kind, recorded] = hidden.makes
      const groups = this.server.built.context.tables.groups.all()
      this.ids.fits(kind, recorded, Number((body as JsonObject).id ?? groups.at(-1)?.id)) // an answer
    }
    await this.events()
    this.#nextStep += 1
    const answers: Played[] = []
    for (const call of step.calls) answers.push(await this.player.play(call, step.action))
    this.#learnStreams()
    return { answers, events: await this.events() }
  }

  /** Plays all remaining steps and learns the ids in events. Returns the differences. */
  async playAll(): Promise<Difference[]> {
    const differences: Difference[] = []
    const { steps } = this.recording
    while (this.#nextStep < steps.length) {
      const step = steps[this.#nextStep]
      const number = this.#nextStep
      if (step === undefined) break
      differences.push(...compareStep(this.ids, number, step, await this.playStep()))
    }
    return differences
  }

  /** The events in iris's queue since the last call. */
  async events(): Promise<JsonObject[]> {
    const form = { queue_id: this.#queueId, last_event_id: String(this.#lastEventId), dont_block: 'true' }
    const answer = await this.player.play({ ...callOf('GET', '/events'), form })
    const { events } = answer.body as { readonly events: readonly JsonObject[] } // shape of GET /events
    this.#lastEventId = Number(events.at(-1)?.id ?? this.#lastEventId)
    return [...events]
  }

  /** Learns the ids of streams without events for iris from the names in the recording. */
  #learnStreams(): void {
    for (const [name, recorded] of Object.entries(this.recording.streams)) {
      const stream = this.server.built.context.tables.streams.byName(name)
      if (stream !== undefined && this.ids.find('stream', recorded) === undefined)
        this.ids.fits('stream', recorded, stream.id)
    }
  }

  /** Waits until the recorded time of a step, so that time differences are equal. */
  async #waitUntil(step: RecordedStep): Promise<void> {
    const times = [...JSON.stringify(step).matchAll(/"(?:edit_)?timestamp":\s*(\d{10})\b/g)].map(([, time]) =>
      Number(time),
    )
    const { clock } = this.server
    const now = Math.floor(clock.now() / 1000)
    const next = Math.max(now + 1, ...times.filter((time) => time < now + 600))
    await clock.advance(next * 1000 - clock.now())
  }

  async close(): Promise<void> {
    await this.server.stop()
  }
}

/** Compares the result of a step with the recording, and learns its ids. */
export function compareStep(ids: IdMap, number: number, step: RecordedStep, played: PlayedStep): Difference[] {
  const label = `${number} ${step.action}`
  const differences: Difference[] = []
  for (const [index, call] of step.calls.entries()) {
    const answer = played.answers[index]
    if (answer === undefined) continue
    if (answer.status !== call.status) {
      differences.push({ place: `${label}: status`, what: `recorded ${call.status}, ours ${answer.status}` })
    }
    differences.push(...compare({ ids, label }, call.body, answer.body, routeOf(call)))
  }
  const recordedKinds = step.events.map(kindOf)
  const ourKinds = played.events.map(kindOf)
  if (recordedKinds.join() !== ourKinds.join()) {
    differences.push({
      place: `${label}: events`,
      what: `recorded ${recordedKinds.join(', ') || 'none'}; ours ${ourKinds.join(', ') || 'none'}`,
    })
  }
  for (const [index, [recorded, ours]] of pairs(ids, step.events, played.events).entries()) {
    differences.push(...compare({ ids, label }, recorded, ours, `events[${index}]`))
  }
  return differences
}

/** The streams or the file of an event. */
function subjectOf(event: JsonObject, own: (kind: 'stream' | 'attachment', id: number) => number): string {
  if (Array.isArray(event.stream_ids)) return event.stream_ids.map((id: Json) => own('stream', Number(id))).join()
  const file = event.attachment
  return event.type === 'attachment' ? String(own('attachment', Number((file as JsonObject).id))) : '' // an attachment
}

function kindOf(event: JsonObject): string {
  const words = [event.type, event.op, event.property, event.flag]
  return words.flatMap((word) => (word === undefined ? [] : [textOf(word)])).join(' ')
}

/**
 * Pairs events of the same kind in order, also if one side lacks some. Several events of one kind are paired by their
 * object, since the recorded server sends them in hash table order.
 */
function pairs(ids: IdMap, recorded: readonly JsonObject[], ours: readonly JsonObject[]): [JsonObject, JsonObject][] {
  const left = [...ours]
  return recorded.flatMap((event): [JsonObject, JsonObject][] => {
    const subject = subjectOf(event, (kind, id) => ids.ours(kind, id))
    const isAlike = (other: JsonObject) => kindOf(other) === kindOf(event)
    const exact = left.findIndex((other) => isAlike(other) && subjectOf(other, (_kind, id) => id) === subject)
    const at = exact < 0 ? left.findIndex(isAlike) : exact
    const [found] = at < 0 ? [] : left.splice(at, 1)
    return found === undefined ? [] : [[event, found]]
  })
}

/** The method and path of a call without ids, which begin the place of a difference. */
export function routeOf(call: Pick<RecordedCall, 'method' | 'path'>): string {
  return `${call.method} ${call.path.replaceAll(/\/\d+/g, '/_')}`
}

function callOf(method: RecordedCall['method'], path: string): Omit<RecordedCall, 'form'> {
  return { by: 'iris', method, path, status: 200, body: null }
}
