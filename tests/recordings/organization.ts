import { userDefaultsTable } from '../../server/organization/user-settings-defaults.ts'
import { renderMarkdown } from '../../server/markdown/render.ts'
import { changeOrganizationSettings } from '../../server/organization/organization-changes.ts'
import { defaultOrganizationSettings, type OrganizationSettings } from '../../server/context/organization-settings.ts'
import type { ServerOptions } from '../../server/base/options.ts'
import { sendMessage } from '../../server/messages/sending/sending.ts'
import { subscribeUsers } from '../../server/streams/subscribing.ts'
import { contentBits } from '../../server/store/messages/message-rows.ts'
import type { UserRow } from '../../server/store/people/users.ts'
import { changeableProperties } from '../../server/people/user-settings.ts'
import { temporaryDatabase } from '../support/files.ts'
import { VirtualClock } from '../support/virtual-clock.ts'
import { TestServer, type Account } from '../support/test-server.ts'
import { compare } from './compare.ts'
import type { Difference } from './deviations.ts'
import { IdMap } from './id-map.ts'
import { Player, recordedHost, type Played } from './player.ts'
import {
  personKeys,
  recordedIds,
  recordedSteps,
  recordedStreams,
  registerBefore,
  textOf,
  type Json,
  type JsonObject,
  type PersonKey,
  type RecordedCall,
  type RecordedStep,
} from './recording.ts'
import { unrecordedCalls } from './unrecorded-calls.ts'

/** The password of each of the six users. */
export const recordedPassword = 'a-password'

/** The parameters of the recorded queue: every kind of event, every capability of feature level 237. */
const registration = {
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
  }),
} as const

/** Message ids of the recording from before its first step. */
const firstMessages = { coreTeam: 6360, demonstration: [6361, 6362], turtles: 6363, ada: 6364, iris: 6365 } as const

export interface PlayedStep {
  readonly answers: readonly Played[]
  /** The events of iris's queue, in order. */
  readonly events: readonly JsonObject[]
}

/**
 * The recorded organization in our server, in the stock dialect: the six users, streams and settings of
 * `register-before.json`, and the queue of iris, at the recorded time.
 */
export class RecordedOrganization {
  readonly server: TestServer
  readonly accounts: Readonly<Record<PersonKey, Account>>
  readonly ids: IdMap
  readonly player: Player
  /** The registration that opened iris's queue. */
  readonly registered: JsonObject
  readonly #queueId: string
  #lastEventId: number
  #nextStep = 0

  private constructor(made: Made, registered: JsonObject) {
    this.server = made.server
    this.accounts = made.accounts
    this.ids = made.ids
    this.player = made.player
    this.registered = registered
    this.#queueId = textOf(registered.queue_id)
    this.#lastEventId = Number(registered.last_event_id)
  }

  /** Creates the organization before the steps, and opens the queue of iris. */
  static async create(options: ServerOptions = {}): Promise<RecordedOrganization> {
    const made = await makeOrganization(options)
    const answer = await made.player.play(registerCall)
    made.ids.learnText(textOf(registerBefore.queue_id), textOf((answer.body as JsonObject).queue_id))
    return new RecordedOrganization(made, answer.body as JsonObject) // a registration
  }

  /** Another registration of iris, like `register.json`. */
  async register(): Promise<JsonObject> {
    return (await this.player.play(registerCall)).body as JsonObject // a registration
  }

  /** Plays the next step, after unrecorded preparations. */
  async playStep(): Promise<PlayedStep> {
    const step = recordedSteps[this.#nextStep]
    if (step === undefined) throw new Error('every step was played')
    await this.#waitUntil(step)
    for (const hidden of unrecordedCalls.get(this.#nextStep) ?? []) {
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

  /** Plays every remaining step and learns the ids in events. Returns the differences. */
  async playAll(): Promise<Difference[]> {
    const differences: Difference[] = []
    while (this.#nextStep < recordedSteps.length) {
      const step = recordedSteps[this.#nextStep]
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

  /** Iris gets no event of some streams in later calls: the recording names them by hand. */
  #learnStreams(): void {
    for (const [name, recorded] of Object.entries(recordedStreams)) {
      const stream = this.server.built.context.tables.streams.byName(name)
      if (stream !== undefined && this.ids.find('stream', recorded) === undefined)
        this.ids.fits('stream', recorded, stream.id)
    }
  }

  /** The recorded time of a step, so that time differences are the same here. */
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
 * Pairs events of the same kind in order; if one side lacks one, the others are still paired. Several events of one
 * kind about different objects are paired by object, since the recorded server sends them in hash table order.
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

/** The method and path of a call without ids, with which places of differences start. */
export function routeOf(call: Pick<RecordedCall, 'method' | 'path'>): string {
  return `${call.method} ${call.path.replaceAll(/\/\d+/g, '/_')}`
}

function callOf(method: RecordedCall['method'], path: string): Omit<RecordedCall, 'form'> {
  return { by: 'iris', method, path, status: 200, body: null }
}

const registerCall: RecordedCall = { ...callOf('POST', '/register'), form: registration }

interface Made {
  readonly server: TestServer
  readonly accounts: Readonly<Record<PersonKey, Account>>
  readonly ids: IdMap
  readonly player: Player
}

async function makeOrganization(options: ServerOptions): Promise<Made> {
  const createdAt = Number(registerBefore.realm_date_created)
  const clock = new VirtualClock(createdAt * 1000)
  const server = new TestServer({ clock, database: temporaryDatabase() })
  await server.start({ dialect: 'zulip', proxy: 'neighbour', webPublicStreams: true, ...options })
  const { context } = server.built
  const ids = new IdMap()
  const defaults = registerBefore.realm_user_settings_defaults as JsonObject // shape of a registration
  const userDefaults = JSON.stringify(
    Object.fromEntries(changeableProperties.flatMap((name) => (name in defaults ? [[name, defaults[name]]] : []))),
  )
  const accounts = context.write(() => {
    context.tables.organization.create({ stringId: 'alder', name: 'Alder Robotics', description: '', createdAt })
    context.table(userDefaultsTable).set(userDefaults)
    learnGroups()
    const people = addPeople()
    const settings = addStreams(people)
    changeOrganizationSettings(context, settings)
    return Object.fromEntries(
      personKeys.map((key) => [
        key,
        { id: people[key].id, email: people[key].delivery_email, apiKey: people[key].api_key },
      ]),
    ) as Record<PersonKey, Account> // one for each key
  })
  await clock.advance(Math.floor(Number(registerBefore.server_timestamp)) * 1000 - clock.now())
  return { server, accounts, ids, player: new Player(server, accounts, ids) }

  function learnGroups(): void {
    for (const group of registerBefore.realm_user_groups as readonly JsonObject[]) {
      const own = context.tables.groups.byName(textOf(group.name))
      if (own !== undefined) ids.fits('group', Number(group.id), own.id)
    }
  }

  function addPeople(): Readonly<Record<PersonKey, UserRow>> {
    const recorded = registerBefore.realm_users as readonly JsonObject[] // shape of a registration
    return Object.fromEntries(
      personKeys.map((key) => {
        const person = recorded.find((one) => one.user_id === recordedIds[key])
        if (person === undefined) throw new Error(`${key} is not in the recorded registration`)
        const id = context.tables.users.add(
          {
            deliveryEmail: textOf(person.delivery_email),
            fullName: textOf(person.full_name),
            role: Number(person.role),
            ...(key === 'iris' ? { password: recordedPassword } : {}),
            apiKey: key.padEnd(32, 'k'),
            dateJoined: createdAt,
            settings: userDefaults,
          },
          recordedHost,
        )
        ids.fits('user', recordedIds[key], id)
        const row = context.tables.users.get(id)
        if (row === undefined) throw new Error(`${key} was not stored`)
        return [key, row]
      }),
    ) as Record<PersonKey, UserRow> // one for each key
  }

  function addStreams(people: Readonly<Record<PersonKey, UserRow>>): Partial<OrganizationSettings> {
    const { streams, users } = context.tables
    const stream = (name: string, members: readonly UserRow[], more: Partial<Parameters<typeof streams.add>[0]>) => {
      const description = more.description ?? ''
      const renderedDescription = renderMarkdown(description, context.directory).html
      const id = streams.add({ name, renderedDescription, dateCreated: createdAt, ...more, description })
      ids.fits('stream', recordedStreams[name] ?? 0, id)
      const row = streams.get(id)
      if (row === undefined) throw new Error(`${name} was not stored`)
      subscribeUsers(context, row, members)
      return row
    }
    const everybody = Object.values(people)
    const general = stream('general', everybody, { description: 'Everyone is here. :octopus:', isDefault: true })
    const coreTeam = stream('core team', [people.ada], {
      description: 'A private stream for core team members.',
      inviteOnly: true,
      historyPublic: false,
    })
    const bot = users.system().find((one) => one.full_name === 'Welcome Bot') ?? users.system()[0]
    if (bot === undefined) throw new Error('nobody welcomes')
    const say = (recorded: number, destination: Parameters<typeof sendMessage>[1]['destination'], content: string) => {
      const sent = sendMessage(context, { sender: bot, destination, content, client: 'Internal', readBySender: true })
      ids.fits('message', recorded, sent.id)
      return sent.id
    }
    const inStream = (row: typeof general, topic: string) => ({ type: 'stream', stream: row, topic }) as const
    say(firstMessages.coreTeam, inStream(coreTeam, 'stream events'), 'words of the server')
    for (const id of firstMessages.demonstration) {
      say(id, inStream(general, 'topic demonstration'), 'words of the [server](https://chat.example/help)')
    }
    const turtles = say(
      firstMessages.turtles,
      inStream(general, 'swimming turtles'),
      'words of the server https://chat.example/static/images/cute/turtle.png',
    )
    for (const key of ['ada', 'iris'] as const) {
      say(
        firstMessages[key],
        { type: 'direct', userIds: [people[key].id] },
        'words of the [server](https://chat.example/help)',
      )
    }
    // The unrecorded parts: a picture, and a reaction of the sender.
    context.sql('UPDATE message SET has = has | ? WHERE id = ?', [contentBits.image, turtles])
    const turtle = { emoji_name: 'turtle', emoji_code: '1f422', reaction_type: 'unicode_emoji' }
    context.tables.reactions.add({ message_id: turtles, user_id: bot.id, ...turtle })
    // The three messages of `general` were sent as one batch, whose last one was taken for the first.
    context.sql('UPDATE stream SET first_message_id = ? WHERE id = ?', [turtles, general.id])
    const recorded = Object.keys(defaultOrganizationSettings).flatMap((name): [string, Json][] => {
      const value = registerBefore[`realm_${name}`]
      if (value === undefined) throw new Error(`realm_${name} was not recorded`)
      return [[name, name.endsWith('_group') ? ids.ours('group', Number(value)) : value]]
    })
    // The names are those of our settings, the values those of a server with the same settings.
    const settings = Object.fromEntries(recorded) as unknown as Partial<OrganizationSettings>
    return { ...settings, notifications_stream_id: general.id, signup_notifications_stream_id: coreTeam.id }
  }
}
